import { and, between, isNotNull, lt, sql, type SQL } from "drizzle-orm";
import type { ClockReading } from "#platform/clock-step";
import type { Db } from "#platform/database";
import type { Logger } from "#platform/log";
import { RetentionClock } from "#platform/retention-clock";
import { checkRollups, resultDays, resultHours, stateChanges } from "../tables";
import { DAY_MS, HOUR_MS } from "./clock-spans";
import { ORPHANS_KEPT_DAYS, removeOrphans } from "./orphans";

/** Results are kept for so long, roll-ups of hours, and those of days with changes of state. */
const RESULTS_KEPT_DAYS = 30;
const HOURS_KEPT_DAYS = 366;
const DAYS_KEPT_DAYS = 5 * 366;
/** A service that did not run for longer than that keeps roll-ups of hours for as long as those of days. */
const LATEST_DAYS = 60;

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
  readonly #db: Db;
  readonly #clock: RetentionClock;

  constructor({ db, ...clocks }: RetentionContext) {
    this.#db = db;
    this.#clock = new RetentionClock({ ...clocks, what: "results of checks" });
  }

  async run(): Promise<void> {
    const now = await this.#clock.look();
    if (now === undefined) return;
    const all = await this.#db.$count(resultDays);
    const old = await this.#db.$count(resultDays, isTooOld(now.getTime()));
    if (this.#clock.believes({ old, all })) await removeOldHistory(this.#db, now);
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
  // A day more: the roll-up of the last day has begun with it.
  await removeOrphans(db, daysAgo(ORPHANS_KEPT_DAYS + 1));
}

/** But for each target's last one before that time: it says how things stood then, and may still. */
async function removeOldChanges(db: Db, before: Date): Promise<void> {
  const limit = before.toISOString();
  await db.execute(sql`
    DELETE FROM ${stateChanges} old WHERE old.at < ${limit} AND EXISTS (
      SELECT FROM ${stateChanges} later WHERE later.target_id = old.target_id AND later.at < ${limit}
        AND (later.at, later.id) > (old.at, old.id))`);
}
