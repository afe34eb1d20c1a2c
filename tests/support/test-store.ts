import type { Db } from "#platform/database";
import type { SearchContext } from "../../src/features/syslog/search/scan/limits";
import { openSegmentStore } from "../../src/features/syslog/search/segment-store";
import type { EventDatabase } from "../../src/features/syslog/segments/duckdb";
import type { EventStore } from "../../src/features/syslog/store/event-store";
import { createTestDatabase, type TestDatabase } from "./database";
import {
  createStoreFolders,
  type GivenEvent,
  givenSegment,
  openEventDatabase,
  type StoreFolders,
} from "./event-store";

/** An event store of its own, and what its files are read with. */
export type TestStore = TestDatabase & {
  folders: StoreFolders;
  database: EventDatabase;
  events: EventStore;
  /** Of a store that has this for its time limit, in seconds. */
  eventsWithin(timeoutSeconds: number): EventStore;
  /** Stores events behind what the collector has; gives the path of their segment. */
  store(events: readonly GivenEvent[], collector?: string): Promise<string>;
};

export async function createTestStore(): Promise<TestStore> {
  const [testDatabase, folders] = await Promise.all([createTestDatabase(), createStoreFolders()]);
  const { db } = testDatabase;
  const database = openEventDatabase(folders);
  const eventsWithin = (timeoutSeconds: number) =>
    openSegmentStore({ search: { ...segmentContext({ db, database, folders }), timeoutSeconds } });
  return {
    ...testDatabase,
    folders,
    database,
    events: eventsWithin(10),
    eventsWithin,
    store: (events, collector) => {
      const place = { db, database, folders };
      return givenSegment(collector === undefined ? place : { ...place, collector }, events);
    },
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
    timeoutSeconds: 10,
    examine: () => Promise.resolve(false),
  };
}
