import { sql } from "drizzle-orm";
import type { Db } from "#platform/database";

/** Of pg_try_advisory_xact_lock: one restore at a time, or one trial. */
export const RESTORE_LOCK = 7_248_110_944;

/** Whether the transaction is the only one that restores, tries, or tidies up behind a restore; until its end then. */
export async function takesTurn(db: Db): Promise<boolean> {
  const [turn] = await db.execute<{ taken: boolean }>(
    sql`SELECT pg_try_advisory_xact_lock(${RESTORE_LOCK}) AS taken`,
  );
  return turn?.taken === true;
}
