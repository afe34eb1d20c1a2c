import { setImmediate } from "node:timers/promises";
import { pauseUnlessStopped } from "#platform/pause";

/** Time that only goes on, whatever is done to the clock on the wall. */
export type Clock = {
  nowMs(): number;
  /** Ends early once the signal fires. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Lets everybody else on this thread have a turn; takes none of the time. */
  turn(): Promise<void>;
};

export const MONOTONIC: Clock = {
  nowMs: () => performance.now(),
  turn: () => setImmediate(),
  sleep: pauseUnlessStopped,
};
