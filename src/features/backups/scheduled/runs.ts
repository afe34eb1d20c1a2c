import { desc, lt, sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import { putSignals } from "#platform/signals";
import { toTimestamp } from "#platform/http/fields";
import { backupRuns } from "../tables";
import type { KeptBackup } from "./folder";

export type BackupRun = {
  started_at: string;
  ended_at: string;
  by_hand: boolean;
  filename: string | null;
  size_bytes: number | null;
  error: string | null;
};

type Begun = { startedAt: Date; isByHand: boolean };

const KEPT_RUNS = 100;

/** How the last one went. */
export async function findLastRun(db: Db): Promise<BackupRun | undefined> {
  const [run] = await db.select().from(backupRuns).orderBy(desc(backupRuns.id)).limit(1);
  return (
    run && {
      started_at: toTimestamp(run.startedAt),
      ended_at: toTimestamp(run.endedAt),
      by_hand: run.isByHand,
      filename: run.filename,
      size_bytes: run.sizeBytes,
      error: run.error,
    }
  );
}

export async function noteMade(
  db: Db,
  { startedAt, isByHand, kept }: Begun & { kept: KeptBackup },
): Promise<void> {
  const { filename, size_bytes: sizeBytes } = kept;
  await db.insert(backupRuns).values({ startedAt, isByHand, filename, sizeBytes });
  await forgetOld(db);
}

/** Notes that one failed; where nobody asked for it, the alert rules are told. */
export async function noteFailed(
  db: Db,
  { startedAt, isByHand, error }: Begun & { error: string },
): Promise<void> {
  await db.transaction(async (transaction) => {
    await transaction.insert(backupRuns).values({ startedAt, isByHand, error });
    await forgetOld(transaction);
    if (isByHand) return;
    const sentence = `the scheduled backup failed: ${error}`;
    await putSignals(transaction, [{ eventType: "backup_failed", subject: "backup:scheduled", sentence }]);
  });
}

async function forgetOld(db: Db): Promise<void> {
  await db
    .delete(backupRuns)
    .where(lt(backupRuns.id, sql`(SELECT max(id) - ${KEPT_RUNS} FROM ${backupRuns})`));
}
