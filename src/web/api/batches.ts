/** The service changes so many devices at once. */
export const BATCH = 200;

export type Outcome = "done" | "failed" | "not tried";
export type BatchRun = { outcomes: ReadonlyMap<number, Outcome>; error: Error | null };

type Options = {
  ids: readonly number[];
  /** How many are sent at once. */
  size?: number;
  send: (ids: readonly number[]) => Promise<unknown>;
  /** How many were sent so far. */
  onProgress: (done: number) => void;
  signal: AbortSignal;
};

/**
 * Sends things in batches, one after the other; the first that is refused, or the signal, ends it. What was sent stays.
 */
export async function runBatches({
  ids,
  size = BATCH,
  send,
  onProgress,
  signal,
}: Options): Promise<BatchRun> {
  const outcomes = new Map<number, Outcome>(ids.map((id) => [id, "not tried"]));
  for (let start = 0; start < ids.length; start += size) {
    if (signal.aborted) return { outcomes, error: null };
    const batch = ids.slice(start, start + size);
    try {
      await send(batch);
      for (const id of batch) outcomes.set(id, "done");
    } catch (error) {
      for (const id of batch) outcomes.set(id, "failed");
      return { outcomes, error: error instanceof Error ? error : new Error(String(error)) };
    }
    onProgress(start + batch.length);
  }
  return { outcomes, error: null };
}
