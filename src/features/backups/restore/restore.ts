import { readAuditHead, recordAudit, renewAuditAnchor } from "#features/audit";
import { keepOperation, putOperationBack } from "#features/operations";
import type { Db } from "#platform/database";
import { causesOf, codeOf } from "#platform/error-code";
import { badRequest } from "#platform/errors";
import { BadBackup } from "../format/bad-backup";
import type { RestoredEvents } from "../events/restored-events";
import { Progress } from "../progress";
import { prepare, type Prepared, type RestoreContext, type RestoreRequest } from "./prepare";
import { describeRestore, type RestoreReport } from "./report";
import { keepShutOut, keepTold } from "./settle";
import { dropSideSchema } from "./side-schema";
import { swapTables } from "./swap";

/**
 * Tries a backup out, as far as it goes without anybody noticing: it is loaded, checked and migrated in a transaction
 * that is taken back. Throws 400 with the texts that clients know, and what the restore would throw.
 */
export async function tryRestore(ctx: RestoreContext, request: RestoreRequest): Promise<RestoreReport> {
  try {
    await inTransaction(ctx, "Backup validation failed", async (db) => {
      throw new Tried(
        await describeRestore(db, {
          ...ctx,
          prepared: await prepare(ctx, db, { ...request, isTrial: true }),
        }),
      );
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
 * Replaces what the database holds by what a backup holds, in one transaction: all of it, or nothing. Everybody is
 * signed out. Throws 400 for a backup that is not right, 409 while another restore runs, 501 where the role may not do
 * it, 503 where the tables are never free.
 */
export async function restore(ctx: RestoreContext, request: RestoreRequest): Promise<RestoreReport> {
  const { observe = () => undefined } = ctx;
  let events: RestoredEvents | undefined;
  try {
    const { report, keepsAuditLog } = await inTransaction(ctx, "Backup restore failed", async (db) => {
      const prepared = await prepare(ctx, db, { ...request, isTrial: false });
      events = prepared.events;
      try {
        return await putInPlace(ctx, db, prepared);
      } catch (error) {
        await events?.drop();
        throw error;
      }
    });
    observe("restore_committed");
    if (!keepsAuditLog) await renewAnchor(ctx);
    return report;
  } finally {
    // Also where nobody knows whether the transaction was committed: the catalog does.
    await events?.settle(ctx.db).catch((error: unknown) => {
      ctx.log?.warn({ err: error }, "files of events are left over from a restore; they are looked at later");
    });
  }
}

/** A failure is none of the restore's, which is done. */
async function renewAnchor({ db, anchor, log }: RestoreContext): Promise<void> {
  try {
    await renewAuditAnchor({ db, anchor });
  } catch (error) {
    log?.error(
      { err: error },
      "a backup was restored, but the head of its audit log cannot be noted: verify-audit will miss the old one",
    );
  }
}

async function putInPlace(
  ctx: RestoreContext,
  db: Db,
  prepared: Prepared,
): Promise<{ report: RestoreReport; keepsAuditLog: boolean }> {
  const { observe = () => undefined } = ctx;
  const { backup, side, events, keepsAuditLog } = prepared;
  const report = await describeRestore(db, { ...ctx, prepared });
  await new Progress(ctx).begin("replacing");
  await events?.place();
  // Before others are locked out: the rows of many files are large.
  await events?.enter(db);
  observe("restore_events_placed");
  let head: AuditHead | undefined;
  let operation: Awaited<ReturnType<typeof keepOperation>> | undefined;
  await swapTables(db, {
    side: side.name,
    parts: backup.manifest.parts,
    sequences: backup.manifest.sequences,
    replacesAuditLog: !keepsAuditLog,
    // While the tables were waited for, somebody may have been shut out or told, and that noted.
    onLocked: async () => {
      await keepShutOut(db, side.name);
      await keepTold(db, side.name);
      head = await readAuditHead(db);
      operation = await endOperation(ctx, db, report);
    },
    observe,
  });
  if (operation !== undefined) await putOperationBack(db, operation);
  await dropSideSchema(db, side);
  await noteRestore(ctx, db, { prepared, report, head });
  observe("restore_written");
  return { report, keepsAuditLog };
}

/** The last moment at which it can be cancelled. */
async function endOperation({ operation }: RestoreContext, db: Db, report: RestoreReport) {
  if (operation === undefined) return undefined;
  const { created_at, devices, users, subnets, events } = report;
  const result = { created_at, devices, users, subnets, ...(events && { new_events: events.new_events }) };
  await operation.finish(db, { result });
  return keepOperation(db, operation.id);
}

type AuditHead = Awaited<ReturnType<typeof readAuditHead>>;
type Restored = { prepared: Prepared; report: RestoreReport; head: AuditHead | undefined };

async function noteRestore(
  { actor }: RestoreContext,
  db: Db,
  { prepared, report, head }: Restored,
): Promise<void> {
  const { backup, events, settled, keepsAuditLog } = prepared;
  const detail = [
    `bytes=${report.size_bytes}`,
    `created=${report.created_at}`,
    `instance=${backup.manifest.instance}`,
    ...(events === undefined ? [] : [`events=${events.report.new_events}`]),
    ...(keepsAuditLog || head === undefined ? [] : [`replaced_audit_head=${head.position}:${head.hash}`]),
  ];
  await recordAudit(
    { db, actor },
    {
      action: "backup.database_restored",
      target: `backup:${report.created_at}`,
      detail: detail.join(" "),
      after: { still_disabled: settled.disabledUsers, still_revoked: settled.revokedKeys },
    },
  );
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
  return causesOf(error).some((cause) => /^(22|23|54)[0-9A-Z]{3}$/.test(codeOf(cause) ?? ""));
}
