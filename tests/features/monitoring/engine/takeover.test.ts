import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { gte } from "drizzle-orm";
import pino from "pino";
import { connectDatabase } from "#platform/database";
import { checkResults } from "../../../../src/features/monitoring/tables";
import { createTestDatabase } from "../../../support/database";
import { createScriptedProbes, monitored, startTestEngine } from "../../../support/monitoring";
import { waitFor } from "../../../support/wait-for";
import { patient } from "../../../support/patience";

setDefaultTimeout(patient(60_000));

const database = await createTestDatabase();
const { db, sql } = database;
const log = pino({ level: "silent" });
const { givenDevice, targetOf } = monitored(database);
afterAll(() => database.drop());

test("what a replica had claimed when it was killed is taken over within 15 s, and counts once", async () => {
  const addresses = Array.from({ length: 10 }, (_, index) => `192.0.2.${index + 1}`);
  const ids = await Promise.all(addresses.map((address) => givenDevice(address)));
  const killed = connectDatabase(database.connection, { log, maxConnections: 4 });
  const stuck = createScriptedProbes();
  stuck.hold(new Promise(() => undefined));
  const first = startTestEngine({ ...database, ...killed }, { probes: stuck.probes });
  const areAllAsked = () => addresses.every((own) => stuck.asked.some(({ address }) => address === own));
  await waitFor("the first replica to claim all", areAllAsked, 20_000);
  await killed.close(0);
  const killedAt = performance.now();
  const { probes } = createScriptedProbes();
  const startedAt = new Date();
  const second = startTestEngine(database, { probes });
  await waitFor(
    "the second replica to check all",
    async () => (await Promise.all(ids.map(targetOf))).every((target) => target?.rawStatus === "up"),
    30_000,
  );
  expect(performance.now() - killedAt).toBeLessThan(patient(18_000));
  await second.engine.stop();
  void first.engine.stop();
  // The engine checks what other tests have left as well.
  const results = await db.$count(checkResults, gte(checkResults.at, startedAt));
  expect(results).toBe(second.counts.checks - second.counts.dropped);
});

test("when the database breaks all connections, the engine goes on and what it found meanwhile still counts", async () => {
  const id = await givenDevice("192.0.2.99");
  const script = createScriptedProbes();
  const own = connectDatabase(database.connection, { log, maxConnections: 4 });
  const { engine, counts } = startTestEngine({ ...database, ...own }, { probes: script.probes });
  await waitFor("the first result", async () => (await targetOf(id))?.state === "up", 20_000);
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name = 'netatlas'`;
  script.set("down", "192.0.2.99");
  // The test's own connections were broken as well.
  const state = () =>
    targetOf(id)
      .then((target) => target?.state)
      .catch(() => undefined);
  await waitFor("the device to be down", async () => (await state()) === "down", 20_000);
  expect((await engine.check()).ok).toBe(true);
  await engine.stop();
  const results = await db.select().from(checkResults);
  expect(results.length).toBeGreaterThan(0);
  expect(counts.dropped).toBeLessThanOrEqual(2);
  await own.close();
});
