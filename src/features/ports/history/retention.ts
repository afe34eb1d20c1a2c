import { and, isNotNull, lt } from "drizzle-orm";
import { type ClockReading, wallClockStep } from "#platform/clock-step";
import type { Db } from "#platform/database";
import type { Logger } from "#platform/log";
import { devicePorts, portHourDays, portSampleDays } from "../tables";
import { DAY_MS } from "./hours";

/** Samples are kept for so long, what hours came to, and ports that are gone. */
const SAMPLES_KEPT_DAYS = 30;
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
export class PortRetention {
  readonly #ctx: RetentionContext;
  #last: ClockReading | undefined;

  constructor(ctx: RetentionContext) {
    this.#ctx = ctx;
  }

  async run(): Promise<void> {
    const { db, log, readClocks } = this.#ctx;
    const now = await readClocks();
    const stepMs = this.#last === undefined ? 0 : wallClockStep(this.#last, now);
    this.#last = now;
    if (Math.abs(stepMs) <= CLOCK_TOLERANCE_MS) return removeOldPorts(db, new Date(now.wall));
    const seconds = Math.round(stepMs / 1000);
    log.error(
      { seconds },
      "the clock was set; no history of ports is deleted for its age before the next run",
    );
  }
}

/** A day goes with its end, in one statement by the index of its beginning. */
export async function removeOldPorts(db: Db, now: Date): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await db.delete(portSampleDays).where(lt(portSampleDays.startsAt, daysAgo(SAMPLES_KEPT_DAYS + 1)));
  await db.delete(portHourDays).where(lt(portHourDays.startsAt, daysAgo(HOURS_KEPT_DAYS)));
  await db
    .delete(devicePorts)
    .where(and(isNotNull(devicePorts.goneAt), lt(devicePorts.goneAt, daysAgo(GONE_KEPT_DAYS))));
}
