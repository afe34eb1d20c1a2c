import { wallClockStep, type ClockReading } from "./clock-step";
import type { Logger } from "./log";

const CLOCK_TOLERANCE_MS = 5 * 60_000;
/**
 * Each day a small part becomes too old. More than that at once is a service that was off, or a clock that is wrong.
 */
const MAX_AT_ONCE = 1 / 4;
/** After so long what was too much is believed, if the clock was not set meanwhile. */
const BELIEVED_AFTER_MS = 60 * 60_000 - CLOCK_TOLERANCE_MS;

type Options = {
  log: Logger;
  /** The database's clock, and one that is never set. */
  readClocks: () => Promise<ClockReading>;
  /** What is deleted, in the plural. */
  what: string;
};

/** The time that what is deleted for its age goes by. A clock that was set deletes nothing: it would be gone for good. */
export class RetentionClock {
  readonly #options: Options;
  /** The clocks at the last run. */
  #last: ClockReading | undefined;
  /** Since when so much is too old, by the clock that is never set. */
  #doubtedSince: number | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Now, once in each run; undefined, and a line in the log, where the clock was set since the run before. */
  async look(): Promise<Date | undefined> {
    const { log, readClocks, what } = this.#options;
    const now = await readClocks();
    const stepMs = this.#last === undefined ? 0 : wallClockStep(this.#last, now);
    this.#last = now;
    if (Math.abs(stepMs) <= CLOCK_TOLERANCE_MS) return new Date(now.wall);
    this.#doubtedSince = undefined;
    const seconds = Math.round(stepMs / 1000);
    log.error({ seconds }, `the clock was set; no ${what} are deleted for their age before the next run`);
    return undefined;
  }

  /** Whether it is right that so many of all are too old by the time of the last look: more than a quarter must wait. */
  believes({ old, all }: { old: number; all: number }): boolean {
    if (old <= all * MAX_AT_ONCE) {
      this.#doubtedSince = undefined;
      return true;
    }
    const { log, what } = this.#options;
    const monotonic = this.#last?.monotonic ?? 0;
    this.#doubtedSince ??= monotonic;
    const isBelieved = monotonic - this.#doubtedSince >= BELIEVED_AFTER_MS;
    if (!isBelieved)
      log.error({ old, all }, `so many ${what} are too old at once that they stay for another hour`);
    return isBelieved;
  }
}
