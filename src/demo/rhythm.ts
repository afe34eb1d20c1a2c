/** What goes wrong in the demo, and when: by the clock alone, so that it is the same for everything that looks. */
export type Rhythm = { everySeconds: number; forSeconds: number; fromSecond: number };

/** Whether it is going wrong at that moment. */
export function isOff({ everySeconds, forSeconds, fromSecond }: Rhythm, atMs: number): boolean {
  const second = (atMs / 1000 + everySeconds - fromSecond) % everySeconds;
  return second < forSeconds;
}

/** One of the shop's web servers refuses now and then; the shop is up all the same. */
export const WEB_2_REFUSES: Rhythm = { everySeconds: 3600, forSeconds: 150, fromSecond: 900 };
/** The search of the shop is slower than it may be. */
export const SEARCH_IS_SLOW: Rhythm = { everySeconds: 3600, forSeconds: 120, fromSecond: 2100 };
/** A job of the demo says that it failed. */
export const SYNC_FAILS: Rhythm = { everySeconds: 7200, forSeconds: 60, fromSecond: 3000 };

const DISCHARGE_SECONDS = 1500;

/**
 * Percent left in the battery of the second UPS, which is tested again and again: below 40 for a while, then charged.
 */
export function batteryCharge(atMs: number): number {
  const share = ((atMs / 1000) % DISCHARGE_SECONDS) / DISCHARGE_SECONDS;
  return Math.round(share < 0.4 ? 100 - share * 170 : 32 + (share - 0.4) * 113);
}
