import { pauseUnlessStopped } from "./pause";
import { UNWATCHED, type Writes } from "./write-watch";

/** Where nothing was written that could be read anew: whatever is written ends the pause before it. */
const QUIET_MS = 120_000;

/** `everyMs`: between two refreshes; `retryMs`: after a first one that failed; `firstMs`: how long a start waits for it. */
type Times = { everyMs: number; retryMs: number; firstMs: number };

/** Keeps something as the database says it: reads it at first, again where that fails, and from then on again and again. */
export class Refresher {
  readonly #refresh: () => Promise<boolean>;
  readonly #times: Times;
  readonly #writes: Writes;
  readonly #stopped = new AbortController();

  /** `refresh` reads the database, says whether it succeeded, and never throws. */
  constructor(refresh: () => Promise<boolean>, times: Times, writes: Writes = UNWATCHED) {
    this.#refresh = refresh;
    this.#times = times;
    this.#writes = writes;
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
    const times = { leastMs: this.#times.everyMs, mostMs: QUIET_MS };
    // What was written before the first refresh was not seen here.
    let mark = Number.NaN;
    while (!this.isStopped) {
      await this.#writes.pause(mark, times, this.#stopped.signal);
      mark = this.#writes.mark();
      // What could not be read is read again soon, though nobody writes anything.
      if (!this.isStopped && !(await this.#refresh())) mark = Number.NaN;
    }
  }
}
