import { eq, lte } from "drizzle-orm";
import type { Db } from "#platform/database";
import { databaseNow } from "#platform/database-clock";
import { reportSchedules } from "../tables";
import { dueAfter } from "./due";
import { rhythmOf } from "./models";

/**
 * Moves schedules whose time is over on to their next one. Behind a restore all of them would be: what was due since the
 * backup was mailed then, or is old news.
 */
export async function skipMissedReports(db: Db): Promise<void> {
  const now = await databaseNow(db);
  const missed = await db.select().from(reportSchedules).where(lte(reportSchedules.dueAt, now));
  for (const row of missed)
    await db
      .update(reportSchedules)
      .set({ dueAt: dueAfter(now, rhythmOf(row)), failures: 0 })
      .where(eq(reportSchedules.id, row.id));
}
