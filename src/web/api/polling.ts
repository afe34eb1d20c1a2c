const LONGEST_MS = 60_000;

type Polled = { state: { status: string; dataUpdatedAt: number } };

/**
 * For `refetchInterval`: every so many ms; after failures as long as they last already, so that the pause doubles, up
 * to a minute.
 */
export function pollEvery(usualMs: number): (query: Polled) => number {
  return ({ state: { status, dataUpdatedAt } }) =>
    status === "error" ? Math.min(LONGEST_MS, Math.max(usualMs, Date.now() - dataUpdatedAt)) : usualMs;
}
