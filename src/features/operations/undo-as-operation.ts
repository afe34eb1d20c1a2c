import type { Actor } from "#features/audit";
import {
  NotUndone,
  undoInTransaction,
  type AuditUndo,
  type OnConflict,
  type UndoRegistry,
} from "#features/undo";
import type { Db } from "#platform/database";
import { ApiError } from "#platform/errors";
import type { Caller } from "#platform/http/guard";
import type { OperationKind } from "./models";
import type { OperationRunner, RunningOperation } from "./run";

/** More than any work on many things has: each is an entry at most, and so is each place that it made. */
const MAX_THINGS = 400_000;
/** Each holds 250 things: without a collection what they took would be let go much later. */
const ENTRIES_A_COLLECTION = 20;
/** What one answer tells. */
const MAX_TOLD = 1000;

export type LongUndoContext = {
  db: Db;
  actor: Actor;
  caller: Caller;
  registry: UndoRegistry;
  operations: OperationRunner;
};

type LongUndo = {
  /** The entry that stands for all that was written. */
  auditId: number;
  operation: { id: string | undefined; kind: OperationKind; subject?: string };
  isDryRun: boolean;
  onConflict: OnConflict;
  signal: AbortSignal;
  /** Carries work out in a transaction, when its turn has come. */
  alone: <Result>(signal: AbortSignal, work: (db: Db) => Promise<Result>) => Promise<Result>;
};

/** What an undo of many things answers: counts, and the first of what they count. */
type LongUndone = Omit<AuditUndo, "audit_id"> & {
  counts: { restored: number; changed: number; removed: number };
  conflict_count: number;
};

/** It cannot be taken back: the answer says why. */
export class UndoRefusal extends ApiError {
  readonly undo: LongUndone;

  constructor(undo: LongUndone) {
    const told = undo.conflicts.slice(0, 20);
    const texts = told.map(({ name, message }) => (name === null ? message : `${name}: ${message}`));
    super(409, texts.join("; "));
    this.undo = undo;
  }
}

/**
 * Takes back all that an entry stands for, in one transaction, as an operation; or says what that would be. Throws 403
 * where the caller may not write some of it, 409 (`UndoRefusal`) where something stands against it or it was cancelled.
 */
export async function undoAsOperation(ctx: LongUndoContext, undo: LongUndo): Promise<LongUndone> {
  const { operation, isDryRun, signal } = undo;
  const request = {
    ...operation,
    idField: "undo_id",
    userId: ctx.caller.userId,
    phase: isDryRun ? "checking" : "writing",
    signal,
  } as const;
  return ctx.operations.run(request, (running) => runUndo(ctx, undo, running));
}

async function runUndo(
  ctx: LongUndoContext,
  { auditId, isDryRun, onConflict, alone }: LongUndo,
  operation: RunningOperation,
): Promise<LongUndone> {
  const input = {
    id: auditId,
    scope: "entry",
    on_conflict: onConflict,
    isDryRun,
    signal: operation.signal,
    most: MAX_THINGS,
    onTaken(done: number, total: number) {
      if (done > 0 && done % ENTRIES_A_COLLECTION === 0) Bun.gc(true);
      return operation.report({ done, total });
    },
  } as const;
  try {
    return await alone(operation.signal, async (db) => {
      const undo = toLongUndone(await undoInTransaction({ ...ctx, db }, input));
      await operation.finish(db, { result: { ...undo.counts, dry_run: false } });
      return undo;
    });
  } catch (error) {
    if (!(error instanceof NotUndone)) throw error;
    const undo = toLongUndone(error.answer);
    if (!isDryRun) throw new UndoRefusal(undo);
    await operation.finish(ctx.db, { result: { ...undo.counts, dry_run: true } });
    return undo;
  }
}

function toLongUndone(undo: AuditUndo): LongUndone {
  const counts = { restored: 0, changed: 0, removed: 0 };
  for (const { outcome } of undo.objects) counts[outcome] += 1;
  return {
    undo_audit_id: undo.undo_audit_id,
    is_possible: undo.is_possible,
    counts,
    objects: undo.objects.slice(0, MAX_TOLD),
    along: undo.along,
    conflict_count: undo.conflicts.length,
    conflicts: undo.conflicts.slice(0, MAX_TOLD),
    lost: undo.lost,
  };
}
