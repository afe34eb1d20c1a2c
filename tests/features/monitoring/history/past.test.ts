import { afterAll, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import {
  noTime,
  storePast,
  takeStateChanges,
  targetsWithPast,
  type PastOfTarget,
} from "#features/monitoring";
import { readTotals } from "../../../../src/features/monitoring/history/totals";
import { checkTargets, incidents } from "../../../../src/features/monitoring/tables";
import { createTestDatabase } from "../../../support/database";
import { DAY, historyOf, HOUR, MINUTE, onDamage, results } from "./given";

const database = await createTestDatabase();
const { db } = database;
const history = historyOf(database);
afterAll(() => database.drop());

const now = new Date(Date.UTC(2026, 5, 10, 12, 30));
const hour = now.getTime() - 30 * MINUTE;
/** Up for ten days but for the last two hours. */
const pastOf = (targetId: number): PastOfTarget => ({
  targetId,
  changes: [
    { at: new Date(hour - 10 * DAY), state: "up", reason: null },
    { at: new Date(hour - 2 * HOUR), state: "down", reason: "No answer" },
  ],
  results: [
    ...results(hour - 26 * HOUR, hour - 2 * HOUR),
    ...results(hour - 2 * HOUR, now.getTime(), MINUTE, { rawStatus: "down", state: "down", latencyMs: null }),
  ],
  hours: new Map(
    Array.from({ length: 240 }, (_, index) => [
      hour - (index + 1) * HOUR,
      {
        stateMs: { ...noTime(), [index < 2 ? "down" : "up"]: HOUR },
        checks: 60,
        up: index < 2 ? 0 : 60,
        down: index < 2 ? 60 : 0,
        healthy: 0,
        latency: null,
      },
    ]),
  ),
  incidents: [{ startedAt: new Date(hour - 2 * HOUR), endedAt: null, error: "No answer" }],
});

test("a past is told like one that was watched: results, totals, and the state that it left", async () => {
  const id = await history.givenTarget();
  await storePast(db, [pastOf(id)], now);
  const rows = await Promise.all(
    (["check_result_days", "check_result_hours", "check_results"] as const).map((table) =>
      history.count(table, id),
    ),
  );
  expect(rows).toEqual([1, 12, 30]);
  const totals = await readTotals({ db, onDamage }, { targetIds: [id], now, fromMs: [hour - 9 * DAY] });
  const [total] = totals.get(id) ?? [];
  expect([total?.stateMs.up, total?.stateMs.down]).toEqual([9 * DAY - 2 * HOUR, 2 * HOUR + 30 * MINUTE]);
  const [target] = await db.select().from(checkTargets).where(eq(checkTargets.id, id));
  expect(target).toMatchObject({ state: "down", confirmed: "down", rawStatus: "down" });
  expect(target?.stateSince).toEqual(new Date(hour - 2 * HOUR));
  expect(await db.select().from(incidents).where(eq(incidents.targetId, id))).toHaveLength(1);
});

test("what was found out since counts, and no rule is asked about the past", async () => {
  const stateSince = new Date(now.getTime() - MINUTE);
  const id = await history.givenTarget({ state: "up", confirmed: "up", rawStatus: "up", stateSince });
  await takeStateChanges(db, 1000);
  await storePast(db, [pastOf(id)], now);
  const [target] = await db.select().from(checkTargets).where(eq(checkTargets.id, id));
  expect(target).toMatchObject({ state: "up", confirmed: "up", rawStatus: "up", stateSince });
  expect(await takeStateChanges(db, 1000)).toEqual([]);
});

test("who has a past can be asked", async () => {
  const [one, other] = [await history.givenTarget(), await history.givenTarget()];
  await storePast(db, [pastOf(one)], now);
  expect(await targetsWithPast(db, { targetIds: [one, other], now })).toEqual(new Set([one]));
});
