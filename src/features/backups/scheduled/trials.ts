import { and, desc, eq, sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import { toTimestamp } from "#platform/http/fields";
import { putSignals } from "#platform/signals";
import { backupTrials } from "../tables";
import type { KeptBackup } from "./store";

/** What the last trial restore of a backup found. */
export type BackupTrial = {
  place: string;
  filename: string;
  verified_at: string;
  took_ms: number;
  by_hand: boolean;
  /** Null: it can be restored. */
  error: string | null;
};

/** More than are kept of backups. */
const KEPT_TRIALS = 1000;

export async function listTrials(db: Db): Promise<BackupTrial[]> {
  const rows = await db.select().from(backupTrials).orderBy(desc(backupTrials.endedAt));
  return rows.map(toTrial);
}

/** The newest of all. */
export async function findLastTrial(db: Db): Promise<BackupTrial | undefined> {
  const [row] = await db.select().from(backupTrials).orderBy(desc(backupTrials.endedAt)).limit(1);
  return row && toTrial(row);
}

function toTrial(row: typeof backupTrials.$inferSelect): BackupTrial {
  return {
    place: row.place,
    filename: row.filename,
    verified_at: toTimestamp(row.endedAt),
    took_ms: row.tookMs,
    by_hand: row.isByHand,
    error: row.error,
  };
}

export type Trial = { kept: KeptBackup; tookMs: number; isByHand: boolean; error: string | null };

/** Notes what a trial found; where nobody asked for it and it failed, the alert rules are told. */
export async function noteTrial(db: Db, { kept, tookMs, isByHand, error }: Trial): Promise<BackupTrial> {
  const { place, filename } = kept;
  const found = { endedAt: sql`statement_timestamp()`, tookMs, isByHand, error };
  return db.transaction(async (transaction) => {
    const [row] = await transaction
      .insert(backupTrials)
      .values({ place, filename, ...found })
      .onConflictDoUpdate({ target: [backupTrials.place, backupTrials.filename], set: found })
      .returning();
    if (row === undefined) throw new Error("our bug: a trial was not noted");
    await forgetOld(transaction);
    if (error !== null && !isByHand) {
      const sentence = `the trial restore of the backup ${filename} failed: ${error}`;
      await putSignals(transaction, [{ eventType: "backup_failed", subject: "backup:trial", sentence }]);
    }
    return toTrial(row);
  });
}

export async function forgetTrial(
  db: Db,
  { place, filename }: Pick<KeptBackup, "place" | "filename">,
): Promise<void> {
  await db
    .delete(backupTrials)
    .where(and(eq(backupTrials.place, place), eq(backupTrials.filename, filename)));
}

async function forgetOld(db: Db): Promise<void> {
  await db.execute(sql`
    DELETE FROM ${backupTrials} WHERE ended_at < (
      SELECT ended_at FROM ${backupTrials} ORDER BY ended_at DESC OFFSET ${KEPT_TRIALS} LIMIT 1)`);
}
