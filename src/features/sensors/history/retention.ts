import { and, isNotNull, isNull, lt } from "drizzle-orm";
import type { ClockReading } from "#platform/clock-step";
import type { Db } from "#platform/database";
import type { Logger } from "#platform/log";
import { RetentionClock } from "#platform/retention-clock";
import { sensorHourDays, sensorReadingDays, sensors, sensorStateChanges } from "../tables";
import { DAY_MS } from "./packed-hours";

/** Single values are kept for so long, hours with changes of state, and found sensors that the agent has no more. */
const VALUES_KEPT_DAYS = 30;
const HOURS_KEPT_DAYS = 366;
const GONE_KEPT_DAYS = 90;

type RetentionContext = {
  db: Db;
  log: Logger;
  /** The database's clock, and one that is never set. */
  readClocks: () => Promise<ClockReading>;
};

/** Lets go what is older than it is kept; not in the run that finds that the clock was set. */
export class SensorRetention {
  readonly #db: Db;
  readonly #clock: RetentionClock;

  constructor({ db, ...clocks }: RetentionContext) {
    this.#db = db;
    this.#clock = new RetentionClock({ ...clocks, what: "values of sensors" });
  }

  async run(): Promise<void> {
    const now = await this.#clock.look();
    if (now !== undefined) await removeOldSensorHistory(this.#db, now);
  }
}

/**
 * Whole rows by their age; and found sensors that have been gone for 90 days, unless somebody has set bounds on them.
 */
export async function removeOldSensorHistory(db: Db, now: Date): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
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
