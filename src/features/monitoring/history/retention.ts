import { and, between, isNotNull, lt, sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import { daysBefore } from "#platform/deletion-clock";
import { checkRollups, resultDays, resultHours, stateChanges } from "../tables";
import { HOUR_MS } from "./clock-spans";
import { ORPHANS_KEPT_DAYS, removeOrphans } from "./orphans";

/** Results are kept for so long, roll-ups of hours, and those of days with changes of state. */
const RESULTS_KEPT_DAYS = 30;
const HOURS_KEPT_DAYS = 366;
const DAYS_KEPT_DAYS = 5 * 366;
/** A service that did not run for longer than that keeps roll-ups of hours for as long as those of days. */
const LATEST_DAYS = 60;

/** Lets go what is older than it is kept. What is left of a day goes with its end. */
export async function removeOldHistory(db: Db, now: Date): Promise<void> {
  const daysAgo = (days: number) => daysBefore(now, days);
  await db.delete(resultDays).where(lt(resultDays.startsAt, daysAgo(RESULTS_KEPT_DAYS + 1)));
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
