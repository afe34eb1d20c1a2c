import { wallClockStep, type ClockReading } from "./clock-step";
import type { Db } from "./database";
import { databaseClocks } from "./database-clock";
import type { Logger } from "./log";

const TOLERANCE_MS = 5 * 60_000;
/** Jobs that come each hour find that one has passed. */
const BELIEVED_AFTER_MS = 60 * 60_000 - TOLERANCE_MS;

type Options = {
  log: Logger;
  /** The database's clock, and one that is never set. */
  readClocks: () => Promise<ClockReading>;
};

/**
 * The time by which things are deleted for their age. A clock that is wrong would delete them for good: so nothing is,
 * until the database's clock has gone as one that is never set for an hour, from the process's start or from when it was
 * set (5 minutes are none). All chores of a process share one; its backups look at their own.
 */
export class DeletionClock {
  readonly #options: Options;
  /** The clocks at the last look. */
  #last: ClockReading | undefined;
  /** Since when they agree, by the clock that is never set. */
  #agreesSince = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Now, by the database's clock; undefined while it is not believed. A clock that was set is told in the log. */
  async now(): Promise<Date | undefined> {
    const now = await this.#options.readClocks();
    const last = this.#last;
    this.#last = now;
    const stepMs = last === undefined ? 0 : wallClockStep(last, now);
    const wasSet = Math.abs(stepMs) > TOLERANCE_MS;
    if (last === undefined || wasSet) this.#agreesSince = now.monotonic;
    if (wasSet) {
      const seconds = Math.round(stepMs / 1000);
      this.#options.log.error({ seconds }, "the clock was set; nothing is deleted for its age for an hour");
    }
    return now.monotonic - this.#agreesSince >= BELIEVED_AFTER_MS ? new Date(now.wall) : undefined;
  }

  /** Does what deletes by age, where the time is believed. */
  async ifBelieved(work: (now: Date) => Promise<unknown>): Promise<void> {
    const now = await this.now();
    if (now !== undefined) await work(now);
  }
}

export function openDeletionClock({ db, log }: { db: Db; log: Logger }): DeletionClock {
  return new DeletionClock({ log, readClocks: databaseClocks(db) });
}

/** One that has begun to look at the clocks. Needs the database to be there. */
export function startDeletionClock(deps: { db: Db; log: Logger }): DeletionClock {
  const { log } = deps;
  const clock = openDeletionClock(deps);
  clock.now().catch((error: unknown) => {
    log.debug({ err: error }, "cannot look at the database's clock; the next deletion does");
  });
  return clock;
}

export function hoursBefore(now: Date, hours: number): Date {
  return new Date(now.getTime() - hours * 3_600_000);
}

export function daysBefore(now: Date, days: number): Date {
  return hoursBefore(now, days * 24);
}
