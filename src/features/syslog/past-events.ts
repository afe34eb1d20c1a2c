import { mkdir } from "node:fs/promises";
import type { Db } from "#platform/database";
import type { Logger } from "#platform/log";
import { openClickHouseStore } from "./clickhouse/event-store";
import type { ClickHouseEvents } from "./clickhouse/reader";
import { openRowStore } from "./clickhouse/row-store";
import { EventRows } from "./encode/event-rows";
import type { OwnFormat } from "./parse/own-formats/definition";
import { FormatSet } from "./parse/own-formats/format-set";
import { parseLine } from "./parse/parse-line";
import { commitRange, listNewestIds, loadStoredThrough } from "./segments/catalog/catalog";
import { EventDatabase } from "./segments/duckdb";
import { type ChunkRows, SegmentDraft } from "./segments/ingest/draft";
import type { RowStore } from "./segments/ingest/row-store";
import { type SegmentFolders, writeSegment } from "./segments/ingest/segment-writer";

// Not in the feature's index: a service leaves the parsers, which this has, to threads of their own.

/** A line as it came in by UDP at a moment that is over. */
export type PastLine = { receivedAtMicros: number; sender: string; line: string };

export type PastContext = {
  db: Db;
  folders: SegmentFolders;
  /** Of twelve hexadecimal digits, and nobody else's: its positions are counted by the lines. */
  collector: string;
  /** Formats of one's own, in their order, which the lines are read by; absent: none. */
  formats?: readonly OwnFormat[];
  /** Where events are, in place of segments. */
  elsewhere?: PastElsewhere | undefined;
};

export type PastElsewhere = ClickHouseEvents & { log: Logger };

type Store = Omit<PastContext, "elsewhere"> & { database: EventDatabase; rowStore: RowStore | undefined };

/** About as ingest makes them. */
const ROWS_OF_SEGMENT = 110_000;
const ROWS_OF_GROUP = 10_000;
/** Of DuckDB, which only counts the rows. */
const MEMORY_MEGABYTES = 128;

const NEVER = new AbortController().signal;
const READ_SECONDS = 10;

/** When the newest line of a collector's came in, in microseconds; undefined: it has none. */
export async function findNewestPastEvent({
  db,
  collector,
  elsewhere,
}: Pick<PastContext, "db" | "collector" | "elsewhere">): Promise<number | undefined> {
  if (elsewhere === undefined) return (await listNewestIds(db)).get(collector);
  await openRowStore(elsewhere).prepare();
  const events = openClickHouseStore({ ...elsewhere, timeoutSeconds: READ_SECONDS });
  return (await events.listNewestIds()).get(collector);
}

/**
 * Stores lines with the times at which they came in, as ingest might have done; beside a service that runs, too. Times
 * rise from line to line, and are later than what the collector has. Holds one segment's rows in
 * memory. Gives how many lines it stored.
 * @throws Error where somebody else stores for that collector meanwhile.
 */
export async function storePastEvents(ctx: PastContext, lines: Iterable<PastLine>): Promise<number> {
  const { events, temporary } = ctx.folders;
  await mkdir(temporary, { recursive: true, mode: 0o700 });
  const database = new EventDatabase({
    eventsFolder: events,
    temporaryFolder: temporary,
    memoryMegabytes: MEMORY_MEGABYTES,
    threads: 1,
  });
  try {
    const rowStore = ctx.elsewhere && openRowStore(ctx.elsewhere);
    await rowStore?.prepare();
    return await storeAll({ ...ctx, database, rowStore }, lines);
  } finally {
    await database.close();
  }
}

async function storeAll(store: Store, lines: Iterable<PastLine>): Promise<number> {
  const first = await loadStoredThrough(store.db, store.collector);
  const rows = new EventRows();
  const { formats = [] } = store;
  const ownFormats =
    formats.length === 0 ? undefined : new FormatSet(formats.map((format, key) => ({ key, format })));
  let [start, end] = [first, first];
  let groups: ChunkRows[] = [];
  let group: PastLine[] = [];
  const closeGroup = () => {
    end += group.length;
    ownFormats?.begin();
    groups.push(toRows(rows, { lines: group, end, ownFormats }));
    group = [];
    // Left to itself the runtime keeps what a group leaves until it is as much as lives, beside the service of the demo.
    Bun.gc(true);
  };
  const closeSegment = async () => {
    await storeGroups(store, { start, groups });
    start = end;
    groups = [];
  };
  for (const line of lines) {
    group.push(line);
    if (group.length >= ROWS_OF_GROUP) closeGroup();
    if (end - start >= ROWS_OF_SEGMENT) await closeSegment();
  }
  if (group.length > 0) closeGroup();
  if (groups.length > 0) await closeSegment();
  return end - first;
}

/** One row group; `end` is the position of the last line. */
function toRows(
  rows: EventRows,
  { lines, end, ownFormats }: { lines: readonly PastLine[]; end: number; ownFormats: FormatSet | undefined },
): ChunkRows {
  let unparsed = 0;
  rows.begin(lines.length);
  for (const { receivedAtMicros, sender, line } of lines) {
    const bytes = Buffer.from(line);
    const parsed = parseLine(bytes, { receivedAtMicros, sender, ownFormats });
    if (parsed.fields.facility === null) unparsed += 1;
    const originalBytes = bytes.length;
    const id = receivedAtMicros;
    rows.append({ id, receivedAtMicros, sender, transport: "udp", truncated: false, originalBytes }, parsed);
  }
  const [minId, maxId] = [lines[0]?.receivedAtMicros ?? 0, lines.at(-1)?.receivedAtMicros ?? 0];
  return {
    ...rows.take(),
    skipIndex: rows.skipIndex,
    end,
    minReceivedAtMicros: minId,
    maxReceivedAtMicros: maxId,
    minId,
    maxId,
    isOrdered: true,
    unparsed,
  };
}

async function storeGroups(
  store: Store,
  { start, groups }: { start: number; groups: readonly ChunkRows[] },
): Promise<void> {
  const { db, folders, collector } = store;
  const draft = new SegmentDraft(folders.temporary, { collector, start });
  try {
    for (const group of groups) await draft.append(group);
    await draft.seal();
    const segment = await storeDraft(store, draft);
    const { unparsed, range, rows } = draft.summary;
    const isStored = await commitRange(db, { ...range, segment, rows, unparsed, skipped: 0 });
    if (!isStored) throw new Error(`the collector ${collector} has moved: another process stores for it`);
  } finally {
    await draft.discard();
  }
}

/** The segment that it became; undefined: it is elsewhere. */
async function storeDraft({ database, folders, collector, rowStore }: Store, draft: SegmentDraft) {
  if (rowStore === undefined) return writeSegment(draft, { database, folders });
  const { path, summary } = draft;
  const { minId: start, maxId: end } = summary;
  // A range is known by its times: behind one that was stored and not committed others come at its positions.
  await rowStore.put({ ...summary, collector, path, start, end, isReplay: true }, NEVER);
  return undefined;
}
