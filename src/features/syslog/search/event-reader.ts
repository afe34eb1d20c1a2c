import type { Db } from "#platform/database";
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
};

/**
 * Reads stored events beside a service, or without it. Segments are never changed once they are written, and what is
 * merged away meanwhile is looked up anew; one that is damaged is left to the service to set aside.
 */
export function openEventReader(db: Db, options: Options): EventReader & { close(): Promise<void> } {
  const { folders, duckdbMemoryMegabytes, searchTimeoutSeconds, retentionDays } = options;
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
  return {
    db,
    events: openSegmentStore({ search }),
    queues: new SearchQueues(),
    options: { retentionDays },
    close: () => database.close(),
  };
}
