import { and, isNotNull, isNull, lt } from "drizzle-orm";
import { type ClockReading, wallClockStep } from "#platform/clock-step";
import type { Db } from "#platform/database";
import type { Logger } from "#platform/log";
import { sensorHourDays, sensorReadingDays, sensors, sensorStateChanges } from "../tables";
import { DAY_MS } from "./packed-hours";

/** Single values are kept for so long, hours with changes of state, and found sensors that the agent has no more. */
const VALUES_KEPT_DAYS = 30;
const HOURS_KEPT_DAYS = 366;
const GONE_KEPT_DAYS = 90;
const CLOCK_TOLERANCE_MS = 5 * 60_000;

type RetentionContext = {
  db: Db;
  log: Logger;
  /** The database's clock, and one that is never set. */
  readClocks: () => Promise<ClockReading>;
};

/** Lets go what is older than it is kept; not in the run that finds that the clock was set. */
export class SensorRetention {
  readonly #ctx: RetentionContext;
  /** The clocks at the last run. */
  #last: ClockReading | undefined;

  constructor(ctx: RetentionContext) {
    this.#ctx = ctx;
  }

  async run(): Promise<void> {
    const { db, log, readClocks } = this.#ctx;
    const now = await readClocks();
    const stepMs = this.#last === undefined ? 0 : wallClockStep(this.#last, now);
    this.#last = now;
    if (Math.abs(stepMs) <= CLOCK_TOLERANCE_MS) return removeOldSensorHistory(db, new Date(now.wall));
    const seconds = Math.round(stepMs / 1000);
    log.error(
      { seconds },
      "the clock was set; no history of sensors is deleted for its age before the next run",
    );
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
