import type { ClockReading } from "#platform/clock-step";

/** Two clocks that must agree before anything is deleted for its age. Milliseconds. */
export type StoreClock = {
  /** Since 1970; may be set. */
  wall(): number;
  /** Since the process began; never set. */
  monotonic(): number;
};

export const SYSTEM_CLOCK: StoreClock = { wall: () => Date.now(), monotonic: () => performance.now() };

export function readClock(clock: StoreClock): ClockReading {
  return { wall: clock.wall(), monotonic: clock.monotonic() };
}
