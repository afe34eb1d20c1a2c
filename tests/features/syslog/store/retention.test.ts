import { expect, setDefaultTimeout, test } from "bun:test";
import { COLUMN_NAMES } from "../../../../src/features/syslog/event/columns";
import { compileFilters } from "../../../../src/features/syslog/query/compile";
import { cutBuckets } from "../../../../src/features/syslog/store/buckets";
import type { EventStore } from "../../../../src/features/syslog/store/event-store";
import { COLLECTOR } from "../../../support/event-store";
import { patient } from "../../../support/patience";
import { createTestStore } from "../../../support/test-store";

/** What goes and what stays, wherever events are. Days are whole ones: ClickHouse drops no part of one. */
setDefaultTimeout(patient(30_000));

const DAY = 86_400e6;
const NEVER = new AbortController().signal;
/** Noon of today, or of so many days ago, micros. */
const noon = (daysAgo: number) => Math.floor((Date.now() * 1000) / DAY) * DAY + DAY / 2 - daysAgo * DAY;
const predicate = compileFilters({});

async function idsIn(events: EventStore): Promise<number[]> {
  const list = { sortBy: "received_at", sortDirection: "asc", limit: 100, offset: 0 } as const;
  const page = await events.searchEvents({ ...list, predicate }, NEVER);
  expect(page.total).toBe(page.events.length);
  return page.events.map(({ id }) => id);
}

test("events older than the days go, and young ones stay, whatever time they tell of themselves", async () => {
  const { events, store, expire } = await createTestStore();
  for (const [daysAgo, year] of [
    [12, 2026],
    [11, 9999],
    [10, 1970],
    [4, 1970],
    [1, 9999],
  ] as const)
    await store([{ receivedAtMicros: noon(daysAgo), eventTimeMicros: Date.UTC(year, 1, 1) * 1000 }]);
  await expire({ days: 7, maxBytes: 0 });
  expect(await idsIn(events)).toEqual([noon(4), noon(1)]);
});

test("what has gone is in no answer: list, event, counts, export, backlog of live viewers, totals", async () => {
  const { events, store, expire } = await createTestStore();
  const [old, young] = [noon(20), noon(2)];
  for (const receivedAtMicros of [old, young])
    await store([{ receivedAtMicros }, { receivedAtMicros: receivedAtMicros + 1 }]);
  await expire({ days: 7, maxBytes: 0 });
  const kept = [young, young + 1];
  expect(await idsIn(events)).toEqual(kept);
  expect(await events.getEvent(old, NEVER).catch((error: unknown) => error)).toMatchObject({ status: 404 });
  expect((await events.getEvent(young, NEVER)).id).toBe(young);
  const span = { startMicros: old - DAY, endMicros: young + DAY };
  const histogram = { predicate, span, buckets: cutBuckets(span, 86_400, "UTC"), by: "verdict" } as const;
  expect((await events.countByTime(histogram, NEVER)).total).toBe(2);
  expect((await events.countByValue({ predicate, span, column: "sender", limit: 1 }, NEVER)).total).toBe(2);
  const pages = await events.openExport(COLUMN_NAMES);
  await pages.read({ predicate, limit: 10 }, NEVER);
  expect(pages.batch.rows).toBe(2);
  const backlog = await events.readBacklog({ collector: COLLECTOR, afterId: 1, predicate }, NEVER);
  expect(backlog.events.map(({ id }) => id)).toEqual(kept);
  expect(await events.sumStored()).toMatchObject({ events: 2, newestReceivedAtMicros: young + 1 });
});

test("beyond the bytes the oldest days go, no more than must, and never the newest", async () => {
  const { events, store, expire } = await createTestStore();
  const times = [3, 2, 1].map(noon);
  for (const receivedAtMicros of times) await store([{ receivedAtMicros }]);
  await expire({ days: 30, maxBytes: 0 });
  expect(await idsIn(events)).toEqual(times);
  const { sizeBytes } = await events.sumStored();
  await expire({ days: 30, maxBytes: sizeBytes });
  expect(await idsIn(events)).toEqual(times);
  await expire({ days: 30, maxBytes: sizeBytes - 1 });
  expect(await idsIn(events)).toEqual(times.slice(1));
  await expire({ days: 30, maxBytes: 1 });
  expect(await idsIn(events)).toEqual(times.slice(2));
});
