/** Calls back when nothing has been going on for so long. */
export class IdleTimer {
  readonly #idleMs: number;
  readonly #onIdle: () => Promise<void>;
  #running = 0;
  #timer: Timer | undefined;

  constructor(idleMs: number, onIdle: () => Promise<void>) {
    this.#idleMs = idleMs;
    this.#onIdle = onIdle;
  }

  async during<Result>(work: Promise<Result>): Promise<Result> {
    this.#running += 1;
    clearTimeout(this.#timer);
    try {
      return await work;
    } finally {
      this.#running -= 1;
      if (this.#running === 0) this.#timer = setTimeout(() => void this.#onIdle(), this.#idleMs).unref();
    }
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
