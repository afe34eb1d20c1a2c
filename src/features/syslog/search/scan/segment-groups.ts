import type { SearchedSegment } from "./as-of";

/** How much one query reads at first, and at most; each next one reads four times as much. */
export type GroupSizes = { rows: number; files: number; maxRows: number; maxFiles: number };

const GROWTH = 4;

/**
 * Cuts a list into runs to be read by one query each: small at first, so that a page that fills early stops early,
 * growing fast, so that many segments take few queries. `next` takes how many rows the
 * following run may have, where growth allows fewer.
 */
export function* groupSegments(
  segments: readonly SearchedSegment[],
  sizes: GroupSizes,
): Generator<SearchedSegment[], undefined, number | undefined> {
  let { rows: rowsLeft, files: filesLeft } = sizes;
  let { rows, files } = sizes;
  let group: SearchedSegment[] = [];
  for (const segment of segments) {
    const isFull = filesLeft === 0 || segment.rowCount > rowsLeft;
    if (isFull && group.length > 0) {
      const wanted = (yield group) ?? 0;
      group = [];
      rowsLeft = rows = Math.min(Math.max(rows * GROWTH, wanted), sizes.maxRows);
      filesLeft = files = Math.min(files * GROWTH, sizes.maxFiles);
    }
    group.push(segment);
    rowsLeft -= segment.rowCount;
    filesLeft -= 1;
  }
  if (group.length > 0) yield group;
  return undefined;
}
