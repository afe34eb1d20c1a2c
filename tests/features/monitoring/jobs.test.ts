import { afterAll, expect, test } from "bun:test";
import { monitoringJobs } from "#features/monitoring";
import { checkResults, checkTargets } from "../../../src/features/monitoring/tables";
import { createTestDatabase } from "../../support/database";
import { monitored } from "../../support/monitoring";

const database = await createTestDatabase();
const { db } = database;
afterAll(() => database.drop());

test("results of checks are kept for 30 days", async () => {
  const deviceId = await monitored(database).givenDevice("192.0.2.20");
  const [target] = await db
    .insert(checkTargets)
    .values({
      kind: "device",
      deviceId,
      subject: "192.0.2.20",
      intervalSeconds: 300,
      retrySeconds: 20,
      failuresToDown: 2,
      successesToUp: 1,
    })
    .returning();
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const kept = daysAgo(29.9);
  for (const at of [daysAgo(30.1), kept])
    await db.insert(checkResults).values({ targetId: target?.id ?? 0, at, rawStatus: "up", state: "up" });
  const [retention] = monitoringJobs({ db });
  await retention?.run({ token: 1, signal: new AbortController().signal });
  expect(await db.select({ at: checkResults.at }).from(checkResults)).toEqual([{ at: kept }]);
});
