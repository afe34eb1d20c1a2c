const FIRST_SECONDS = 10;
const LONGEST_SECONDS = 3600;
/** Of a pause to either side, so that what failed together does not come back together. */
const JITTER = 0.2;

/** How long a notice is tried. */
export const TRIED_FOR_SECONDS = 24 * 3600;

/**
 * How long to wait after so many attempts that failed: 10 s at first, twice as long each time, an hour at most. Not
 * less than the destination asked for, as far as that is an hour at most. `random` is from 0 to below 1.
 */
export function pauseSeconds(
  attempts: number,
  { retryAfterSeconds = 0, random = Math.random() }: { retryAfterSeconds?: number; random?: number } = {},
): number {
  const doubled = FIRST_SECONDS * 2 ** Math.min(attempts - 1, 16);
  const spread = Math.min(doubled, LONGEST_SECONDS) * (1 - JITTER + 2 * JITTER * random);
  const wanted = Math.max(FIRST_SECONDS, spread, retryAfterSeconds);
  return Math.min(LONGEST_SECONDS, wanted);
}
