import { expect, setDefaultTimeout, test } from "bun:test";
import pino from "pino";
import { openEventReader } from "#features/syslog";
import {
  findNewestPastEvent,
  storePastEvents,
  type PastLine,
} from "../../../src/features/syslog/past-events";
import { compileFilters } from "../../../src/features/syslog/query/compile";
import { collectors } from "../../../src/features/syslog/tables";
import { createTestDatabase } from "../../support/database";
import { createStoreFolders } from "../../support/event-store";
import { patient } from "../../support/patience";
import { createEngineTable } from "../../support/test-store";

setDefaultTimeout(patient(30_000));

const NOON = Math.floor(Date.now() / 86_400_000) * 86_400e6 - 43_200e6;
const COLLECTOR = "0123456789ab";
const log = pino({ level: "silent" });

const linesFrom = (startMicros: number, count: number): PastLine[] =>
  Array.from({ length: count }, (_, index) => ({
    receivedAtMicros: startMicros + index * 1000,
    sender: "192.0.2.7",
    line: `<30>Jun  1 12:00:00 sw-1 dhcpd[812]: line ${index}`,
  }));

async function givenPast() {
  const [{ db }, folders, table] = await Promise.all([
    createTestDatabase(),
    createStoreFolders(),
    createEngineTable(),
  ]);
  const elsewhere = table && { ...table, retentionDays: 7, log };
  const reader = openEventReader(db, {
    folders,
    clickhouse: table,
    duckdbMemoryMegabytes: 200,
    searchTimeoutSeconds: 10,
    retentionDays: 7,
  });
  return { db, events: reader.events, ctx: { db, folders, collector: COLLECTOR, elsewhere } };
}

test("lines of the past are found at the times at which they came, and more are added behind them", async () => {
  const { db, events, ctx } = await givenPast();
  expect(await findNewestPastEvent(ctx)).toBeUndefined();
  expect(await storePastEvents(ctx, linesFrom(NOON, 10_003))).toBe(10_003);
  expect(await findNewestPastEvent(ctx)).toBe(NOON + 10_002 * 1000);
  expect(await storePastEvents(ctx, linesFrom(NOON + 60_000_000, 2))).toBe(2);
  expect(await db.select({ through: collectors.storedThrough }).from(collectors)).toEqual([
    { through: 10_005 },
  ]);
  expect(await events.sumStored()).toMatchObject({
    events: 10_005,
    newestReceivedAtMicros: NOON + 60_001_000,
  });
  const newest = { sortBy: "received_at", sortDirection: "desc", limit: 1, offset: 0 } as const;
  const found = await events.searchEvents(
    { ...newest, predicate: compileFilters({}) },
    new AbortController().signal,
  );
  expect(found.events).toMatchObject([{ sender: "192.0.2.7", raw_log: expect.stringContaining("line 1") }]);
});

test("what was stored and not committed is there once when it comes again, and what comes in its place as well", async () => {
  const { db, events, ctx } = await givenPast();
  await storePastEvents(ctx, linesFrom(NOON, 5));
  if (ctx.elsewhere !== undefined) await db.update(collectors).set({ storedThrough: 0 });
  await storePastEvents(ctx, linesFrom(NOON + 1_000_000, 5));
  expect((await events.sumStored()).events).toBe(10);
});

test("of nothing nothing is stored", async () => {
  const { events, ctx } = await givenPast();
  expect(await storePastEvents(ctx, [])).toBe(0);
  expect((await events.sumStored()).events).toBe(0);
});
