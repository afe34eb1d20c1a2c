import { afterAll, describe, expect, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import { packDays, packHours } from "../../../../src/features/monitoring/history/pack";
import { packRollups, unpackRollups } from "../../../../src/features/monitoring/history/packed-rollups";
import { removeOldHistory } from "../../../../src/features/monitoring/history/retention";
import {
  graceMsOf,
  rollUp,
  stateSpans,
  type StateEvent,
} from "../../../../src/features/monitoring/history/rollup";
import { readTotals } from "../../../../src/features/monitoring/history/totals";
import { checkRollups, stateChanges } from "../../../../src/features/monitoring/tables";
import { createTestDatabase } from "../../../support/database";
import { DAY, historyOf, HOUR, MINUTE, onDamage, results, silent } from "./given";

const database = await createTestDatabase();
const { db } = database;
const { givenTarget, givenResults, givenChange } = historyOf(database);
afterAll(() => database.drop());

const day = Date.now() - (Date.now() % DAY);
const signal = new AbortController().signal;
const at = (ms: number) => ({ db, log: silent, signal, now: new Date(ms) });
/** What a result that was not followed by another still counts. */
const GRACE = graceMsOf(60);

async function totalOf(id: number, { now, from = now - DAY }: { now: number; from?: number }) {
  const found = await readTotals({ db, onDamage }, { targetIds: [id], now: new Date(now), fromMs: [from] });
  return found.get(id)?.[0];
}

describe("a state holds until the next event", () => {
  const spans = (events: StateEvent[]) => stateSpans(events, { fromMs: 1000, toMs: 2000, graceMs: 300 });

  test.each([
    [
      "from before the span",
      [
        { atMs: 900, state: "up" },
        { atMs: 1100, state: "down" },
      ],
      [
        ["up", 1000, 1100],
        ["down", 1100, 1400],
      ],
    ],
    [
      "no longer than it is believed",
      [
        { atMs: 1100, state: "up" },
        { atMs: 1900, state: "up" },
      ],
      [
        ["up", 1100, 1400],
        ["up", 1900, 2000],
      ],
    ],
    [
      "for ever where somebody said so",
      [
        { atMs: 10, state: "paused" },
        { atMs: 1500, state: "maintenance" },
      ],
      [
        ["paused", 1000, 1500],
        ["maintenance", 1500, 2000],
      ],
    ],
    ["not at all where it ended before", [{ atMs: 600, state: "up" }], []],
  ] as const)("%s", (_, events, expected) => {
    expect(spans([...events]).map(({ state, fromMs, toMs }) => [state, fromMs, toMs])).toEqual(
      expected.map((span) => [...span]),
    );
  });
});

test("packed roll-ups are read as they were, and refused where they are damaged", () => {
  const fromMs = day;
  const all = results(day, day + HOUR);
  const events = all.map((result) => ({ atMs: result.at.getTime(), state: result.state }));
  const rollup = rollUp(all, { events, fromMs, toMs: day + HOUR, graceMs: GRACE });
  expect(rollup).toMatchObject({
    stateMs: { up: HOUR, down: 0 },
    checks: 60,
    healthy: 60,
    latency: { count: 60, sumMs: 360, minMs: 4, maxMs: 8, p50Ms: 6, p95Ms: 8 },
  });
  const hours = new Map([
    [3, rollup],
    [23, { ...rollup, latency: null, checks: 0 }],
  ]);
  const packed = packRollups(hours);
  expect(unpackRollups(packed)).toEqual(hours);
  packed[packed.length - 1] = (packed.at(-1) ?? 0) ^ 4;
  expect(() => unpackRollups(packed)).toThrow("cannot read packed roll-ups");
});

test("time without data is not watched time, and what is paused or maintained is charged to nobody", async () => {
  const id = await givenTarget();
  const start = day - DAY;
  await givenChange(id, start - HOUR, "up");
  await givenResults(id, results(start - 5 * MINUTE, start + 30 * MINUTE));
  // Nobody looks for an hour and a half.
  await givenResults(id, results(start + 2 * HOUR, start + 2 * HOUR + 10 * MINUTE));
  await givenChange(id, start + 2 * HOUR + 10 * MINUTE, "down");
  await givenResults(
    id,
    results(start + 2 * HOUR + 10 * MINUTE, start + 2 * HOUR + 20 * MINUTE, MINUTE, {
      state: "down",
      rawStatus: "down",
      isHealthy: false,
      latencyMs: null,
    }),
  );
  await givenChange(id, start + 2 * HOUR + 20 * MINUTE, "maintenance");
  await givenResults(
    id,
    results(start + 2 * HOUR + 20 * MINUTE, start + 2 * HOUR + 40 * MINUTE, MINUTE, {
      state: "maintenance",
      rawStatus: "down",
      isHealthy: false,
      latencyMs: null,
    }),
  );
  await givenChange(id, start + 2 * HOUR + 40 * MINUTE, "paused");
  const expected = {
    stateMs: {
      up: 29 * MINUTE + GRACE + 10 * MINUTE,
      down: 10 * MINUTE,
      maintenance: 20 * MINUTE,
      paused: 20 * MINUTE,
      unknown: 0,
      unreachable: 0,
    },
    checks: 30 + 10 + 30,
    up: 40,
    down: 30,
    healthy: 40,
    latency: { count: 40, minMs: 4, maxMs: 8 },
  };
  await packHours(at(day + HOUR));
  expect(await totalOf(id, { now: day + HOUR, from: start })).toMatchObject(expected);
  await packDays(at(day + 3 * HOUR));
  expect(await totalOf(id, { now: day + 3 * HOUR, from: start })).toMatchObject(expected);
});

test("results that are not packed yet count by the same rules", async () => {
  const id = await givenTarget();
  const start = day - 3 * DAY;
  await givenChange(id, start - HOUR, "up");
  const first = results(start - 5 * MINUTE, start + 20 * MINUTE);
  const later = results(start + 40 * MINUTE, start + 50 * MINUTE, MINUTE, {
    state: "down",
    rawStatus: "down",
    isHealthy: false,
    latencyMs: null,
  });
  await givenResults(id, [...first, ...later]);
  await givenChange(id, start + 40 * MINUTE, "down");
  const now = start + 52 * MINUTE;
  const live = await totalOf(id, { now, from: start });
  expect(live).toMatchObject({
    stateMs: { up: 19 * MINUTE + GRACE, down: 9 * MINUTE + GRACE },
    checks: 30,
    up: 20,
    down: 10,
  });
  await packHours(at(start + 2 * HOUR));
  expect(await totalOf(id, { now: start + 2 * HOUR, from: start })).toMatchObject({
    stateMs: live?.stateMs,
    checks: 30,
    latency: { count: 20, sumMs: 120 },
  });
});

test("a target that is asked once in three hours is watched in the hours between", async () => {
  const id = await givenTarget({ intervalSeconds: 3 * 3600 });
  const start = day - 5 * DAY;
  await givenResults(id, results(start, start + 9 * HOUR + 1, 3 * HOUR));
  await packHours(at(day));
  const total = await totalOf(id, { now: day, from: start });
  expect(total?.stateMs.up).toBe(10 * HOUR);
  expect(total?.checks).toBe(4);
});

test("a day has the percentiles of all its results, once it is over, and late results count in it", async () => {
  const id = await givenTarget();
  const start = day - 6 * DAY;
  const all = [
    ...results(start, start + HOUR, MINUTE, { latencyMs: 2 }),
    ...results(start + 5 * HOUR, start + 7 * HOUR, MINUTE, { latencyMs: 30 }),
  ];
  await givenResults(id, all.slice(0, -30));
  const read = async () => {
    const [row] = await db
      .select()
      .from(checkRollups)
      .where(and(eq(checkRollups.targetId, id), eq(checkRollups.startsAt, new Date(start))));
    return row;
  };
  await packHours(at(start + 8 * HOUR));
  expect(await read()).toMatchObject({ checks: 150, latencyP50Ms: null, latencyMinMs: 2 });
  await packDays(at(day));
  expect(await read()).toMatchObject({ checks: 150, latencyP50Ms: 30 });
  await givenResults(id, all.slice(-30));
  await packHours(at(day));
  await packDays(at(day));
  expect(await read()).toMatchObject({
    checks: 180,
    latencyCount: 180,
    latencyP50Ms: 30,
    latencyP95Ms: 30,
    latencyMaxMs: 30,
  });
  expect(await totalOf(id, { now: day, from: start + 6 * HOUR })).toMatchObject({ checks: 60 });
});

test("roll-ups of hours are kept for a year, those of days for five", async () => {
  const id = await givenTarget();
  for (const days of [100, 380, 1700, 1840]) {
    await givenResults(id, results(day - days * DAY, day - days * DAY + 3 * MINUTE));
  }
  await packHours(at(day));
  await removeOldHistory(db, new Date());
  const rows = await db
    .select()
    .from(checkRollups)
    .where(eq(checkRollups.targetId, id))
    .orderBy(checkRollups.startsAt);
  expect(
    rows.map(({ startsAt, checks, hours }) => [
      Math.round((day - startsAt.getTime()) / DAY),
      checks,
      hours !== null,
    ]),
  ).toEqual([
    [1700, 3, true],
    [380, 3, false],
    [100, 3, true],
  ]);
});

test("changes of state are kept for five years, and each target's last one before that as long as it says how things stand", async () => {
  const [flapping, steady] = [await givenTarget(), await givenTarget()];
  const now = day + 3 * HOUR;
  const old = now - 5 * 366 * DAY;
  const begins = (id: number, ...atMs: number[]) =>
    Promise.all(atMs.map((ms, index) => givenChange(id, ms, index % 2 === 0 ? "up" : "down")));
  await begins(flapping, old - 3 * DAY, old - 2 * DAY, old - HOUR, old + HOUR, now - DAY);
  await begins(steady, old - 900 * DAY);
  await removeOldHistory(db, new Date(now));
  const timesOf = async (targetId: number) => {
    const rows = await db.select().from(stateChanges).where(eq(stateChanges.targetId, targetId));
    return rows.map((row) => row.at.getTime()).toSorted((one, other) => one - other);
  };
  expect(await timesOf(flapping)).toEqual([old - HOUR, old + HOUR, now - DAY]);
  expect(await timesOf(steady)).toEqual([old - 900 * DAY]);
  await removeOldHistory(db, new Date(now));
  expect(await timesOf(flapping)).toHaveLength(3);
});
