import { readAuditHead, recordAudit, renewAuditAnchor } from "#features/audit";
import type { Db } from "#platform/database";
import { codeOf } from "#platform/error-code";
import { badRequest } from "#platform/errors";
import { BadBackup } from "../format/bad-backup";
import { prepare, type RestoreContext, type RestoreRequest } from "./prepare";
import { describeRestore, type RestoreReport } from "./report";
import { keepShutOut, keepTold } from "./settle";
import { dropSideSchema } from "./side-schema";
import { swapTables } from "./swap";

/**
 * Tries a backup out, as far as it goes without anybody noticing: it is loaded, checked and migrated in a transaction that
 * is taken back. Throws 400 with the contract's texts, and what the restore would throw.
 */
export async function tryRestore(ctx: RestoreContext, request: RestoreRequest): Promise<RestoreReport> {
  try {
    await inTransaction(ctx, "Backup validation failed", async (db) => {
      throw new Tried(await describeRestore(db, { ...ctx, prepared: await prepare(ctx, db, request) }));
    });
  } catch (error) {
    if (error instanceof Tried) return error.report;
    throw error;
  }
  throw new Error("our bug: a trial was not taken back");
}

/** Takes the transaction back, with what it has found. */
class Tried extends Error {
  readonly report: RestoreReport;

  constructor(report: RestoreReport) {
    super("tried");
    this.report = report;
  }
}

/**
 * Replaces what the database holds by what a backup holds, in one transaction: all of it, or nothing. Everybody is signed
 * out. Throws 400 for a backup that is not right, 409 while another restore runs, 501 where the role may not do it, 503 where
 * the tables are never free.
 */
export async function restore(ctx: RestoreContext, request: RestoreRequest): Promise<RestoreReport> {
  const { anchor, observe = () => undefined } = ctx;
  const { report, keepsAuditLog } = await inTransaction(ctx, "Backup restore failed", async (db) => {
    const prepared = await prepare(ctx, db, request);
    const found = await describeRestore(db, { ...ctx, prepared });
    let head: Awaited<ReturnType<typeof readAuditHead>>;
    await swapTables(db, {
      side: prepared.side.name,
      parts: prepared.backup.manifest.parts,
      sequences: prepared.backup.manifest.sequences,
      replacesAuditLog: !prepared.keepsAuditLog,
      // While the tables were waited for, somebody may have been shut out or told, and that noted.
      onLocked: async () => {
        await keepShutOut(db, prepared.side.name);
        await keepTold(db, prepared.side.name);
        head = await readAuditHead(db);
      },
      observe,
    });
    await dropSideSchema(db, prepared.side);
    const detail = [
      `bytes=${found.size_bytes}`,
      `created=${found.created_at}`,
      `instance=${prepared.backup.manifest.instance}`,
      ...(prepared.keepsAuditLog || head === undefined
        ? []
        : [`replaced_audit_head=${head.position}:${head.hash}`]),
    ];
    await recordAudit(
      { db, actor: ctx.actor },
      {
        action: "backup.database_restored",
        target: `backup:${found.created_at}`,
        detail: detail.join(" "),
        after: {
          still_disabled: prepared.settled.disabledUsers,
          still_revoked: prepared.settled.revokedKeys,
        },
      },
    );
    observe("restore_written");
    return { report: found, keepsAuditLog: prepared.keepsAuditLog };
  });
  observe("restore_committed");
  if (!keepsAuditLog) await renewAuditAnchor({ db: ctx.db, anchor });
  return report;
}

/** Runs the transaction; what is wrong with a backup becomes the 400 that says so. */
async function inTransaction<Result>(
  { db }: RestoreContext,
  text: string,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  try {
    return await db.transaction(work);
  } catch (error) {
    if (error instanceof BadBackup)
      throw badRequest(`${text}: the backup is damaged: ${error.message}`, error);
    // Values and constraints: the rows are not what the schema takes.
    if (isRefusedData(error)) throw badRequest(text, error);
    throw error;
  }
}

function isRefusedData(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (/^(22|23|54)[0-9A-Z]{3}$/.test(codeOf(cause) ?? "")) return true;
  return false;
}
