import { test } from "bun:test";
import pino from "pino";
import type { Db } from "#platform/database";
import type { SearchContext } from "../../src/features/syslog/search/scan/limits";
import { openSegmentStore } from "../../src/features/syslog/search/segment-store";
import { listSegments } from "../../src/features/syslog/segments/catalog/catalog";
import type { EventDatabase } from "../../src/features/syslog/segments/duckdb";
import { Retention, type RetentionContext } from "../../src/features/syslog/segments/retention/retention";
import type { RowStore } from "../../src/features/syslog/segments/ingest/row-store";
import type { EventStore } from "../../src/features/syslog/store/event-store";
import { type ClickHouseTable, createClickHouseTable } from "./clickhouse-store";
import { createTestDatabase, type TestDatabase } from "./database";
import {
  COLLECTOR,
  createStoreFolders,
  type GivenEvent,
  givenSegment,
  openEventDatabase,
  type StoreFolders,
} from "./event-store";
import { givenLease, SteppedClock } from "./maintenance";

/** `bun run test:stores` runs the tests of the event store again with `clickhouse` in it. */
export const STORE_VARIABLE = "TEST_EVENT_STORE";

export const IS_ON_CLICKHOUSE = process.env[STORE_VARIABLE] === "clickhouse";

/** For what only segments have: files that are damaged, gone, merged or passed over. */
export const testOfSegments = IS_ON_CLICKHOUSE ? test.skip : test;

/** An event store of its own. */
export type TestStore = TestDatabase & {
  folders: StoreFolders;
  /** What segments are read and written with. */
  database: EventDatabase;
  events: EventStore;
  /** The same, with this for the time limit of a search, in seconds. */
  eventsWithin: (timeoutSeconds: number) => EventStore;
  /** Where ingest puts rows; undefined: into segments. */
  rowStore: RowStore | undefined;
  /** Has go what is older than so many days, and the oldest beyond so many bytes (0: any amount). */
  expire: (limits: { days: number; maxBytes: number }) => Promise<void>;
  /** Stores events behind what the collector has; gives the path of their segment. */
  store: (events: readonly GivenEvent[], collector?: string) => Promise<string>;
};

/** Of segments or in ClickHouse, as the run says. */
export async function createTestStore(): Promise<TestStore> {
  const { clickhouse, ...segments } = await (IS_ON_CLICKHOUSE ? createTwinStores() : createSegments());
  return clickhouse === undefined ? segments : { ...segments, ...clickhouse };
}

/** Where an engine of this run keeps its events, a table of its own; undefined: in segments. */
export async function createEngineTable(): Promise<ClickHouseTable | undefined> {
  return IS_ON_CLICKHOUSE ? createClickHouseTable() : undefined;
}

type EnginePlace = {
  db: Db;
  folders: Pick<StoreFolders, "events" | "temporary">;
  table: ClickHouseTable | undefined;
};

/** Stores events behind what the collector has, where an engine on these folders finds them. */
export async function givenEngineEvents(
  place: EnginePlace,
  events: readonly GivenEvent[],
  collector = COLLECTOR,
): Promise<string> {
  const path = await givenSegment(
    { ...place, database: openEventDatabase(place.folders), collector },
    events,
  );
  await place.table?.insert({ folder: place.folders.events, path, collector });
  return path;
}

/** Has what was put into segments in the table as well. */
export async function copySegments({ db, folders, table }: EnginePlace): Promise<void> {
  if (table === undefined) return;
  for (const { path, collector } of await listSegments(db, {}))
    await table.insert({ folder: folders.events, path, collector });
}

type Reading = Pick<TestStore, "events" | "eventsWithin" | "rowStore" | "expire">;

/** The same events in both stores: in segments, and under `clickhouse` as the other reads them. */
export async function createTwinStores(): Promise<TestStore & { clickhouse: Reading }> {
  const [segments, table] = await Promise.all([createSegments(), createClickHouseTable()]);
  const folder = segments.folders.events;
  return {
    ...segments,
    clickhouse: {
      ...table,
      events: table.open(SEARCH_SECONDS),
      eventsWithin: table.open,
      expire: (limits) => expireEvents(segments.db, { ...limits, events: table.expiring }),
    },
    async store(events, collector = COLLECTOR) {
      const path = await segments.store(events, collector);
      await table.insert({ folder, path, collector });
      return path;
    },
  };
}

const SEARCH_SECONDS = 10;

async function createSegments(): Promise<TestStore & { clickhouse?: undefined }> {
  const [testDatabase, folders] = await Promise.all([createTestDatabase(), createStoreFolders()]);
  const { db } = testDatabase;
  const database = openEventDatabase(folders);
  const eventsWithin = (timeoutSeconds: number) =>
    openSegmentStore({ search: { ...segmentContext({ db, database, folders }), timeoutSeconds } });
  return {
    ...testDatabase,
    folders,
    database,
    events: eventsWithin(SEARCH_SECONDS),
    eventsWithin,
    rowStore: undefined,
    expire: (limits) => expireEvents(db, limits),
    store: (events, collector = COLLECTOR) => givenSegment({ db, database, folders, collector }, events),
  };
}

type Limits = Pick<RetentionContext, "days" | "maxBytes" | "events">;

async function expireEvents(db: Db, limits: Limits): Promise<void> {
  const clock = new SteppedClock(Date.now());
  const lease = await givenLease(db, "syslog.retention");
  const retention = new Retention({ db, log: pino({ level: "silent" }), clock, ...limits });
  await retention.run(lease);
  // What finds much expired is believed an hour later.
  clock.pass(3_600_000);
  await retention.run(lease);
}

/** For reading segments in which nothing is damaged. */
export function segmentContext({
  db,
  database,
  folders,
}: {
  db: Db;
  database: EventDatabase;
  folders: Pick<StoreFolders, "events">;
}): SearchContext {
  return {
    db,
    database,
    eventsFolder: folders.events,
    timeoutSeconds: SEARCH_SECONDS,
    examine: () => Promise.resolve(false),
  };
}
