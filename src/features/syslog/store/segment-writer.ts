import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { EVENT_COLUMNS, type EventColumn } from "../event";
import type { LetterMarks } from "../letter-marks";
import { checksumOf } from "./checksum";
import { quoteText, type EventDatabase } from "./duckdb";
import { moveDurably, syncFile } from "./durable-files";
import type { SegmentDraft } from "./segment-draft";
import { segmentFileName, segmentPath, type SegmentRange } from "./segment-name";

/** A segment in its final place: durable, but not yet in the catalog. */
export type WrittenSegment = SegmentRange & {
  /** Below the events folder. */
  path: string;
  rowCount: number;
  sizeBytes: number;
  /** CRC32C of the file. */
  checksum: number;
  minReceivedAtMicros: number;
  maxReceivedAtMicros: number;
  minEventId: number;
  maxEventId: number;
  /** Null: not known. */
  letters: LetterMarks | null;
};

export type SegmentFolders = { events: string; temporary: string };

/** Points at which crash tests stop the program, in the order in which a chunk meets them; the last stands before the deletion. */
export type IngestStep =
  "chunk-read" | "segment-written" | "segment-renamed" | "segment-catalogued" | "journal-release";

/** The rows of a draft are not what DuckDB made of them: the CSV, not the disk, is at fault. */
export class UnreadableRowsError extends Error {}

/** A row has its line twice, at most 8,192 characters each, and up to 256 KiB of octets in base64. */
const LONGEST_CSV_LINE_BYTES = 1024 * 1024;
const CSV_BUFFER_BYTES = 4 * LONGEST_CSV_LINE_BYTES;
/** DuckDB holds a whole row group in memory: small ones of wide rows keep segments of every kind within INGEST_LIMITS. */
const ROW_GROUP_CSV_BYTES = 24 * 1024 * 1024;
const MAX_ROW_GROUP = 30_720;
/** Of files that are seldom read: bigger row groups are smaller on disk, and slower to take single events from. */
const MAX_FINAL_ROW_GROUP = 2 * MAX_ROW_GROUP;
/** Of a row whose size nobody knows. */
const WIDE_ROW_BYTES = 8192;
/** Row groups are multiples of DuckDB's vectors. */
const VECTOR_ROWS = 2048;

/** Turns a sealed draft into a segment file: written, checked, synced, renamed, folders synced. */
export async function writeSegment(
  draft: SegmentDraft,
  deps: {
    database: EventDatabase;
    folders: SegmentFolders;
    observe?: ((step: IngestStep) => void) | undefined;
  },
): Promise<WrittenSegment> {
  const { summary } = draft;
  const temporary = join(deps.folders.temporary, segmentFileName(summary.range));
  try {
    const [copied] = await deps.database.write({ sql: copyStatement(draft, temporary) });
    if (copied?.["Count"] !== summary.rows) {
      throw new UnreadableRowsError(`our bug: ${summary.rows} rows became ${String(copied?.["Count"])}`);
    }
    await syncFile(temporary);
    const checksum = await checksumOf(temporary);
    deps.observe?.("segment-written");
    const { size } = await stat(temporary);
    const path = segmentPath(summary.range, summary.firstReceivedAtMicros);
    await moveDurably(temporary, deps.folders.events, path);
    deps.observe?.("segment-renamed");
    return {
      ...summary.range,
      path,
      rowCount: summary.rows,
      sizeBytes: size,
      checksum,
      minReceivedAtMicros: summary.minReceivedAtMicros,
      maxReceivedAtMicros: summary.maxReceivedAtMicros,
      minEventId: summary.minId,
      maxEventId: summary.maxId,
      letters: summary.letters,
    };
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** How the rows of a chunk stand in CSV (parse/csv-row.ts): times as microseconds, octets as base64, else as the type reads them. */
const CSV_COLUMNS = Object.entries(EVENT_COLUMNS).map(
  ([name, type]) => `${quoteText(name)}: '${csvTypeOf(type)}'`,
);

/** What columns are where the CSV does not say them as they are: nothing there means what another column has, or false. */
const SELECTED = `
  * REPLACE (
    make_timestamptz(coalesce(received_at, id)) AS received_at,
    make_timestamptz(event_time) AS event_time,
    coalesce(action_raw, action) AS action_raw,
    coalesce(clock_unset, false) AS clock_unset,
    coalesce(truncated, false) AS truncated,
    coalesce(raw_log, '') AS raw_log,
    from_base64(raw_bytes) AS raw_bytes
  )`;

function csvTypeOf(type: (typeof EVENT_COLUMNS)[EventColumn]): string {
  if (type === "TIMESTAMPTZ") return "BIGINT";
  return type === "BLOB" ? "VARCHAR" : type;
}

function copyStatement({ csvPath, sizeBytes, summary }: SegmentDraft, parquetPath: string): string {
  return `
    COPY (
      SELECT ${SELECTED}
      FROM read_csv(${quoteText(csvPath)}, auto_detect = false, header = false, columns = {${CSV_COLUMNS.join(", ")}},
        delim = ',', quote = '"', escape = '"', nullstr = '', allow_quoted_nulls = false, new_line = '\\n',
        strict_mode = true, max_line_size = ${LONGEST_CSV_LINE_BYTES}, buffer_size = ${CSV_BUFFER_BYTES})
      ${summary.isOrdered ? "" : "ORDER BY id"}
    ) TO ${quoteText(parquetPath)} (${parquetOptions({ ...summary, csvBytes: sizeBytes, use: "fresh" })})`;
}

/**
 * What a file will hold. `csvBytes`: octets of its rows as CSV, undefined where nobody knows. `use`: a `fresh` file is
 * soon merged, a `final` one is not written again.
 */
type SegmentContent = {
  range: SegmentRange;
  rows: number;
  unparsed: number;
  csvBytes: number | undefined;
  use: SegmentUse;
};

/**
 * Of zstd. Where lines of a shape stand together level 1 makes smaller files than levels 2 to 4; level 9 makes them 10 % smaller yet,
 * for twice the processor time of a merge. In fresh files the lower level, no Bloom filters and no dictionaries of rare texts save a tenth of a segment's processor time.
 */
const COMPRESSION_LEVELS = { fresh: 1, merged: 1, final: 9 } as const;
const FRESH_OPTIONS = ", WRITE_BLOOM_FILTER false, DICTIONARY_SIZE_LIMIT 3000";

type SegmentUse = keyof typeof COMPRESSION_LEVELS;

/**
 * The options of a COPY that makes a segment: compression, row groups that fit into memory, and what the file says of itself.
 * The encodings of Parquet 2 (delta for numbers and for the lengths of texts) save 3 of 40 bytes an event.
 */
export function parquetOptions(content: SegmentContent): string {
  const { range, rows, unparsed, csvBytes, use } = content;
  const rowBytes = csvBytes === undefined ? WIDE_ROW_BYTES : csvBytes / rows;
  const vectors = Math.floor(ROW_GROUP_CSV_BYTES / rowBytes / VECTOR_ROWS);
  const mostRows = use === "final" ? MAX_FINAL_ROW_GROUP : MAX_ROW_GROUP;
  const rowGroup = Math.min(mostRows, Math.max(1, vectors) * VECTOR_ROWS);
  const metadata = {
    collector: range.collector,
    range_start: range.start,
    range_end: range.end,
    rows,
    unparsed,
    ...(csvBytes === undefined ? {} : { csv_bytes: csvBytes }),
  };
  const pairs = Object.entries(metadata).map(([name, value]) => `${name}: ${quoteText(String(value))}`);
  const extra = use === "fresh" ? FRESH_OPTIONS : "";
  return `FORMAT parquet, PARQUET_VERSION v2, COMPRESSION zstd, COMPRESSION_LEVEL ${COMPRESSION_LEVELS[use]}, ROW_GROUP_SIZE ${rowGroup}${extra}, KV_METADATA {${pairs.join(", ")}}`;
}
