const FIRST_WAIT_MS = 1000;
const MAX_WAIT_MS = 30_000;

type Plan<T> = {
  open: () => T | Promise<T>;
  /** For what was opened when nobody wanted it any more. */
  close: (opened: T) => void;
  /** Told after each try. */
  onTried: () => void;
};

/**
 * Something that is opened when it can be: after a failure it is tried again in 1 s, 2 s, ... 30 s, until it stands.
 */
export class Retry<T> {
  readonly #plan: Plan<T>;
  #opened: T | undefined;
  #failure: unknown;
  #waitMs = FIRST_WAIT_MS;
  #timer: Timer | undefined;
  #isEnded = false;

  constructor(plan: Plan<T>) {
    this.#plan = plan;
  }

  /** What was opened; undefined while it could not be. */
  get opened(): T | undefined {
    return this.#opened;
  }

  /** Why the last try failed. */
  get failure(): unknown {
    return this.#failure;
  }

  /** Tries now, unless it stands. */
  async try(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#opened !== undefined || this.#isEnded) return;
    try {
      const opened = await this.#plan.open();
      if (this.#isEnded) return this.#plan.close(opened);
      this.#opened = opened;
      this.#failure = undefined;
      this.#waitMs = FIRST_WAIT_MS;
    } catch (cause) {
      this.#failure = cause;
      if (this.#isEnded) return;
      this.#timer = setTimeout(() => void this.try(), this.#waitMs);
      this.#waitMs = Math.min(this.#waitMs * 2, MAX_WAIT_MS);
    }
    this.#plan.onTried();
  }

  /** Tries no more. What stands stays. */
  end(): void {
    this.#isEnded = true;
    clearTimeout(this.#timer);
  }
}
