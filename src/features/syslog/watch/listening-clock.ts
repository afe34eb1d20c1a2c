/**
 * What is between two readings and longer than that was not spent listening: the machine slept, or its clock was set.
 */
const MAX_STEP_MS = 30_000;

/** A moment by both clocks of this machine: `wallMs` may be set, `steadyMs` only runs. */
export type Moment = { wallMs: number; steadyMs: number };

/**
 * For how long a collector has listened, ever, in seconds: time in which it was down, asleep or refused what came does
 * not count. What is silent is silent by this clock, so that an outage of the collector makes nobody look silent.
 */
export class ListeningClock {
  /** What it showed when this process began. */
  readonly #start: number;
  #seconds: number;
  #last: Moment;

  constructor(seconds: number, now: Moment) {
    this.#start = seconds;
    this.#seconds = seconds;
    this.#last = now;
  }

  /** Moves on to now, if the collector has listened since the last call. */
  move(now: Moment, isListening: boolean): void {
    const step = Math.min(now.wallMs - this.#last.wallMs, now.steadyMs - this.#last.steadyMs);
    if (isListening && step > 0 && step <= MAX_STEP_MS) this.#seconds += step / 1000;
    this.#last = now;
  }

  /**
   * What it showed so many seconds before the last call, or shows so many behind it (negative). Never what it showed
   * before this process began: for how long the one before it had listened at a moment is not known.
   */
  secondsBefore(seconds: number): number {
    return Math.max(this.#start, this.#seconds - Math.max(-MAX_STEP_MS / 1000, seconds));
  }

  /** What it showed when something arrived. */
  secondsAt(wallMs: number): number {
    return this.secondsBefore((this.#last.wallMs - wallMs) / 1000);
  }
}
