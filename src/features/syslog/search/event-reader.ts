import type { Db } from "#platform/database";
import { openClickHouseStore } from "../clickhouse/event-store";
import type { ClickHouseEvents } from "../clickhouse/reader";
import { EventDatabase } from "../segments/duckdb";
import type { EventStore } from "../store/event-store";
import { SearchQueues } from "./queues";
import { openSegmentStore } from "./segment-store";

/** What reads stored events: the engine, or a command beside it. */
export type EventReader = {
  db: Db;
  events: EventStore;
  queues: SearchQueues;
  options: { retentionDays: number };
};

type Options = {
  folders: { events: string; temporary: string };
  duckdbMemoryMegabytes: number;
  searchTimeoutSeconds: number;
  retentionDays: number;
  clickhouse?: ClickHouseEvents | undefined;
};

/**
 * Reads stored events beside a service, or without it: in ClickHouse where they are there. Segments are never changed
 * once they are written, and what is merged away meanwhile is looked up anew; one that is damaged is left to the service
 * to set aside.
 */
export function openEventReader(db: Db, options: Options): EventReader & { close(): Promise<void> } {
  const { clickhouse, searchTimeoutSeconds: timeoutSeconds, retentionDays } = options;
  const { events, close } =
    clickhouse === undefined
      ? openSegments(db, options)
      : { events: openClickHouseStore({ ...clickhouse, timeoutSeconds }), close: () => Promise.resolve() };
  return { db, events, queues: new SearchQueues(), options: { retentionDays }, close };
}

function openSegments(db: Db, { folders, duckdbMemoryMegabytes, searchTimeoutSeconds }: Options) {
  const database = new EventDatabase({
    eventsFolder: folders.events,
    temporaryFolder: folders.temporary,
    memoryMegabytes: duckdbMemoryMegabytes,
    threads: 1,
  });
  const search = {
    db,
    database,
    eventsFolder: folders.events,
    timeoutSeconds: searchTimeoutSeconds,
    examine: () => Promise.resolve(false),
  };
  return { events: openSegmentStore({ search }), close: () => database.close() };
}
