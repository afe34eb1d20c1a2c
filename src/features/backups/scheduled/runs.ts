import { and, desc, eq, isNotNull, lt, sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import { putSignals } from "#platform/signals";
import { toTimestamp } from "#platform/http/fields";
import { backupPlan, backupRuns } from "../tables";
import type { KeptBackup, Place } from "./store";

export type BackupRun = {
  started_at: string;
  ended_at: string;
  by_hand: boolean;
  place: string;
  filename: string | null;
  size_bytes: number | null;
  error: string | null;
};

type Begun = { startedAt: Date; isByHand: boolean };

const KEPT_RUNS = 100;

/** How the last one went. */
export async function findLastRun(db: Db): Promise<BackupRun | undefined> {
  const [run] = await db.select().from(backupRuns).orderBy(desc(backupRuns.id)).limit(1);
  return run && toBackupRun(run);
}

/** The last one that went well; of those alone that nobody asked for, where they do not count. */
export async function findLastMade(
  db: Db,
  { countsByHand }: { countsByHand: boolean },
): Promise<BackupRun | undefined> {
  const [run] = await db
    .select()
    .from(backupRuns)
    .where(and(isNotNull(backupRuns.filename), countsByHand ? undefined : eq(backupRuns.isByHand, false)))
    .orderBy(desc(backupRuns.id))
    .limit(1);
  return run && toBackupRun(run);
}

/** Names of those that were put into a bucket, of the last runs. */
export async function listNoted(db: Db): Promise<Set<string>> {
  const inBucket: Place = "s3";
  const rows = await db
    .select({ filename: backupRuns.filename })
    .from(backupRuns)
    .where(and(isNotNull(backupRuns.filename), eq(backupRuns.place, inBucket)));
  return new Set(rows.flatMap(({ filename }) => filename ?? []));
}

function toBackupRun(run: typeof backupRuns.$inferSelect): BackupRun {
  return {
    started_at: toTimestamp(run.startedAt),
    ended_at: toTimestamp(run.endedAt),
    by_hand: run.isByHand,
    place: run.place,
    filename: run.filename,
    size_bytes: run.sizeBytes,
    error: run.error,
  };
}

/** Notes one that is there. `error`: what went wrong beside it, which the alert rules are told as below. */
export async function noteMade(
  db: Db,
  { startedAt, isByHand, kept, error }: Begun & { kept: KeptBackup; error: string | null },
): Promise<void> {
  const { filename, size_bytes: sizeBytes, place } = kept;
  await db.transaction(async (transaction) => {
    await transaction.insert(backupRuns).values({ startedAt, isByHand, place, filename, sizeBytes, error });
    await forgetOld(transaction);
    if (error !== null && !isByHand) await tell(transaction, error);
  });
}

/** Notes that one failed; where nobody asked for it, the alert rules are told. */
export async function noteFailed(
  db: Db,
  { startedAt, isByHand, place, error }: Begun & { place: Place; error: string },
): Promise<void> {
  await db.transaction(async (transaction) => {
    await transaction.insert(backupRuns).values({ startedAt, isByHand, place, error });
    await forgetOld(transaction);
    if (!isByHand) await tell(transaction, `failed: ${error}`);
  });
}

async function tell(db: Db, what: string): Promise<void> {
  const sentence = `the scheduled backup ${what}`;
  await putSignals(db, [{ eventType: "backup_failed", subject: "backup:scheduled", sentence }]);
}

async function forgetOld(db: Db): Promise<void> {
  await db
    .delete(backupRuns)
    .where(lt(backupRuns.id, sql`(SELECT max(id) - ${KEPT_RUNS} FROM ${backupRuns})`));
}

/** Since when a plan is in force; undefined: it is not noted yet. */
export async function findPlanStart(db: Db, plan: string): Promise<Date | undefined> {
  const [row] = await db.select().from(backupPlan).where(eq(backupPlan.plan, plan));
  return row?.since;
}

/** Notes that a plan is in force from now on, unless it is already. */
export async function notePlan(db: Db, plan: string): Promise<void> {
  const since = sql`statement_timestamp()`;
  await db
    .insert(backupPlan)
    .values({ id: 1, plan, since })
    .onConflictDoUpdate({
      target: backupPlan.id,
      set: { plan, since },
      setWhere: sql`${backupPlan.plan} <> ${plan} OR ${backupPlan.since} > statement_timestamp()`,
    });
}
