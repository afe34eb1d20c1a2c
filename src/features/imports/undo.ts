import { unpackEntry, type Actor } from "#features/audit";
import type { OperationRunner, RunningOperation } from "#features/operations";
import {
  NotUndone,
  UNDONE_ROWS,
  undoInTransaction,
  type AuditUndo,
  type Undoer,
  type UndoRegistry,
} from "#features/undo";
import { importAlone } from "#features/topology";
import type { Db } from "#platform/database";
import { ApiError, conflict } from "#platform/errors";
import type { Caller } from "#platform/http/guard";
import type { ImportUndo, ImportUndoQuery } from "./models";
import { getImport } from "./runs";
import { IMPORTED, IMPORTED_ROWS, inTurn } from "./service";

const stands = { permission: null, standsForCompanions: true, undo: () => Promise.resolve() } as const;

/**
 * An import's own entry only says which entries belong to it, and these hold those of its things: what it wrote is
 * taken back by their owners.
 */
export const IMPORT_UNDOERS: readonly Undoer[] = [
  { ...stands, actions: [IMPORTED], companions: [IMPORTED_ROWS] },
  { ...stands, actions: [IMPORTED_ROWS, UNDONE_ROWS], unpack: unpackEntry },
];

/** More than an import has rows: each is an entry at most, and so is each place that it made. */
const MAX_THINGS = 400_000;
/** Each holds 250 things: without a collection what they took would be let go much later. */
const ENTRIES_A_COLLECTION = 20;
/** What one answer tells. */
const MAX_TOLD = 1000;

export type UndoContext = {
  db: Db;
  actor: Actor;
  caller: Caller;
  registry: UndoRegistry;
  operations: OperationRunner;
  onChange: () => void;
};

type UndoRequest = { id: string; query: ImportUndoQuery; signal: AbortSignal };

/** It cannot be taken back: the answer says why. */
export class UndoRefusal extends ApiError {
  readonly undo: ImportUndo;

  constructor(undo: ImportUndo) {
    const told = undo.conflicts.slice(0, 20);
    const texts = told.map(({ name, message }) => (name === null ? message : `${name}: ${message}`));
    super(409, texts.join("; "));
    this.undo = undo;
  }
}

/**
 * Takes back all that an import has written, in one transaction, or says what that would be. Throws 404, 403 where the
 * caller may not write some of it, 409 (`UndoRefusal`) where something stands against it or it was cancelled.
 */
export async function undoImport(ctx: UndoContext, request: UndoRequest): Promise<ImportUndo> {
  const { id, query, signal } = request;
  const { source, audit_id: auditId } = await getImport(ctx, id);
  if (auditId === null) throw conflict("Nothing was written by it that could be taken back");
  const operation = {
    id: query.undo_id,
    idField: "undo_id",
    kind: "import_undo",
    userId: ctx.caller.userId,
    subject: source,
    phase: query.dry_run ? "checking" : "writing",
    signal,
  } as const;
  const undo = await ctx.operations.run(operation, (running) =>
    inTurn({ userId: ctx.caller.userId, signal: running.signal }, () =>
      runUndo(ctx, { ...request, auditId }, running),
    ),
  );
  if (!query.dry_run) ctx.onChange();
  return undo;
}

async function runUndo(
  ctx: UndoContext,
  { id, query, auditId }: Omit<UndoRequest, "signal"> & { auditId: number },
  operation: RunningOperation,
): Promise<ImportUndo> {
  const input = {
    id: auditId,
    scope: "entry",
    on_conflict: query.on_conflict,
    isDryRun: query.dry_run,
    signal: operation.signal,
    most: MAX_THINGS,
    onTaken(done: number, total: number) {
      if (done > 0 && done % ENTRIES_A_COLLECTION === 0) Bun.gc(true);
      return operation.report({ done, total });
    },
  } as const;
  try {
    return await importAlone(ctx.db, operation.signal, async (db) => {
      const undo = toImportUndo(id, await undoInTransaction({ ...ctx, db }, input));
      await operation.finish(db, { result: { ...undo.counts, dry_run: false } });
      return undo;
    });
  } catch (error) {
    if (!(error instanceof NotUndone)) throw error;
    const undo = toImportUndo(id, error.answer);
    if (!query.dry_run) throw new UndoRefusal(undo);
    await operation.finish(ctx.db, { result: { ...undo.counts, dry_run: true } });
    return undo;
  }
}

function toImportUndo(importId: string, undo: AuditUndo): ImportUndo {
  const counts = { restored: 0, changed: 0, removed: 0 };
  for (const { outcome } of undo.objects) counts[outcome] += 1;
  return {
    import_id: importId,
    undo_audit_id: undo.undo_audit_id,
    is_possible: undo.is_possible,
    counts,
    objects: undo.objects.slice(0, MAX_TOLD),
    conflict_count: undo.conflicts.length,
    conflicts: undo.conflicts.slice(0, MAX_TOLD),
    lost: undo.lost,
  };
}
