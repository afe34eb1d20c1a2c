import type { SearchedSegment } from "./as-of";
import type { Total } from "../../store/event-store";
import type { Predicate } from "../../query/predicate";
import { groupSegments } from "./segment-groups";
import { querySegments, type SegmentReader, UnreadableSegmentsError } from "./segment-reader";

type Counting = {
  segments: readonly SearchedSegment[];
  predicate: Predicate;
  /** Matches that are known already. */
  counted: number;
  /** Counting ends here. */
  limit: number;
  /** Milliseconds after which what was found so far is a lower bound. */
  budgetMs: number;
};

const GROUP_SIZES = { rows: 500_000, files: 256, maxRows: 4_000_000, maxFiles: 1024 };

/**
 * Counts matches up to `limit`, or until the budget is used up or a segment cannot be read; what it found then is a
 * lower bound.
 */
export async function countMatches(
  reader: SegmentReader,
  counting: Counting,
  signal: AbortSignal,
): Promise<Total> {
  const { predicate, limit } = counting;
  const whole = counting.segments.filter((segment) => matchesWhole(segment, predicate));
  let total = counting.counted + whole.reduce((sum, segment) => sum + segment.rowCount, 0);
  const rest = counting.segments.filter((segment) => !matchesWhole(segment, predicate));
  const budget = AbortSignal.timeout(counting.budgetMs);
  const until = AbortSignal.any([signal, budget]);
  try {
    for (const group of groupSegments(rest, GROUP_SIZES)) {
      if (total > limit) break;
      total += await countGroup(reader, { ...counting, segments: group, limit: limit - total }, until);
    }
  } catch (error) {
    // The page is whole without a damaged segment that only the count would read.
    const isShort = budget.aborted || error instanceof UnreadableSegmentsError;
    if (!isShort || signal.aborted) throw error;
    return { total: Math.min(total, limit), isLowerBound: true };
  }
  return { total: Math.min(total, limit), isLowerBound: total > limit };
}

/** Without a condition the catalog knows the count. */
function matchesWhole(segment: SearchedSegment, { conditions, startMicros, endMicros }: Predicate): boolean {
  return (
    conditions.length === 0 &&
    segment.snapshotMaxId === undefined &&
    (startMicros === undefined || segment.minReceivedAtMicros >= startMicros) &&
    (endMicros === undefined || segment.maxReceivedAtMicros <= endMicros)
  );
}

/** At most one more than `limit`. */
async function countGroup(
  reader: SegmentReader,
  { segments, predicate, limit }: Counting,
  signal: AbortSignal,
): Promise<number> {
  const rows = await querySegments(
    reader,
    { segments, predicate, select: "1 AS found", tail: `LIMIT ${limit + 1}` },
    signal,
  );
  return rows.length;
}
