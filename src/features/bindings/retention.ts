import { sql } from "drizzle-orm";
import { z } from "zod";
import type { ClockReading } from "#platform/clock-step";
import type { Db } from "#platform/database";
import type { Logger } from "#platform/log";
import { RetentionClock } from "#platform/retention-clock";

const DAY_MS = 86_400_000;
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
  readonly #clock: RetentionClock;

  constructor(ctx: RetentionContext) {
    this.#ctx = ctx;
    this.#clock = new RetentionClock({ ...ctx, what: "bindings of addresses" });
  }

  async run(signal: AbortSignal): Promise<void> {
    const now = await this.#clock.look();
    if (now === undefined) return;
    const before = new Date(now.getTime() - this.#ctx.keptDays * DAY_MS);
    const { old, all } = await this.#count(before);
    // Of few it does not matter.
    const isBelieved = this.#clock.believes({ old: old <= FEW_ROWS ? 0 : old, all });
    if (isBelieved) await this.#remove(before, signal);
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
