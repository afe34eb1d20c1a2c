import { createPackedRecord, recordAudit, type Actor } from "#features/audit";
import type { OperationRunner, RunningOperation } from "#features/operations";
import { importAlone } from "#features/topology";
import { refuseDouble, type Db } from "#platform/database";
import type { Encryption } from "#platform/encryption";
import { conflict, forbidden, invalid, unavailable } from "#platform/errors";
import { may, type Caller } from "#platform/http/guard";
import type { Upload } from "#platform/http/route";
import { createTurnstile } from "#platform/turnstile";
import { releaseMemory } from "#platform/release-memory";
import type { WorkerPool } from "#platform/workers";
import type { Import, ImportQuery, ImportRow } from "./models";
import type { ReadOutput } from "./read/read-import";
import { readImportTask } from "./read/read-task";
import { getImport, isKept, keepImport } from "./runs";
import { openRun } from "./take/open-run";
import { takeImport, type Taken } from "./take/take-import";

/** Of an import's own entry of the audit log, and of those that hold what it wrote. */
export const IMPORTED = "imports.applied";
export const IMPORTED_ROWS = `${IMPORTED}.rows`;

export type ImportDeps = {
  db: Db;
  pool: WorkerPool;
  operations: OperationRunner;
  encryption: Encryption;
  /** Called when an import has written what may have to be checked. */
  onChange: () => void;
};

export type ImportContext = ImportDeps & { actor: Actor; caller: Caller };

type ImportRequest = { upload: Upload; contentType: string; query: ImportQuery; signal: AbortSignal };

/** Imports of this process, and undos of them, come one after the other; those of all processes by their lock. */
const turns = createTurnstile(1, { mostWaiting: 16, refusal: "Too many imports are waiting" });
const waitingUsers = new Set<number>();

/** Throws 503 where too many wait, or one of the same user, and the signal's reason where that ends the waiting. */
export async function inTurn<Result>(
  { userId, signal }: { userId: number; signal: AbortSignal },
  work: () => Promise<Result>,
): Promise<Result> {
  if (waitingUsers.has(userId)) throw unavailable("One of your imports is waiting already", 5);
  waitingUsers.add(userId);
  const endWaiting = () => void waitingUsers.delete(userId);
  let hasBegun = false;
  try {
    return await turns(() => {
      hasBegun = true;
      endWaiting();
      return work();
    }, signal);
  } finally {
    if (!hasBegun) endWaiting();
  }
}

/** Without one of them nothing could be taken over. */
const PERMISSIONS = ["topology_write", "ipam_write", "monitoring_write"] as const;

/**
 * Takes over what another product's files hold, in one transaction; a dry run is the same, taken back at its end.
 * Throws 403 for a caller who may write none of it, 422 for files that cannot be read, 409 when it is cancelled.
 */
export async function importFiles(ctx: ImportContext, request: ImportRequest): Promise<Import> {
  const { caller } = ctx;
  const { query, signal } = request;
  if (!PERMISSIONS.some((permission) => may(caller, permission)))
    throw forbidden("Nothing of an import may be written by your role");
  const operation = {
    id: query.import_id,
    idField: "import_id",
    kind: "import",
    userId: caller.userId,
    subject: query.source,
    phase: "reading",
    signal,
  } as const;
  const detail = "import_id was used before";
  // Imports are kept for longer than operations.
  if (query.import_id !== undefined && (await isKept(ctx.db, query.import_id))) throw conflict(detail);
  const id = await refuseDouble({ constraint: "imports_pkey", detail }, () =>
    ctx.operations.run(operation, (running) => runImport(ctx, request, running)),
  );
  if (!query.dry_run) ctx.onChange();
  return getImport(ctx, id);
}

async function runImport(
  ctx: ImportContext,
  { upload, contentType, query }: ImportRequest,
  operation: RunningOperation,
): Promise<string> {
  const read = await ctx.pool.run(
    readImportTask,
    { source: query.source, octets: upload.octets, contentType },
    { signal: operation.signal, transfer: [upload.octets.buffer] },
  );
  const { issues } = read;
  if (issues.length > 0) throw invalid(issues);
  const turn = { userId: ctx.caller.userId, signal: operation.signal };
  return inTurn(turn, async () => {
    await operation.report({ phase: query.dry_run ? "checking" : "writing", total: read.count });
    const writing = { read, query, operation };
    try {
      if (query.dry_run) await tryImport(ctx, writing);
      else await importAlone(ctx.db, operation.signal, (db) => writeImport({ ...ctx, db }, writing));
    } finally {
      releaseMemory({ rows: read.count });
    }
    return operation.id;
  });
}

type Writing = { read: ReadOutput; query: ImportQuery; operation: RunningOperation };

type Result = Taken & { made: Import["made"] };

async function takeAll(ctx: ImportContext, { read, query, operation }: Writing): Promise<Result> {
  const { caller } = ctx;
  const record = createPackedRecord(ctx.actor, { action: IMPORTED_ROWS, target: `import:${operation.id}` });
  const run = await openRun({
    ...ctx,
    actor: record.actor,
    mark: record.mark,
    userId: caller.userId,
    existing: query.existing,
    may: (permission) => may(caller, permission),
  });
  const taken = await takeImport(run, read, async (done) => {
    await record.flush(ctx, "full rows");
    await operation.report({ done });
  });
  await record.flush(ctx, "all");
  const { sites, groups, hosts } = run;
  return { ...taken, made: { sites: [...sites.made], groups: [...groups.made], devices: [...hosts.made] } };
}

async function writeImport(ctx: ImportContext, writing: Writing): Promise<void> {
  const result = await takeAll(ctx, writing);
  const { counts, made } = result;
  const isWritten = counts.created + counts.updated + Object.values(made).flat().length > 0;
  const auditId = isWritten ? await noteImport(ctx, writing, result) : null;
  await keep(ctx.db, ctx, { ...writing, result, auditId });
}

/** The import's own entry, by which all that it has written can be taken back. */
async function noteImport(ctx: ImportContext, { query, read, operation }: Writing, { counts }: Result) {
  let auditId: number | null = null;
  const { actor } = ctx;
  const noteEntry = (id: number) => {
    auditId = id;
    actor.noteEntry?.(id);
  };
  await recordAudit(
    { db: ctx.db, actor: { ...actor, noteEntry } },
    {
      action: IMPORTED,
      target: `import:${operation.id}`,
      detail: `source=${query.source} created=${counts.created} updated=${counts.updated}`,
      after: { source: query.source, files: read.files, counts },
    },
  );
  return auditId;
}

/** Ends the dry run's transaction, with what it has shown. */
class TakenBack extends Error {
  readonly result: Result;

  constructor(result: Result) {
    super("taken back");
    this.result = result;
  }
}

async function tryImport(ctx: ImportContext, writing: Writing): Promise<void> {
  const result = await triedResult(ctx, writing);
  await ctx.db.transaction((db) => keep(db, ctx, { ...writing, result, auditId: null }));
}

async function triedResult(ctx: ImportContext, writing: Writing): Promise<Result> {
  try {
    return await importAlone(ctx.db, writing.operation.signal, async (db) => {
      throw new TakenBack(await takeAll({ ...ctx, db }, writing));
    });
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error;
    const { result } = error;
    return { ...result, rows: withoutNew(result.rows) };
  }
}

/** What was made in a dry run is not there. */
function withoutNew(rows: readonly ImportRow[]): ImportRow[] {
  const isMade = ({ action, kind }: ImportRow) => action === "created" && kind !== "interface";
  const made = new Set(rows.flatMap((row) => (isMade(row) ? [row.target] : [])));
  return rows.map((row) => (made.has(row.target) ? { ...row, target: null } : row));
}

async function keep(
  db: Db,
  { caller }: ImportContext,
  given: Writing & { result: Result; auditId: number | null },
): Promise<void> {
  const { read, query, operation, result, auditId } = given;
  // What was known of the inventory is of no use any more.
  releaseMemory({ rows: read.count });
  const { counts, made, rows } = result;
  const entry = {
    id: operation.id,
    userId: caller.userId,
    username: caller.username,
    source: query.source,
    files: read.files,
    isDryRun: query.dry_run,
    existing: query.existing,
    rows: read.count,
    counts,
    tables: read.tables,
    leftOut: read.leftOut,
    made,
    auditId,
  };
  await keepImport(db, entry, rows);
  const told = { ...counts, dry_run: query.dry_run };
  await operation.finish(db, { result: told, resultPath: `/api/v1/imports/${operation.id}/rows` });
}
