/** For so long what takes too much time is not used. */
export const REST_MS = 15 * 60_000;

/** Whether a rest until then goes on. One that ends later than any can began before the clock was set back: it is over. */
export function isResting(untilMs: number, nowMs: number): boolean {
  return untilMs > nowMs && untilMs <= nowMs + REST_MS;
}
