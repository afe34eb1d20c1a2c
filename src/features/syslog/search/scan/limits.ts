import { ApiError } from "#platform/errors";
import type { Db } from "#platform/database";
import { MissingSegmentError, type SegmentReader, UnreadableSegmentsError } from "./segment-reader";

export type SearchContext = SegmentReader & {
  db: Db;
  /** Longest search, seconds. */
  timeoutSeconds: number;
  /** Told of segments that could not be read; gives whether one of them was set aside, so that the rest can be read. */
  examine(paths: readonly string[]): Promise<boolean>;
  /** Has what rests in the journal stored, so that a read finds it; absent where nothing is received. */
  settle?: (() => Promise<void>) | undefined;
};

/** A search that meets damaged segments sets them aside and begins anew, so often at most. */
const MAX_ATTEMPTS = 6;

/**
 * Runs a read within the time limit; once more where a file was merged or dropped meanwhile, and again
 * where a damaged one was set aside.
 * @throws ApiError 504 when the time limit is reached, 503 where no file can be read, the signal's reason when it
 * fires.
 */
export async function withinLimits<T>(
  ctx: SearchContext,
  signal: AbortSignal,
  read: (until: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = AbortSignal.timeout(ctx.timeoutSeconds * 1000);
  const until = AbortSignal.any([signal, limit]);
  try {
    await ctx.settle?.();
    for (let attempt = 1; ; attempt++) {
      try {
        return await read(until);
      } catch (error) {
        const isOver = attempt === MAX_ATTEMPTS || !(error instanceof UnreadableSegmentsError);
        if (isOver) throw error;
        const mayBeMerged = attempt === 1 && error instanceof MissingSegmentError;
        if (!mayBeMerged && !(await ctx.examine(error.paths))) throw error;
      }
    }
  } catch (error) {
    if (!limit.aborted || signal.aborted) throw error;
    const detail = `Search timed out after ${ctx.timeoutSeconds} seconds; narrow the time range or the filters`;
    throw new ApiError(504, detail, { cause: error });
  }
}
