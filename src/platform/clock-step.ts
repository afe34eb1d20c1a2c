/** One look at both clocks, in milliseconds: the one on the wall, which may be set, and one that never is. */
export type ClockReading = { wall: number; monotonic: number };

/** How far the wall clock was set between two looks, milliseconds; positive: forward. */
export function wallClockStep(before: ClockReading, now: ClockReading): number {
  return now.wall - before.wall - (now.monotonic - before.monotonic);
}
