import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { COLUMN_COUNT } from "../../event/columns";
import { checksumOf } from "../checksum";
import { type EventDatabase, NO_EVENT } from "../duckdb";
import { quoteText } from "../quote-text";
import { moveDurably, syncFile } from "#platform/durable-file";
import type { Merge, MergeInput } from "./plan";
import type { RowMerge } from "./rows";
import type { MergeProcess } from "./process";
import type { SkipIndex } from "../../skip-index/skip-index";
import { hiddenPath, segmentFileName, segmentPath, type SegmentRange } from "../name";
import { parquetOptions } from "../parquet-options";
import { findSegmentFile } from "../segment-file";
import { countIds, countRows } from "../stored-rows";
import type { SegmentFolders, WrittenSegment } from "../ingest/segment-writer";

/** Points at which crash tests stop the program, in the order in which a merge meets them. */
export type CompactionStep =
  "compaction-written" | "compaction-renamed" | "compaction-catalogued" | "compaction-shown";

export type MergeContext = {
  database: EventDatabase;
  folders: SegmentFolders;
  merger: MergeProcess;
  /** Asked right before the merged file gets its place; throws where it must not. */
  mayRename(): Promise<void>;
  observe?: ((step: CompactionStep) => void) | undefined;
};

/** What a merge wrote, and the numbers of its lines; of the rest of its skip index the catalog knows that of its inputs. */
export type MergedSegment = Omit<WrittenSegment, "skipIndex"> & Pick<SkipIndex, "numbers">;

const TEMPORARY_SUFFIX = ".merge";

/** A merged file in the making; what is left of one after a crash may go. */
export function isUnfinishedMerge(name: string): boolean {
  return name.endsWith(TEMPORARY_SUFFIX);
}

/** As mergeRows does it. */
const CLUSTERED = "ORDER BY parser, app, shape, id";
/** More than that would be spilled to disk for the greater part. */
const MAX_SORTED_BYTES = 512 * 1024 * 1024;

/**
 * Writes the rows of neighbours into one file, lines of a shape together: written, checked, synced, put in its folder,
 * folders synced. It is hidden there, as the catalog still has the inputs.
 */
export async function mergeSegments(
  ctx: MergeContext,
  { inputs, isFinal }: Merge,
  signal: AbortSignal,
): Promise<MergedSegment> {
  const { database, folders } = ctx;
  const range = unionOf(inputs);
  const temporary = join(folders.temporary, `${segmentFileName(range)}${TEMPORARY_SUFFIX}`);
  try {
    const order: RowMerge = {
      inputs: await Promise.all(inputs.map(({ path }) => findInput(folders.events, path))),
      output: temporary,
      range,
      rows: inputs.reduce((sum, input) => sum + input.rowCount, 0),
      use: isFinal ? "final" : "merged",
    };
    const answer = await ctx.merger.merge(order, signal);
    if (answer.outcome === "failed") throw new Error(`cannot merge segments: ${answer.reason}`);
    if (answer.outcome === "unreadable") {
      await mergeByDuckDb(database, order, signal);
      await countRows(database, temporary, order.rows);
    } else if ((await countIds(temporary, order.rows)) !== answer.ids)
      throw new Error("our bug: a merge has lost events");
    await syncFile(temporary);
    const checksum = await checksumOf(temporary);
    const { size: sizeBytes } = await stat(temporary);
    ctx.observe?.("compaction-written");
    const firstAt = inputs[0]?.minReceivedAtMicros ?? 0;
    const path = segmentPath(range, firstAt);
    await ctx.mayRename();
    await moveDurably(temporary, folders.events, hiddenPath(path));
    ctx.observe?.("compaction-renamed");
    // DuckDB keeps columns of newer versions.
    const { columns, numbers } =
      answer.outcome === "merged"
        ? { columns: COLUMN_COUNT, numbers: answer.numbers }
        : { columns: null, numbers: null };
    return {
      ...range,
      path,
      rowCount: order.rows,
      sizeBytes,
      checksum,
      columns,
      numbers,
      ...boundsOf(inputs),
    };
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Where a replica that died has not shown what it merged, the file is hidden still. */
async function findInput(eventsFolder: string, path: string): Promise<string> {
  const found = await findSegmentFile(eventsFolder, path);
  return found?.file ?? join(eventsFolder, path);
}

/** For segments that were written otherwise than today, or are too wide to be held in memory. */
async function mergeByDuckDb(
  database: EventDatabase,
  { inputs, output, range, rows }: RowMerge,
  signal: AbortSignal,
): Promise<void> {
  const files = `[${inputs.map(quoteText).join(", ")}]`;
  const counts = await readCounts(database, { files, segments: inputs.length }, signal);
  // The bigger row groups of final files do not fit into its memory beside the sort.
  const options = parquetOptions({ range, rows, ...counts }, "merged");
  const isSorted = (counts.plainBytes ?? Infinity) <= MAX_SORTED_BYTES;
  const sql = `
    COPY (
      SELECT * FROM read_parquet(${files}, hive_partitioning = false, union_by_name = true)
      UNION ALL BY NAME SELECT ${NO_EVENT} WHERE false
      ${isSorted ? CLUSTERED : ""}
    ) TO ${quoteText(output)} (${options})`;
  const [copied] = await database.merge({ sql }, signal);
  if (copied?.["Count"] !== rows)
    throw new Error(`segments of ${rows} rows gave ${String(copied?.["Count"])}`);
}

function unionOf(inputs: readonly MergeInput[]): SegmentRange {
  const [first] = inputs;
  const last = inputs.at(-1);
  if (first === undefined || last === undefined) throw new Error("our bug: a merge of nothing");
  return { collector: first.collector, start: first.rangeStart, end: last.rangeEnd };
}

function boundsOf(inputs: readonly MergeInput[]) {
  return {
    minReceivedAtMicros: Math.min(...inputs.map((input) => input.minReceivedAtMicros)),
    maxReceivedAtMicros: Math.max(...inputs.map((input) => input.maxReceivedAtMicros)),
    minEventId: Math.min(...inputs.map((input) => input.minEventId)),
    maxEventId: Math.max(...inputs.map((input) => input.maxEventId)),
  };
}

/**
 * Sums of what the files say of themselves (some older ones: bytes as CSV). `plainBytes` is undefined where one does
 * not.
 */
async function readCounts(
  database: EventDatabase,
  { files, segments }: { files: string; segments: number },
  signal: AbortSignal,
): Promise<{ unparsed: number; plainBytes: number | undefined }> {
  const rows = await database.merge(
    {
      sql: `
        SELECT if(decode(key) = 'csv_bytes', 'plain_bytes', decode(key)) AS name,
          sum(decode(value)::BIGINT)::BIGINT AS total, count(*) AS files
        FROM parquet_kv_metadata(${files}) WHERE decode(key) IN ('unparsed', 'plain_bytes', 'csv_bytes') GROUP BY ALL`,
    },
    signal,
  );
  const unparsed = rows.find((row) => row["name"] === "unparsed");
  const plainBytes = rows.find((row) => row["name"] === "plain_bytes");
  return {
    unparsed: Number(unparsed?.["total"] ?? 0),
    plainBytes: plainBytes?.["files"] === segments ? Number(plainBytes["total"]) : undefined,
  };
}
