import { quoteText } from "./quote-text";
import { type SegmentContent, segmentMetadata } from "./metadata";

/**
 * DuckDB holds a whole row group in memory: small ones of wide rows keep segments of every kind within INGEST_LIMITS.
 */
const ROW_GROUP_BYTES = 24 * 1024 * 1024;
const MAX_ROW_GROUP = 30_720;
/** Of files that are seldom read: bigger row groups are smaller on disk, and slower to take single events from. */
const MAX_FINAL_ROW_GROUP = 2 * MAX_ROW_GROUP;
/** Of a row whose size nobody knows. */
const WIDE_ROW_BYTES = 8192;
/** Row groups are multiples of DuckDB's vectors. */
const VECTOR_ROWS = 2048;

/**
 * Of zstd. Where lines of a shape stand together level 1 makes smaller files than levels 2 to 4; level 9 makes them 10
 * % smaller yet, for twice the processor time of a merge. In fresh files the lower level, no Bloom filters and no
 * dictionaries of rare texts save a tenth of a segment's processor time.
 */
export const COMPRESSION_LEVELS = { fresh: 1, merged: 1, final: 9 } as const;
const FRESH_OPTIONS = ", WRITE_BLOOM_FILTER false, DICTIONARY_SIZE_LIMIT 3000";

/** A `fresh` file is soon merged, a `final` one is not written again. */
export type SegmentUse = keyof typeof COMPRESSION_LEVELS;

/**
 * The options of a COPY that makes a segment: compression, row groups that fit into memory, and what the file says of
 * itself. The encodings of Parquet 2 (delta for numbers and for the lengths of texts) save 3 of 40 bytes an event.
 */
export function parquetOptions(content: SegmentContent, use: SegmentUse): string {
  const pairs = Object.entries(segmentMetadata(content)).map(
    ([name, value]) => `${name}: ${quoteText(value)}`,
  );
  const extra = use === "fresh" ? FRESH_OPTIONS : "";
  return `FORMAT parquet, PARQUET_VERSION v2, COMPRESSION zstd, COMPRESSION_LEVEL ${COMPRESSION_LEVELS[use]}, ROW_GROUP_SIZE ${groupRowsOf(content, use)}${extra}, KV_METADATA {${pairs.join(", ")}}`;
}

/** Rows of a row group. */
export function groupRowsOf({ rows, plainBytes }: SegmentContent, use: SegmentUse): number {
  const rowBytes = plainBytes === undefined ? WIDE_ROW_BYTES : plainBytes / rows;
  const vectors = Math.floor(ROW_GROUP_BYTES / rowBytes / VECTOR_ROWS);
  const mostRows = use === "final" ? MAX_FINAL_ROW_GROUP : MAX_ROW_GROUP;
  return Math.min(mostRows, Math.max(1, vectors) * VECTOR_ROWS);
}
