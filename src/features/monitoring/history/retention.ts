import { and, between, isNotNull, lt, sql, type SQL } from "drizzle-orm";
import { type ClockReading, wallClockStep } from "#platform/clock-step";
import type { Db } from "#platform/database";
import type { Logger } from "#platform/log";
import { checkRollups, resultDays, resultHours, stateChanges } from "../tables";
import { DAY_MS, HOUR_MS } from "./clock-spans";

/** Results are kept for so long, roll-ups of hours, and those of days with changes of state. */
const RESULTS_KEPT_DAYS = 30;
const HOURS_KEPT_DAYS = 366;
const DAYS_KEPT_DAYS = 5 * 366;
/** A service that did not run for longer than that keeps roll-ups of hours for as long as those of days. */
const LATEST_DAYS = 60;

const CLOCK_TOLERANCE_MS = 5 * 60_000;
/**
 * Each day one in thirty has become too old. More than that at once is a service that was off, or a clock that is
 * wrong.
 */
const MAX_AT_ONCE = 1 / 4;
/** After so long what was too much is believed, if the clock was not set meanwhile. */
const BELIEVED_AFTER_MS = HOUR_MS - CLOCK_TOLERANCE_MS;

type RetentionContext = {
  db: Db;
  log: Logger;
  /** The database's clock, and one that is never set. */
  readClocks: () => Promise<ClockReading>;
};

/**
 * Lets go what is older than it is kept. A clock that was set, or that suddenly makes much too old, deletes nothing for
 * an hour.
 */
export class Retention {
  readonly #ctx: RetentionContext;
  /** The clocks at the last run. */
  #last: ClockReading | undefined;
  /** Since when so much is too old, by the clock that is never set. */
  #doubtedSince: number | undefined;

  constructor(ctx: RetentionContext) {
    this.#ctx = ctx;
  }

  async run(): Promise<void> {
    const { db, log, readClocks } = this.#ctx;
    const now = await readClocks();
    const stepMs = this.#last === undefined ? 0 : wallClockStep(this.#last, now);
    this.#last = now;
    const seconds = Math.round(stepMs / 1000);
    if (Math.abs(stepMs) > CLOCK_TOLERANCE_MS) {
      this.#doubtedSince = undefined;
      log.error(
        { seconds },
        "the clock was set; no results of checks are deleted for their age before the next run",
      );
    } else if (await this.#isBelieved(now)) {
      await removeOldHistory(db, new Date(now.wall));
    }
  }

  async #isBelieved(now: ClockReading): Promise<boolean> {
    const { db, log } = this.#ctx;
    const [all, old] = [await db.$count(resultDays), await db.$count(resultDays, isTooOld(now.wall))];
    if (old <= all * MAX_AT_ONCE) {
      this.#doubtedSince = undefined;
      return true;
    }
    this.#doubtedSince ??= now.monotonic;
    const isBelieved = now.monotonic - this.#doubtedSince >= BELIEVED_AFTER_MS;
    if (!isBelieved)
      log.error(
        { old, all },
        "so many results of checks are too old at once that they stay for another hour",
      );
    return isBelieved;
  }
}

function isTooOld(nowMs: number): SQL {
  return lt(resultDays.startsAt, new Date(nowMs - (RESULTS_KEPT_DAYS + 1) * DAY_MS));
}

/** What is left of a day goes with its end. */
export async function removeOldHistory(db: Db, now: Date): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await db.delete(resultDays).where(isTooOld(now.getTime()));
  const hour = new Date(daysAgo(RESULTS_KEPT_DAYS).getTime() - HOUR_MS);
  await db.delete(resultHours).where(lt(resultHours.startsAt, hour));
  const { startsAt, hours } = checkRollups;
  await db
    .update(checkRollups)
    .set({ hours: null })
    .where(
      and(
        between(startsAt, daysAgo(HOURS_KEPT_DAYS + LATEST_DAYS), daysAgo(HOURS_KEPT_DAYS)),
        isNotNull(hours),
      ),
    );
  await db.delete(checkRollups).where(lt(startsAt, daysAgo(DAYS_KEPT_DAYS)));
  await removeOldChanges(db, daysAgo(DAYS_KEPT_DAYS));
}

/** But for each target's last one before that time: it says how things stood then, and may still. */
async function removeOldChanges(db: Db, before: Date): Promise<void> {
  const limit = before.toISOString();
  await db.execute(sql`
    DELETE FROM ${stateChanges} old WHERE old.at < ${limit} AND EXISTS (
      SELECT FROM ${stateChanges} later WHERE later.target_id = old.target_id AND later.at < ${limit}
        AND (later.at, later.id) > (old.at, old.id))`);
}
