import { beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import pino from "pino";
import { SEGMENTS } from "../../../../../src/features/syslog/segments/retention/expiry";
import { Retention } from "../../../../../src/features/syslog/segments/retention/retention";
import type { JobLease } from "../../../../../src/features/syslog/segments/job-lease";
import { createTestDatabase, type TestDatabase } from "../../../../support/database";
import { createStoreFolders, givenSegment, openEventDatabase } from "../../../../support/event-store";
import { emptyCatalog, givenLease, SteppedClock } from "../../../../support/maintenance";
import { patient } from "../../../../support/patience";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 5, 10, 12);
const YEAR = 365 * DAY;

setDefaultTimeout(patient(30_000));

let catalog: TestDatabase;
beforeAll(async () => {
  catalog = await createTestDatabase();
}, 30_000);
beforeEach(() => emptyCatalog(catalog));

type Store = {
  database: TestDatabase;
  clock: SteppedClock;
  lease: JobLease;
  retention: Retention;
  /** A service that starts anew on the same store. */
  restart(days?: number): Retention;
  /** A segment of one event that arrived so long before NOW, which tells `eventTime` of itself. */
  store(age: number, eventTime?: number): Promise<string>;
  live(): Promise<string[]>;
};

async function givenStore({ days = 7, maxBytes = 0 } = {}): Promise<Store> {
  const database = catalog;
  const folders = await createStoreFolders();
  const events = openEventDatabase(folders);
  const clock = new SteppedClock(NOW);
  const restart = (keptDays = days) =>
    new Retention({ db: database.db, log: pino({ level: "silent" }), clock, days: keptDays, maxBytes });
  return {
    database,
    clock,
    lease: await givenLease(database.db, "syslog.retention"),
    retention: restart(),
    restart,
    store: (age, eventTime = NOW) =>
      givenSegment({ db: database.db, database: events, folders }, [
        { receivedAtMicros: (NOW - age) * 1000, eventTimeMicros: eventTime * 1000 },
      ]),
    async live() {
      const rows = await database.sql`
        SELECT path FROM event_segments WHERE deleted_at IS NULL ORDER BY max_received_at_micros`;
      return rows.map((row) => String(row["path"]));
    },
  };
}

/** The run that finds much expired is refused; the one an hour later believes it. */
async function runTwice({ retention, lease, clock }: Store): Promise<void> {
  await retention.run(lease);
  clock.pass(HOUR);
  await retention.run(lease);
}

describe("fault 24: by age", () => {
  test("what arrived before the retention days is dropped, whole segments only", async () => {
    const store = await givenStore();
    await store.store(8 * DAY);
    const young = [await store.store(7 * DAY - 2 * HOUR), await store.store(0)];
    await runTwice(store);
    expect(await store.live()).toEqual(young);
    expect(await store.retention.status()).toEqual({
      lastRunAt: new Date(NOW + HOUR),
      lastDeleted: 1,
      lastError: null,
    });
  });

  test("what expires hour by hour is expected, and goes at once", async () => {
    const store = await givenStore();
    for (let hour = 5; hour >= 0; hour--) await store.store(7 * DAY - hour * HOUR - 1000);
    await store.store(0);
    for (let hour = 0; hour < 6; hour++) {
      await store.retention.run(store.lease);
      expect(await store.live()).toHaveLength(7 - hour);
      store.clock.pass(HOUR);
    }
    expect((await store.retention.status()).lastError).toBeNull();
    expect(await store.live()).toHaveLength(2);
  });

  test("it works at the first call and then once an hour", async () => {
    const store = await givenStore();
    await store.store(0);
    await store.retention.run(store.lease);
    store.clock.pass(HOUR - 1);
    await store.retention.run(store.lease);
    expect((await store.retention.status()).lastRunAt).toEqual(new Date(NOW));
    store.clock.pass(1);
    await store.retention.run(store.lease);
    expect((await store.retention.status()).lastRunAt).toEqual(new Date(NOW + HOUR));
  });

  test("the newest segment stays, however old it is", async () => {
    const store = await givenStore();
    await store.store(90 * DAY);
    const newest = await store.store(80 * DAY);
    await runTwice(store);
    expect(await store.live()).toEqual([newest]);
  });

  for (const year of [1970, 2026, 2038, 9999]) {
    test(`fault 14: an event that says it is of ${year} lives by its arrival`, async () => {
      const store = await givenStore();
      await store.store(8 * DAY, Date.UTC(year, 1, 1));
      const young = [await store.store(DAY, Date.UTC(year, 1, 1)), await store.store(0)];
      await runTwice(store);
      expect(await store.live()).toEqual(young);
    });
  }

  test("a segment that ends at the boundary of the day stays until all of it has expired", async () => {
    const store = await givenStore({ days: 1 });
    const kept = [await store.store(DAY), await store.store(0)];
    await store.retention.run(store.lease);
    expect(await store.live()).toEqual(kept);
    store.clock.pass(HOUR);
    await store.retention.run(store.lease);
    expect(await store.live()).toEqual(kept.slice(1));
  });
});

describe("fault 14: a clock that cannot be believed deletes nothing", () => {
  for (const [what, step] of [
    ["an hour forward", HOUR],
    ["a year forward", YEAR],
    ["an hour back", -HOUR],
    ["a year back", -YEAR],
  ] as const) {
    test(`set ${what} between two runs`, async () => {
      const store = await givenStore();
      const kept = [await store.store(7 * DAY - HOUR / 2), await store.store(HOUR), await store.store(0)];
      await store.retention.run(store.lease);
      store.clock.set(step);
      store.clock.pass(HOUR);
      await store.retention.run(store.lease);
      expect(await store.live()).toEqual(kept);
      const direction = step > 0 ? "forward" : "back";
      expect((await store.retention.status()).lastError).toStartWith(`the clock was set ${direction} by `);
      store.clock.set(-step);
      store.clock.pass(HOUR);
      await store.retention.run(store.lease);
      expect(await store.live()).toEqual(kept);
      store.clock.pass(HOUR);
      await store.retention.run(store.lease);
      expect(await store.live()).toHaveLength(2);
    });
  }

  test("set forward by a year while the service is down: kept, and told, until a run an hour later agrees", async () => {
    const store = await givenStore();
    for (const age of [3, 2, 1, 0]) await store.store(age * DAY);
    await store.retention.run(store.lease);
    store.clock.set(YEAR);
    const later = store.restart();
    await later.run(store.lease);
    expect(await store.live()).toHaveLength(4);
    expect((await later.status()).lastError).toStartWith("75.0 % of all events have expired where 0.0 %");
    store.clock.pass(10 * 60_000);
    await store.restart().run(store.lease);
    expect(await store.live()).toHaveLength(4);
    store.clock.set(-YEAR);
    await store.restart().run(store.lease);
    expect((await store.restart().status()).lastError).toBeNull();
    expect(await store.live()).toHaveLength(4);
  });

  test("a week in which the service was off is caught up an hour after its start", async () => {
    const store = await givenStore();
    for (const age of [3, 2, 1, 0]) await store.store(age * DAY);
    await store.retention.run(store.lease);
    store.clock.pass(8 * DAY);
    const later = store.restart();
    await later.run(store.lease);
    expect(await store.live()).toHaveLength(4);
    store.clock.pass(HOUR);
    await later.run(store.lease);
    expect(await store.live()).toHaveLength(1);
    expect(await later.status()).toMatchObject({ lastDeleted: 3, lastError: null });
  });
});

describe("fault 24: by size", () => {
  test("the oldest segments go until the rest fits, at any call", async () => {
    const store = await givenStore({ maxBytes: 1 });
    await store.store(2 * DAY);
    await store.store(DAY);
    await store.retention.run(store.lease);
    expect(await store.live()).toHaveLength(1);
    const newest = await store.store(0);
    store.clock.pass(15_000);
    await store.retention.run(store.lease);
    expect(await store.live()).toEqual([newest]);
    expect(await store.retention.status()).toMatchObject({ lastDeleted: 1, lastError: null });
  });

  test("no more goes than must", async () => {
    const store = await givenStore();
    const paths = [await store.store(3 * DAY), await store.store(2 * DAY), await store.store(DAY)];
    const [sums] = await store.database.sql`
      SELECT sum(size_bytes)::int AS bytes, min(size_bytes)::int AS least FROM event_segments`;
    const bytes = Number(sums?.["bytes"]);
    expect(await SEGMENTS.dropBeyond(store.database.db, bytes)).toEqual({ pieces: 0, events: 0 });
    expect(await SEGMENTS.dropBeyond(store.database.db, bytes - 1)).toEqual({ pieces: 1, events: 1 });
    expect(await store.live()).toEqual(paths.slice(1));
    expect(await SEGMENTS.dropBeyond(store.database.db, Number(sums?.["least"]))).toEqual({
      pieces: 1,
      events: 1,
    });
    expect(await store.live()).toEqual(paths.slice(2));
  });
});

test("a replica that lost its lease drops nothing", async () => {
  const store = await givenStore({ maxBytes: 1 });
  await store.store(DAY);
  await store.store(0);
  const lost = { ...store.lease, token: 0 };
  expect(await store.retention.run(lost).catch((error: unknown) => String(error))).toContain("was lost");
  expect(await store.live()).toHaveLength(2);
  expect((await store.retention.status()).lastError).not.toBeNull();
});
