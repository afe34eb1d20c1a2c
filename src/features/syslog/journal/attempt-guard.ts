import { createTurnstile } from "#platform/turnstile";
import { beginAttempt, clearAttempts, readAttempts, takeBackAttempt } from "./attempts";

/**
 * Counts on disk how often the oldest unwritten range was begun, so that one that kills the process is not begun for
 * ever. Only parsing and writing count: what fails behind them, or is killed there, is not the range's fault.
 */
export class AttemptGuard {
  readonly #directory: string;
  /** Where the range that is counted begins; undefined: nothing is begun. */
  #begun: number | undefined;
  readonly #inTurn = createTurnstile(1);

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** True where an earlier attempt on the range behind `position` did not come through. */
  async hasFailedAt(position: number): Promise<boolean> {
    const attempts = await readAttempts(this.#directory);
    return attempts?.position === position && attempts.attempts > 0;
  }

  /** Counts an attempt on the range behind `position`, unless an older one is under way. Gives which attempt it is. */
  begin(position: number): Promise<number> {
    if (this.#begun !== undefined) return Promise.resolve(1);
    this.#begun = position;
    return this.#inTurn(() => beginAttempt(this.#directory, position));
  }

  /**
   * The range came through, or failed for a reason that is not its own; `next` is begun where it is under way already.
   */
  async end(next?: number): Promise<void> {
    this.#begun = next;
    await this.#inTurn(async () => {
      await clearAttempts(this.#directory);
      if (next !== undefined) await beginAttempt(this.#directory, next);
    });
  }

  /** Parsing came through; what comes now is not the range's fault, unless it turns out to be (`blame`). */
  async excuse(): Promise<void> {
    const begun = this.#begun;
    if (begun !== undefined) await this.#inTurn(() => takeBackAttempt(this.#directory, begun));
  }

  /** It was the range's fault all the same. */
  async blame(): Promise<void> {
    const begun = this.#begun;
    if (begun !== undefined) await this.#inTurn(() => beginAttempt(this.#directory, begun));
  }

  /** The range failed: its count stays. */
  fail(): void {
    this.#begun = undefined;
  }
}
