import { and, isNotNull, lt } from "drizzle-orm";
import type { ClockReading } from "#platform/clock-step";
import type { Db } from "#platform/database";
import type { Logger } from "#platform/log";
import { RetentionClock } from "#platform/retention-clock";
import { devicePorts, portHourDays, portSampleDays } from "../tables";
import { DAY_MS } from "./hours";

/** Samples are kept for so long, what hours came to, and ports that are gone. */
const SAMPLES_KEPT_DAYS = 30;
const HOURS_KEPT_DAYS = 366;
const GONE_KEPT_DAYS = 90;

type RetentionContext = {
  db: Db;
  log: Logger;
  /** The database's clock, and one that is never set. */
  readClocks: () => Promise<ClockReading>;
};

/** Lets go what is older than it is kept; not in the run that finds that the clock was set. */
export class PortRetention {
  readonly #db: Db;
  readonly #clock: RetentionClock;

  constructor({ db, ...clocks }: RetentionContext) {
    this.#db = db;
    this.#clock = new RetentionClock({ ...clocks, what: "samples of ports" });
  }

  async run(): Promise<void> {
    const now = await this.#clock.look();
    if (now !== undefined) await removeOldPorts(this.#db, now);
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
