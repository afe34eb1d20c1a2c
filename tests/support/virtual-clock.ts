import type { Clock } from "../../src/features/monitoring/engine/clock";

type Timer = { atMs: number; end: () => void };

/** Time that stands still until a test lets it go on. */
export class VirtualClock implements Clock {
  #nowMs = 0;
  #timers: Timer[] = [];
  readonly #settle: () => Promise<void>;

  /** `settle` ends when all has happened that follows from what has happened so far. */
  constructor(settle: () => Promise<void> = nextTurn) {
    this.#settle = settle;
  }

  nowMs(): number {
    return this.#nowMs;
  }

  sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (signal.aborted) return Promise.resolve();
    const wake = () => resolve();
    const end = () => {
      signal.removeEventListener("abort", wake);
      resolve();
    };
    const timer = { atMs: this.#nowMs + milliseconds, end };
    const place = this.#timers.findLastIndex(({ atMs }) => atMs <= timer.atMs) + 1;
    this.#timers.splice(place, 0, timer);
    signal.addEventListener("abort", wake, { once: true });
    return promise;
  }

  turn(): Promise<void> {
    return Promise.resolve();
  }

  /** Lets everything happen that falls into that time, one after the other. */
  async advance(milliseconds: number): Promise<void> {
    const untilMs = this.#nowMs + milliseconds;
    for (;;) {
      await this.#settle();
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

/** Where nothing is waited for but other promises, all that follows from them is done by then. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
