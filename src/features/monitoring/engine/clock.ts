import { setImmediate } from "node:timers/promises";

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
  sleep(milliseconds, signal) {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (signal.aborted) resolve();
    const timer = setTimeout(resolve, milliseconds);
    const wake = () => resolve();
    signal.addEventListener("abort", wake, { once: true });
    return promise.finally(() => {
      clearTimeout(timer);
      signal.removeEventListener("abort", wake);
    });
  },
};
