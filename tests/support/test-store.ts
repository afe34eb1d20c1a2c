import { test } from "bun:test";
import type { Db } from "#platform/database";
import type { SearchContext } from "../../src/features/syslog/search/scan/limits";
import { openSegmentStore } from "../../src/features/syslog/search/segment-store";
import type { EventDatabase } from "../../src/features/syslog/segments/duckdb";
import type { EventStore } from "../../src/features/syslog/store/event-store";
import { createClickHouseTable } from "./clickhouse-store";
import { createTestDatabase, type TestDatabase } from "./database";
import {
  COLLECTOR,
  createStoreFolders,
  type GivenEvent,
  givenSegment,
  openEventDatabase,
  type StoreFolders,
} from "./event-store";

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
  /** Stores events behind what the collector has; gives the path of their segment. */
  store: (events: readonly GivenEvent[], collector?: string) => Promise<string>;
};

/** Of segments or in ClickHouse, as the run says. */
export async function createTestStore(): Promise<TestStore> {
  const { clickhouse, ...segments } = await (IS_ON_CLICKHOUSE ? createTwinStores() : createSegments());
  return clickhouse === undefined ? segments : { ...segments, ...clickhouse };
}

type Reading = Pick<TestStore, "events" | "eventsWithin">;

/** The same events in both stores: in segments, and under `clickhouse` as the other reads them. */
export async function createTwinStores(): Promise<TestStore & { clickhouse: Reading }> {
  const [segments, table] = await Promise.all([createSegments(), createClickHouseTable()]);
  const folder = segments.folders.events;
  return {
    ...segments,
    clickhouse: { events: table.open(SEARCH_SECONDS), eventsWithin: table.open },
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
    store: (events, collector = COLLECTOR) => givenSegment({ db, database, folders, collector }, events),
  };
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
