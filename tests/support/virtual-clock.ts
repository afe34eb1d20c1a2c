import type { Clock } from "../../src/features/monitoring/engine/clock";

type Timer = { atMs: number; end: () => void };

/** Time that stands still until a test lets it go on. */
export class VirtualClock implements Clock {
  #nowMs = 0;
  #timers: Timer[] = [];

  nowMs(): number {
    return this.#nowMs;
  }

  sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (signal.aborted) return Promise.resolve();
    const timer = { atMs: this.#nowMs + milliseconds, end: resolve };
    const place = this.#timers.findLastIndex(({ atMs }) => atMs <= timer.atMs) + 1;
    this.#timers.splice(place, 0, timer);
    signal.addEventListener("abort", () => resolve(), { once: true });
    return promise;
  }

  /** Lets everything happen that falls into that time, one after the other. */
  async advance(milliseconds: number): Promise<void> {
    const untilMs = this.#nowMs + milliseconds;
    for (;;) {
      await settle();
      const [next] = this.#timers;
      if (next === undefined || next.atMs > untilMs) break;
      this.#timers.shift();
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      next.end();
    }
    this.#nowMs = untilMs;
  }

  /** Time in which nothing runs, as when the machine or the process stands still. */
  skip(milliseconds: number): void {
    this.#nowMs += milliseconds;
  }
}

/** All that follows from what has happened. */
function settle(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
