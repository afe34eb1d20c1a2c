import { pauseUnlessStopped } from "./pause";

/** `everyMs`: between two refreshes; `retryMs`: after a first one that failed; `firstMs`: how long a start waits for it. */
type Times = { everyMs: number; retryMs: number; firstMs: number };

/** Keeps something as it is elsewhere: reads it at first, again where that fails, and from then on again and again. */
export class Refresher {
  readonly #refresh: () => Promise<boolean>;
  readonly #times: Times;
  readonly #stopped = new AbortController();

  /** `refresh` says whether it succeeded, and never throws. */
  constructor(refresh: () => Promise<boolean>, times: Times) {
    this.#refresh = refresh;
    this.#times = times;
  }

  get isStopped(): boolean {
    return this.#stopped.signal.aborted;
  }

  /** Resolves once it was refreshed, or after `firstMs`; it goes on until it is stopped. */
  async start(): Promise<void> {
    const { firstMs } = this.#times;
    await Promise.race([this.#refreshFirst(), pauseUnlessStopped(firstMs, this.#stopped.signal)]);
    void this.#refreshUntilStopped();
  }

  stop(): void {
    this.#stopped.abort();
  }

  async #refreshFirst(): Promise<void> {
    while (!this.isStopped && !(await this.#refresh()))
      await pauseUnlessStopped(this.#times.retryMs, this.#stopped.signal);
  }

  async #refreshUntilStopped(): Promise<void> {
    while (!this.isStopped) {
      await pauseUnlessStopped(this.#times.everyMs, this.#stopped.signal);
      if (!this.isStopped) await this.#refresh();
    }
  }
}
