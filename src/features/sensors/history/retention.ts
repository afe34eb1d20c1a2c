import { and, isNotNull, isNull, lt } from "drizzle-orm";
import type { Db } from "#platform/database";
import { daysBefore } from "#platform/deletion-clock";
import { sensorHourDays, sensorReadingDays, sensors, sensorStateChanges } from "../tables";

/** Single values are kept for so long, hours with changes of state, and found sensors that the agent has no more. */
const VALUES_KEPT_DAYS = 30;
const HOURS_KEPT_DAYS = 366;
const GONE_KEPT_DAYS = 90;

/**
 * Whole rows by their age; and found sensors that have been gone for 90 days, unless somebody has set bounds on them.
 */
export async function removeOldSensorHistory(db: Db, now: Date): Promise<void> {
  const daysAgo = (days: number) => daysBefore(now, days);
  await db.delete(sensorReadingDays).where(lt(sensorReadingDays.startsAt, daysAgo(VALUES_KEPT_DAYS + 1)));
  await db.delete(sensorHourDays).where(lt(sensorHourDays.startsAt, daysAgo(HOURS_KEPT_DAYS)));
  await db.delete(sensorStateChanges).where(lt(sensorStateChanges.at, daysAgo(HOURS_KEPT_DAYS)));
  const { key, goneSince, warnAbove, criticalAbove, warnBelow, criticalBelow } = sensors;
  await db
    .delete(sensors)
    .where(
      and(
        isNotNull(key),
        lt(goneSince, daysAgo(GONE_KEPT_DAYS)),
        ...[warnAbove, criticalAbove, warnBelow, criticalBelow].map((bound) => isNull(bound)),
      ),
    );
}
