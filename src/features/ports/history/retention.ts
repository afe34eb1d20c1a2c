import { and, isNotNull, lt } from "drizzle-orm";
import type { Db } from "#platform/database";
import { daysBefore } from "#platform/deletion-clock";
import { devicePorts, portHourDays, portSampleDays } from "../tables";

/** Samples are kept for so long, what hours came to, and ports that are gone. */
const SAMPLES_KEPT_DAYS = 30;
const HOURS_KEPT_DAYS = 366;
const GONE_KEPT_DAYS = 90;

/** A day goes with its end, in one statement by the index of its beginning. */
export async function removeOldPorts(db: Db, now: Date): Promise<void> {
  const daysAgo = (days: number) => daysBefore(now, days);
  await db.delete(portSampleDays).where(lt(portSampleDays.startsAt, daysAgo(SAMPLES_KEPT_DAYS + 1)));
  await db.delete(portHourDays).where(lt(portHourDays.startsAt, daysAgo(HOURS_KEPT_DAYS)));
  await db
    .delete(devicePorts)
    .where(and(isNotNull(devicePorts.goneAt), lt(devicePorts.goneAt, daysAgo(GONE_KEPT_DAYS))));
}
