const FIRST_MS = 500;
const MOST_MS = 30_000;
/** Where a person has to mend something first. */
const LASTING_MS = 60_000;

/**
 * How long to wait after failures in a row: about twice as long each time, up to half a minute, and never the same, so
 * that many relays do not come back in one moment.
 */
export class Backoff {
  readonly #random: () => number;
  #failures = 0;

  constructor(random: () => number = Math.random) {
    this.#random = random;
  }

  reset(): void {
    this.#failures = 0;
  }

  /** Notes a failure. `retryAfterMs`: what the other side asked for, at least that. */
  next({ retryAfterMs, isLasting }: { retryAfterMs: number | null; isLasting: boolean }): number {
    const most = isLasting ? LASTING_MS : Math.min(MOST_MS, FIRST_MS * 2 ** Math.min(this.#failures, 10));
    this.#failures += 1;
    const own = most * (0.5 + this.#random() / 2);
    if (retryAfterMs === null) return own;
    // All are asked for the same: each adds something of its own.
    const asked = Math.min(LASTING_MS, retryAfterMs) + this.#random() * FIRST_MS;
    return isLasting ? Math.max(asked, own) : asked;
  }
}
