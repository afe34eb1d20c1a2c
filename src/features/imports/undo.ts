import { unpackEntry } from "#features/audit";
import { importAlone } from "#features/topology";
import { undoAsOperation, type LongUndoContext } from "#features/operations";
import { UNDONE_ROWS, type Undoer } from "#features/undo";
import { conflict } from "#platform/errors";
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

type UndoContext = LongUndoContext & { onChange: () => void };
type UndoRequest = { id: string; query: ImportUndoQuery; signal: AbortSignal };

/**
 * Takes back all that an import has written, in one transaction, or says what that would be. Throws 404, 403 where the
 * caller may not write some of it, 409 (`UndoRefusal`) where something stands against it or it was cancelled.
 */
export async function undoImport(ctx: UndoContext, { id, query, signal }: UndoRequest): Promise<ImportUndo> {
  const { source, audit_id: auditId } = await getImport(ctx, id);
  if (auditId === null) throw conflict("Nothing was written by it that could be taken back");
  const { userId } = ctx.caller;
  const undo = await undoAsOperation(ctx, {
    auditId,
    operation: { id: query.undo_id, kind: "import_undo", subject: source },
    isDryRun: query.dry_run,
    onConflict: query.on_conflict,
    signal,
    alone: (ending, work) => inTurn({ userId, signal: ending }, () => importAlone(ctx.db, ending, work)),
  });
  if (!query.dry_run) ctx.onChange();
  return { import_id: id, ...undo };
}
