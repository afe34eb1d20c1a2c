import { and, between, isNotNull, lt } from "drizzle-orm";
import type { Db } from "#platform/database";
import { checkRollups, resultDays, resultHours } from "../tables";
import { DAY_MS, HOUR_MS } from "./clock-spans";

/** Results are kept for so long, roll-ups of hours and those of days. */
const RESULTS_KEPT_DAYS = 30;
const HOURS_KEPT_DAYS = 366;
const DAYS_KEPT_DAYS = 5 * 366;
/** A service that did not run for longer than that keeps roll-ups of hours for as long as those of days. */
const LATEST_DAYS = 60;

/** Lets go what is older than it is kept. What is left of a day goes with its end. */
export async function removeOldHistory(db: Db, now: Date): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
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
}
