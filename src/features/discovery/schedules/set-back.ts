import { and, eq, gt } from "drizzle-orm";
import type { Db } from "#platform/database";
import { databaseNow } from "#platform/database-clock";
import { discoverySchedules } from "../tables";
import { dueAfter } from "./service";

/**
 * SQL: whether a schedule is due later than its interval is long, though it has no quiet hours: it was planned before
 * the database's clock was set back. Those that have are looked at each time.
 */
export const IS_ANY_AHEAD = `EXISTS (SELECT FROM discovery_schedules WHERE is_enabled AND quiet_hours IS NULL
  AND due_at > now() + make_interval(mins => interval_minutes + 1))`;

/** Plans such schedules anew: an interval from now. */
export async function bringForward(db: Db): Promise<void> {
  const now = await databaseNow(db);
  const { id, isEnabled, dueAt } = discoverySchedules;
  const waiting = await db
    .select()
    .from(discoverySchedules)
    .where(and(isEnabled, gt(dueAt, now)));
  for (const row of waiting) {
    const next = dueAfter(now, row);
    if (next < row.dueAt)
      await db
        .update(discoverySchedules)
        .set({ dueAt: next })
        .where(and(eq(id, row.id), eq(dueAt, row.dueAt)));
  }
}
