import type { SearchedSegment } from "./as-of";
import type { Direction } from "../../store/event-key";

/** Arrival, microseconds since the epoch, both ends included; absent: not bounded by us. */
export type Slice = { startMicros?: number; endMicros?: number };

type Sliced = {
  segments: readonly SearchedSegment[];
  direction: Direction;
  /** Events wanted. */
  needed: number;
  /** Where reading begins: what lies before it in the direction is not wanted. */
  fromMicros?: number | undefined;
};

/** Half of the row group in which a merged file has its newest (newest-rows.ts): as a rule no other is read. */
const FIRST_ROWS = 1000;
const FIRST_NEEDED_TIMES = 4;
const GROWTH = 64;

/**
 * Cuts the time of segments into disjoint slices, in the direction of reading: a short one first, so that a page that
 * fills early touches few row groups, and few in all, so that one that stays empty costs little more than a single
 * reading. The last slice has no far end.
 */
export function* cutSlices({ segments, direction, needed, fromMicros }: Sliced): Generator<Slice> {
  const rows = segments.reduce((sum, { rowCount }) => sum + rowCount, 0);
  const earliest = Math.min(...segments.map((segment) => segment.minReceivedAtMicros));
  const latest = Math.max(...segments.map((segment) => segment.maxReceivedAtMicros));
  const microsPerRow = (latest - earliest + 1) / rows;
  let length = Math.max(FIRST_ROWS, needed * FIRST_NEEDED_TIMES) * microsPerRow;
  if (direction === "desc") {
    let end = Math.min(latest, fromMicros ?? latest);
    for (; end - length > earliest; length *= GROWTH) {
      const start = Math.floor(end - length);
      yield { startMicros: start, endMicros: end };
      end = start - 1;
    }
    yield { endMicros: end };
    return;
  }
  let start = Math.max(earliest, fromMicros ?? earliest);
  for (; start + length < latest; length *= GROWTH) {
    const end = Math.ceil(start + length);
    yield { startMicros: start, endMicros: end };
    start = end + 1;
  }
  yield { startMicros: start };
}
