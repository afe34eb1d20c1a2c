import { expect, test } from "bun:test";
import { findNewestPastEvent, storePastEvents, type PastLine } from "#features/syslog";
import { eventSegments } from "../../../../src/features/syslog/tables";
import { createTestDatabase } from "../../../support/database";
import { createStoreFolders, openEventDatabase, readStoredEvents } from "../../../support/event-store";

const NOON = Date.UTC(2026, 5, 1, 12) * 1000;
const COLLECTOR = "0123456789ab";

const linesFrom = (startMicros: number, count: number): PastLine[] =>
  Array.from({ length: count }, (_, index) => ({
    receivedAtMicros: startMicros + index * 1000,
    sender: "192.0.2.7",
    line: `<30>Jun  1 12:00:00 sw-1 dhcpd[812]: line ${index}`,
  }));

test("lines of the past are found at the times at which they came, and more are added behind them", async () => {
  const folders = await createStoreFolders();
  const { db, sql } = await createTestDatabase();
  const ctx = { db, folders, collector: COLLECTOR };
  expect(await findNewestPastEvent(ctx)).toBeUndefined();
  expect(await storePastEvents(ctx, linesFrom(NOON, 10_003))).toBe(10_003);
  expect(await findNewestPastEvent(ctx)).toBe(NOON + 10_002 * 1000);
  expect(await storePastEvents(ctx, linesFrom(NOON + 60_000_000, 2))).toBe(2);
  const segments = await db
    .select({ start: eventSegments.rangeStart, end: eventSegments.rangeEnd, rows: eventSegments.rowCount })
    .from(eventSegments)
    .orderBy(eventSegments.rangeStart);
  expect(segments).toEqual([
    { start: 0, end: 10_003, rows: 10_003 },
    { start: 10_003, end: 10_005, rows: 2 },
  ]);
  const events = await readStoredEvents(sql, { folders, database: openEventDatabase(folders) });
  expect(events).toHaveLength(10_005);
  expect(events.at(-1)).toMatchObject({ raw_log: expect.stringContaining("line 1") });
});

test("of nothing nothing is stored", async () => {
  const folders = await createStoreFolders();
  const { db } = await createTestDatabase();
  expect(await storePastEvents({ db, folders, collector: COLLECTOR }, [])).toBe(0);
  expect(await db.$count(eventSegments)).toBe(0);
});
