import type { UndoContext, UndoOptions } from "./context";
import type { AuditUndo } from "./models";
import { takeBack, type TakenBack } from "./take-back";
import type { TrashRestored } from "./trash-models";

/** Ends the transaction of an undo that was only tried, or that is not possible, without a trace. */
export class NotUndone extends Error {
  readonly answer: AuditUndo;

  constructor(answer: AuditUndo) {
    super("taken back");
    this.answer = answer;
  }
}

/** The same of several entries. */
class NotRestored extends Error {
  readonly answer: TrashRestored;

  constructor(answer: TrashRestored) {
    super("taken back");
    this.answer = answer;
  }
}

type Input = UndoOptions & { id: number };

/**
 * Takes back what an entry of the audit log says was done: all of it or, where something stands against it, nothing. A
 * dry run only says what would be. Throws 404 for an entry that is not there, or that the caller may neither read nor
 * take back, and 403 for objects that it may not write.
 */
export async function undoEntry(ctx: UndoContext, input: Input): Promise<AuditUndo> {
  try {
    return await ctx.db.transaction((db) => undoInTransaction({ ...ctx, db }, input));
  } catch (error) {
    if (error instanceof NotUndone) return error.answer;
    throw error;
  }
}

/** As `undoEntry`, in the caller's transaction, of which nothing may stay where it throws NotUndone. */
export async function undoInTransaction(ctx: UndoContext, { id, ...input }: Input): Promise<AuditUndo> {
  const { undoIds, ...done } = await takeBack(ctx, { ids: [id], ...input });
  const answer = { audit_id: id, undo_audit_id: undoIds.get(id) ?? null, ...done };
  if (isTaken(done, input)) return answer;
  throw new NotUndone({ ...answer, undo_audit_id: null });
}

function isTaken(done: Pick<TakenBack, "is_possible">, { isDryRun }: UndoOptions): boolean {
  return !isDryRun && done.is_possible;
}

/** As `undoEntry`, of several entries, the newest first: all of them or none. */
export async function undoEntries(
  ctx: UndoContext,
  { ids, ...input }: UndoOptions & { ids: readonly number[] },
): Promise<TrashRestored> {
  try {
    return await ctx.db.transaction(async (db) => {
      const { undoIds, ...done } = await takeBack({ ...ctx, db }, { ids, ...input });
      if (isTaken(done, input)) return { undo_audit_ids: [...undoIds.values()], ...done };
      throw new NotRestored({ undo_audit_ids: [], ...done });
    });
  } catch (error) {
    if (error instanceof NotRestored) return error.answer;
    throw error;
  }
}
