/** Two clocks that must agree before anything is deleted for its age. Milliseconds. */
export type StoreClock = {
  /** Since 1970; may be set. */
  wall(): number;
  /** Since the process began; never set. */
  monotonic(): number;
};

export const SYSTEM_CLOCK: StoreClock = { wall: () => Date.now(), monotonic: () => performance.now() };

/** One look at both clocks. */
export type ClockReading = { wall: number; monotonic: number };

export function readClock(clock: StoreClock): ClockReading {
  return { wall: clock.wall(), monotonic: clock.monotonic() };
}

/** How far the wall clock was set between two looks, milliseconds; positive: forward. */
export function wallClockStep(before: ClockReading, now: ClockReading): number {
  return now.wall - before.wall - (now.monotonic - before.monotonic);
}
