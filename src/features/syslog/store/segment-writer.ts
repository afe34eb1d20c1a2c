import { rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type AddressMarks, packAddressKeys } from "../address-marks";
import type { LetterMarks } from "../letter-marks";
import { checksumOf } from "./checksum";
import { quoteText, type EventDatabase } from "./duckdb";
import { moveDurably, syncFile } from "./durable-files";
import type { SegmentDraft } from "./segment-draft";
import { type SegmentContent, segmentMetadata } from "./segment-metadata";
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
  /** Null: not known. */
  addresses: AddressMarks | null;
};

export type SegmentFolders = { events: string; temporary: string };

/** Points at which crash tests stop the program, in the order in which a chunk meets them; the last stands before the deletion. */
export type IngestStep =
  "chunk-read" | "segment-written" | "segment-renamed" | "segment-catalogued" | "journal-release";

/** DuckDB does not find the rows of a draft in its file: we, not the disk, are at fault. */
export class UnreadableRowsError extends Error {}

/** DuckDB holds a whole row group in memory: small ones of wide rows keep segments of every kind within INGEST_LIMITS. */
const ROW_GROUP_BYTES = 24 * 1024 * 1024;
const MAX_ROW_GROUP = 30_720;
/** Of files that are seldom read: bigger row groups are smaller on disk, and slower to take single events from. */
const MAX_FINAL_ROW_GROUP = 2 * MAX_ROW_GROUP;
/** Of a row whose size nobody knows. */
const WIDE_ROW_BYTES = 8192;
/** Row groups are multiples of DuckDB's vectors. */
const VECTOR_ROWS = 2048;

/** Makes a sealed draft a segment file: put in order where need be, checked, synced, renamed, folders synced. */
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
    if (draft.isFit) await rename(draft.path, temporary);
    else await deps.database.write({ sql: rewriteStatement(draft, temporary) });
    await checkRows(deps.database, temporary, summary.rows);
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
      addresses: summary.addresses === null ? null : packAddressKeys(summary.addresses, summary.rows),
    };
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Reads the file once as searches will: the numbers of a column, which the footer alone does not tell. */
async function checkRows(database: EventDatabase, path: string, rows: number): Promise<void> {
  const sql = `SELECT count(*) AS rows, bit_xor(id) AS ids FROM read_parquet(${quoteText(path)})`;
  const [found] = await database.write({ sql });
  if (found?.["rows"] !== rows)
    throw new UnreadableRowsError(`our bug: ${rows} rows became ${String(found?.["rows"])}`);
}

/** Ids are out of order where the clock was, and row groups small where few lines came at a time. */
function rewriteStatement({ path, summary }: SegmentDraft, parquetPath: string): string {
  return `
    COPY (SELECT * FROM read_parquet(${quoteText(path)}) ${summary.isOrdered ? "" : "ORDER BY id"})
    TO ${quoteText(parquetPath)} (${parquetOptions(summary, "fresh")})`;
}

/**
 * Of zstd. Where lines of a shape stand together level 1 makes smaller files than levels 2 to 4; level 9 makes them 10 % smaller yet,
 * for twice the processor time of a merge. In fresh files the lower level, no Bloom filters and no dictionaries of rare texts save a tenth of a segment's processor time.
 */
const COMPRESSION_LEVELS = { fresh: 1, merged: 1, final: 9 } as const;
const FRESH_OPTIONS = ", WRITE_BLOOM_FILTER false, DICTIONARY_SIZE_LIMIT 3000";

/** A `fresh` file is soon merged, a `final` one is not written again. */
type SegmentUse = keyof typeof COMPRESSION_LEVELS;

/**
 * The options of a COPY that makes a segment: compression, row groups that fit into memory, and what the file says of itself.
 * The encodings of Parquet 2 (delta for numbers and for the lengths of texts) save 3 of 40 bytes an event.
 */
export function parquetOptions(content: SegmentContent, use: SegmentUse): string {
  const { rows, plainBytes } = content;
  const rowBytes = plainBytes === undefined ? WIDE_ROW_BYTES : plainBytes / rows;
  const vectors = Math.floor(ROW_GROUP_BYTES / rowBytes / VECTOR_ROWS);
  const mostRows = use === "final" ? MAX_FINAL_ROW_GROUP : MAX_ROW_GROUP;
  const rowGroup = Math.min(mostRows, Math.max(1, vectors) * VECTOR_ROWS);
  const pairs = Object.entries(segmentMetadata(content)).map(
    ([name, value]) => `${name}: ${quoteText(value)}`,
  );
  const extra = use === "fresh" ? FRESH_OPTIONS : "";
  return `FORMAT parquet, PARQUET_VERSION v2, COMPRESSION zstd, COMPRESSION_LEVEL ${COMPRESSION_LEVELS[use]}, ROW_GROUP_SIZE ${rowGroup}${extra}, KV_METADATA {${pairs.join(", ")}}`;
}
