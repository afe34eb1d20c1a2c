import { sql } from "drizzle-orm";
import { z } from "zod";
import { type ClockReading, wallClockStep } from "#platform/clock-step";
import type { Db } from "#platform/database";
import type { Logger } from "#platform/log";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const CLOCK_TOLERANCE_MS = 300_000;
/**
 * Each day a small part becomes too old. More than that at once is a service that was off, or a clock that is wrong.
 */
const MAX_AT_ONCE = 1 / 4;
/** Of so few it does not matter. */
const FEW_ROWS = 1000;
/** Rows of a statement, so that none holds others up for long. */
const BATCH = 10_000;

type RetentionContext = {
  db: Db;
  log: Logger;
  keptDays: number;
  /** The database's clock, and one that is never set. */
  readClocks: () => Promise<ClockReading>;
};

/**
 * Lets bindings go that ended longer ago than they are kept. A clock that was set, or that makes much too old at once,
 * deletes nothing for an hour.
 */
export class BindingRetention {
  readonly #ctx: RetentionContext;
  /** The clocks at the last run. */
  #last: ClockReading | undefined;
  /** Since when so much is too old, by the clock that is never set. */
  #doubtedSince: number | undefined;

  constructor(ctx: RetentionContext) {
    this.#ctx = ctx;
  }

  async run(signal: AbortSignal): Promise<void> {
    const { log, keptDays, readClocks } = this.#ctx;
    const now = await readClocks();
    const stepMs = this.#last === undefined ? 0 : wallClockStep(this.#last, now);
    this.#last = now;
    if (Math.abs(stepMs) > CLOCK_TOLERANCE_MS) {
      this.#doubtedSince = undefined;
      const seconds = Math.round(stepMs / 1000);
      log.error({ seconds }, "the clock was set; no bindings of addresses are deleted before the next run");
      return;
    }
    const before = new Date(now.wall - keptDays * DAY_MS);
    if (await this.#isBelieved(before, now.monotonic)) await this.#remove(before, signal);
  }

  async #isBelieved(before: Date, monotonic: number): Promise<boolean> {
    const { old, all } = await this.#count(before);
    if (old <= Math.max(FEW_ROWS, all * MAX_AT_ONCE)) {
      this.#doubtedSince = undefined;
      return true;
    }
    this.#doubtedSince ??= monotonic;
    const isBelieved = monotonic - this.#doubtedSince >= HOUR_MS - CLOCK_TOLERANCE_MS;
    if (!isBelieved)
      this.#ctx.log.error(
        { old, all },
        "so many bindings of addresses are too old at once that they stay for another hour",
      );
    return isBelieved;
  }

  async #count(before: Date): Promise<{ old: number; all: number }> {
    const rows = await this.#ctx.db.execute(sql`
      SELECT count(*) AS all, count(*) FILTER (WHERE ends_at < ${before.toISOString()}::timestamptz) AS old
      FROM address_bindings`);
    const [row] = z.array(z.object({ all: z.coerce.number(), old: z.coerce.number() })).parse([...rows]);
    return row ?? { old: 0, all: 0 };
  }

  async #remove(before: Date, signal: AbortSignal): Promise<void> {
    for (let removed = BATCH; removed === BATCH;) {
      signal.throwIfAborted();
      const rows = await this.#ctx.db.execute(sql`
        WITH gone AS (DELETE FROM address_bindings WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM address_bindings
          WHERE held_from < ${before.toISOString()}::timestamptz AND ends_at < ${before.toISOString()}::timestamptz
          LIMIT ${BATCH})) RETURNING 1)
        SELECT count(*) AS removed FROM gone`);
      const [row] = z.array(z.object({ removed: z.coerce.number() })).parse([...rows]);
      removed = row?.removed ?? 0;
    }
  }
}
