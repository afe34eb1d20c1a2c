import type { SearchedSegment } from "./as-of";
import type { Direction } from "../../store/event-key";
import { KEY_COLUMNS, keyOrderSql, type LocatedKey, locate } from "./event-key";
import type { Predicate, SortColumn } from "../../query/predicate";
import { querySegments, type SegmentReader } from "./segment-reader";

export type SortedScan = {
  segments: readonly SearchedSegment[];
  predicate: Predicate;
  sortBy: SortColumn;
  sortDirection: Direction;
  limit: number;
  offset: number;
};

/**
 * One page out of all matches, sorted by DuckDB. Reads every segment of the window; events without the field come last.
 */
export async function scanSorted(
  reader: SegmentReader,
  scan: SortedScan,
  signal: AbortSignal,
): Promise<LocatedKey[]> {
  const { segments, predicate, sortBy, sortDirection, limit, offset } = scan;
  if (segments.length === 0) return [];
  const order =
    sortBy === "received_at"
      ? keyOrderSql(sortDirection)
      : `ORDER BY "${sortBy}" ${sortDirection} NULLS LAST, id DESC, collector DESC`;
  const rows = await querySegments(
    reader,
    { segments, predicate, select: KEY_COLUMNS, tail: `${order} LIMIT ${limit} OFFSET ${offset}` },
    signal,
  );
  return rows.map((row) => locate(row, segments));
}
