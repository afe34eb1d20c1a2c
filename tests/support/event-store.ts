import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import type { Db } from "#platform/database";
import { createWorkerPool, type WorkerPool } from "#platform/workers";
import { openJournal } from "../../src/features/syslog/journal/recovery";
import type { JournalDepth } from "../../src/features/syslog/journal/reader";
import { JournalWriter } from "../../src/features/syslog/journal/writer";
import { EventRows } from "../../src/features/syslog/encode/event-rows";
import { lineOf, type StoredMessage } from "../features/syslog/parse/parse-line";
import { commitRange, loadStoredThrough } from "../../src/features/syslog/segments/catalog/catalog";
import { EventDatabase, type Row } from "../../src/features/syslog/segments/duckdb";
import { JournalFeed } from "../../src/features/syslog/journal/feed";
import { Pipeline, type PipelineOptions } from "../../src/features/syslog/segments/ingest/pipeline";
import { SegmentDraft } from "../../src/features/syslog/segments/ingest/draft";
import { writeSegment } from "../../src/features/syslog/segments/ingest/segment-writer";
import { collectors, eventSegments } from "../../src/features/syslog/tables";
import { atRunEnd } from "./run-end";
import { waitFor } from "./wait-for";

export const COLLECTOR = "0123456789ab";

const log = pino({ level: "silent" });
let sharedPool: WorkerPool | undefined;

/** Worker threads for all tests of this process. */
export function testPool(): WorkerPool {
  if (sharedPool === undefined) {
    const pool = createWorkerPool({ threads: 1 });
    atRunEnd(() => pool.close());
    sharedPool = pool;
  }
  return sharedPool;
}

export type StoreFolders = { root: string; events: string; temporary: string; journal: string };

/** The folders of an event store, gone after the run. */
export async function createStoreFolders(): Promise<StoreFolders> {
  const root = await mkdtemp(join(tmpdir(), "netatlas-store-"));
  atRunEnd(() => rm(root, { recursive: true, force: true }));
  const folders = {
    root,
    events: join(root, "events"),
    temporary: join(root, "tmp"),
    journal: join(root, "journal"),
  };
  for (const folder of Object.values(folders)) await mkdir(folder, { recursive: true });
  return folders;
}

export function openEventDatabase(
  folders: Pick<StoreFolders, "events" | "temporary">,
  Database = EventDatabase,
): EventDatabase {
  const database = new Database({
    eventsFolder: folders.events,
    temporaryFolder: folders.temporary,
    memoryMegabytes: 200,
    threads: 2,
  });
  atRunEnd(() => database.close());
  return database;
}

/** A collector's journal, its pipeline and DuckDB on one set of folders: a service without sockets. */
export type RunningStore = {
  pipeline: Pipeline;
  database: EventDatabase;
  /** What is in the journal and not stored. */
  depth(): JournalDepth;
  /** Puts lines into the journal as if they came from 192.0.2.1, now or so many seconds ago. */
  receive(lines: readonly string[], secondsAgo?: number): void;
  /** Has what was received before stored and catalogued, as a search does. */
  stored(): Promise<void>;
  /** Stops as the service does. Gives whether all was stored within `deadlineMs`. */
  stop(deadlineMs?: number): Promise<boolean>;
};

export type StoreOptions = Partial<
  Pick<
    PipelineOptions,
    "observe" | "pool" | "collector" | "live" | "retentionBytes" | "keepLeases" | "watch" | "rowStore"
  >
> & {
  /** How long lines may rest in the journal; absent: not at all. */
  restMs?: number;
};

/** Opens the journal and begins to store; call it again on the same folders for a restart. */
export async function startStore(
  db: Db,
  folders: StoreFolders,
  options: StoreOptions = {},
): Promise<RunningStore> {
  const collector = options.collector ?? COLLECTOR;
  const { reader, scan } = await openJournal({ directory: folders.journal, collector, log });
  const feed = new JournalFeed(folders.journal, { reader, extents: scan.extents, log });
  const writer = await JournalWriter.open(
    {
      directory: folders.journal,
      collector,
      nextPosition: scan.nextPosition,
      minimumId: scan.minimumId,
      maxBytes: 1024 ** 3,
      minFreeBytes: 0,
    },
    { onSynced: (extent) => feed.announce(extent), onPause: () => undefined, onError: () => undefined },
  );
  const database = openEventDatabase(folders);
  const pipeline = new Pipeline({
    collector,
    feed,
    journalFolder: folders.journal,
    db,
    database,
    folders,
    pool: options.pool ?? testPool(),
    parallelChunks: 2,
    restMs: () => options.restMs ?? 0,
    retentionBytes: options.retentionBytes ?? 0,
    minFreeBytes: 0,
    timeZones: { fallback: "UTC", senders: [] },
    log,
    observe: options.observe,
    live: options.live,
    keepLeases: options.keepLeases,
    watch: options.watch,
    rowStore: options.rowStore,
  });
  pipeline.start(Promise.resolve());
  let received = scan.nextPosition - 1;
  return {
    pipeline,
    database,
    depth: () => feed.depth(),
    receive(lines, secondsAgo = 0) {
      for (const line of lines) {
        const bytes = Buffer.from(line);
        writer.append({
          receivedAtMicros: (Date.now() - secondsAgo * 1000) * 1000,
          sender: "192.0.2.1",
          transport: "udp",
          originalBytes: bytes.length,
          malformed: false,
          bytes,
        });
      }
      received += lines.length;
    },
    stored: async () => {
      const isStored = async () => {
        await pipeline.settle(0);
        return pipeline.status.storedThrough >= received;
      };
      await waitFor("all lines to be stored", isStored, 20_000);
    },
    async stop(deadlineMs = 10_000) {
      await writer.close(5_000);
      const isDrained = await pipeline.drain(deadlineMs);
      await database.close();
      return isDrained;
    },
  };
}

/** Names of all segment files, sorted. */
export async function listSegmentFiles(folders: StoreFolders): Promise<string[]> {
  const names = await readdir(folders.events, { recursive: true });
  return names.filter((name) => name.endsWith(".parquet")).sort();
}

/** All events that lie in the catalogued segments, by id. */
export async function readStoredEvents(
  sql: { unsafe(query: string): PromiseLike<{ path?: unknown }[]> },
  store: { folders: StoreFolders; database: EventDatabase },
): Promise<Row[]> {
  const rows = await sql.unsafe("SELECT path FROM event_segments WHERE deleted_at IS NULL");
  if (rows.length === 0) return [];
  const files = rows.map((row) => `'${join(store.folders.events, String(row.path))}'`);
  return store.database.query({
    sql: `SELECT id, raw_log, parser FROM read_parquet([${files.join(", ")}]) ORDER BY id`,
  });
}

export type GivenEvent = Partial<StoredMessage> & {
  receivedAtMicros: number;
  sender?: string;
  id?: number;
  originalBytes?: number;
};

/**
 * Puts one segment of events into the store, behind what the collector has; gives its path. Events come in the order of
 * their ids.
 */
export async function givenSegment(
  place: {
    db: Db;
    database: EventDatabase;
    folders: Pick<StoreFolders, "events" | "temporary">;
    collector?: string;
  },
  events: readonly GivenEvent[],
): Promise<string> {
  const collector = place.collector ?? COLLECTOR;
  const start = await loadStoredThrough(place.db, collector);
  const rows = new EventRows();
  rows.begin(events.length);
  const times = events.map((event) => event.receivedAtMicros);
  const ids = events.map((event) => event.id ?? event.receivedAtMicros);
  for (const [
    index,
    { receivedAtMicros, sender, id: _, originalBytes = 0, ...message },
  ] of events.entries()) {
    const stored = lineOf({ rawLog: `line ${ids[index]}`, ...message });
    rows.append(
      {
        id: ids[index] ?? 0,
        receivedAtMicros,
        sender: sender ?? "192.0.2.1",
        transport: "udp",
        truncated: false,
        originalBytes,
      },
      stored,
    );
  }
  const draft = new SegmentDraft(place.folders.temporary, { collector, start });
  await draft.append({
    ...rows.take(),
    end: start + events.length,
    minReceivedAtMicros: Math.min(...times),
    maxReceivedAtMicros: Math.max(...times),
    minId: Math.min(...ids),
    maxId: Math.max(...ids),
    isOrdered: ids.every((id, index) => index === 0 || id > (ids[index - 1] ?? 0)),
    unparsed: 0,
    skipIndex: rows.skipIndex,
  });
  await draft.seal();
  const segment = await writeSegment(draft, place);
  await draft.discard();
  const range = {
    collector,
    start,
    end: segment.end,
    segment,
    rows: segment.rowCount,
    unparsed: 0,
    skipped: 0,
  };
  if (!(await commitRange(place.db, range))) throw new Error("the collector has moved");
  return segment.path;
}

/** A segment that only the catalog knows. */
export async function givenCatalogued(db: Db): Promise<void> {
  await db.insert(collectors).values({ id: COLLECTOR });
  await db.insert(eventSegments).values({
    collector: COLLECTOR,
    rangeStart: 0,
    rangeEnd: 1,
    path: "not-there",
    rowCount: 1,
    sizeBytes: 1,
    minReceivedAtMicros: 0,
    maxReceivedAtMicros: 0,
    minEventId: 0,
    maxEventId: 0,
  });
}
