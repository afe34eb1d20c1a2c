import { pause } from "#platform/pause";
import type { SegmentRange } from "../name";

/** The rows of a range of the journal: a Parquet file with the columns of EVENT. */
export type RangeRows = SegmentRange & {
  /** Of the file. */
  path: string;
  rows: number;
  minReceivedAtMicros: number;
  maxReceivedAtMicros: number;
  minId: number;
  maxId: number;
  /** Some of the rows may be there already. */
  isReplay: boolean;
};

/** A store of events that is somewhere else than in files beside the catalog. */
export type RowStore = {
  /** Makes it ready to take rows. @throws while it cannot. */
  prepare(): Promise<void>;
  /**
   * Stores the rows, each once however often the same range comes. Durable when it returns.
   * @throws UnfitRowsError where it has stored nothing because of what the rows are; anything else: try again.
   */
  put(range: RangeRows, signal: AbortSignal): Promise<void>;
};

/** The rows are at fault, not the store. */
export class UnfitRowsError extends Error {}

/** The store is away, or has no room now: nothing is lost, and it is tried again. */
export class StoreSilentError extends Error {}

const MIN_RETRY_MS = 250;
const MAX_RETRY_MS = 5_000;

/** Puts a range, while the store does not take it again and again; the journal takes the load meanwhile. */
export async function putPatiently(
  store: RowStore,
  range: RangeRows,
  { signal, onDelay }: { signal: AbortSignal; onDelay: (error: unknown) => void },
): Promise<void> {
  let { isReplay } = range;
  for (let pauseMs = MIN_RETRY_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_RETRY_MS)) {
    try {
      return await store.put({ ...range, isReplay }, signal);
    } catch (cause) {
      signal.throwIfAborted();
      if (cause instanceof UnfitRowsError) throw cause;
      onDelay(new StoreSilentError("the event store does not take events", { cause }));
      isReplay = true;
      await pause(pauseMs, signal);
    }
  }
}
