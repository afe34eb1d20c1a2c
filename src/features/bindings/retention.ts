import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#platform/database";
import { daysBefore } from "#platform/deletion-clock";

/** Rows of a statement, so that none holds others up for long. */
const BATCH = 10_000;

type Kept = { now: Date; keptDays: number; signal: AbortSignal };

/** Lets bindings go that ended longer ago than they are kept. */
export async function removeOldBindings(db: Db, { now, keptDays, signal }: Kept): Promise<void> {
  const before = daysBefore(now, keptDays).toISOString();
  for (let removed = BATCH; removed === BATCH;) {
    signal.throwIfAborted();
    const rows = await db.execute(sql`
      WITH gone AS (DELETE FROM address_bindings WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM address_bindings
        WHERE held_from < ${before}::timestamptz AND ends_at < ${before}::timestamptz
        LIMIT ${BATCH})) RETURNING 1)
      SELECT count(*) AS removed FROM gone`);
    const [row] = z.array(z.object({ removed: z.coerce.number() })).parse([...rows]);
    removed = row?.removed ?? 0;
  }
}
