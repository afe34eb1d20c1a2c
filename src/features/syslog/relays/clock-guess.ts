/** So many of the newest observations count. */
const OBSERVATIONS = 30;
/** A relay whose clock is ahead of ours by less is within what clocks that are kept differ by. */
const AHEAD_MS = 500;
/** What a report takes on its way makes its clock look as if it were behind. */
const BEHIND_MS = 60_000;
/** No report is so much longer on its way than another: the relay's clock was set back between them. */
const STEP_MS = 10 * 60_000;

/**
 * Tells from when reports were sent, by the relay's clock, and came, by ours, how the clocks differ. A report is never
 * here before it was sent, so the one that took the least tells the most.
 */
export class ClockGuess {
  readonly #delaysMs: number[] = [];

  observe(sentAtMs: number, nowMs: number): void {
    const delayMs = nowMs - sentAtMs;
    if (delayMs + this.offsetMs > STEP_MS) this.#delaysMs.length = 0;
    this.#delaysMs.push(delayMs);
    if (this.#delaysMs.length > OBSERVATIONS) this.#delaysMs.shift();
  }

  /** The relay's clock minus ours, ms. */
  get offsetMs(): number {
    return this.#delaysMs.length === 0 ? 0 : -Math.min(...this.#delaysMs);
  }

  /** What times of the relay are to be corrected by, µs: nothing where its clock may well be right. */
  get shiftMicros(): number {
    const { offsetMs } = this;
    return offsetMs > AHEAD_MS || offsetMs < -BEHIND_MS ? Math.round(-offsetMs * 1000) : 0;
  }
}
