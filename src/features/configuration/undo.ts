import { unpackEntry } from "#features/audit";
import { undoAsOperation, type LongUndoContext } from "#features/operations";
import type { Undoer } from "#features/undo";
import { conflict } from "#platform/errors";
import { readApply } from "./applies";
import type { ApplyUndoQuery, ConfigurationUndo } from "./models";
import { APPLIED, APPLIED_ROWS, turns, type ConfigurationDeps } from "./service";

const stands = { permission: null, standsForCompanions: true, undo: () => Promise.resolve() } as const;

/**
 * An apply's own entry only says which entries belong to it, and these hold those of its things: what it wrote is taken
 * back by their owners.
 */
export const CONFIGURATION_UNDOERS: readonly Undoer[] = [
  { ...stands, actions: [APPLIED], companions: [APPLIED_ROWS] },
  { ...stands, actions: [APPLIED_ROWS], unpack: unpackEntry },
];

type UndoContext = LongUndoContext & Pick<ConfigurationDeps, "alone" | "onChange">;
type UndoRequest = { id: string; query: ApplyUndoQuery; signal: AbortSignal };

/**
 * Takes back all that an apply has written, in one transaction, or says what that would be. Throws 404, 403 where the
 * caller may not write some of it, 409 (`UndoRefusal`) where something stands against it or it was cancelled.
 */
export async function undoApply(
  ctx: UndoContext,
  { id, query, signal }: UndoRequest,
): Promise<ConfigurationUndo> {
  const { audit_id: auditId } = await readApply(ctx, id);
  if (auditId === null) throw conflict("Nothing was written by it that could be taken back");
  const undo = await undoAsOperation(ctx, {
    auditId,
    operation: { id: undefined, kind: "configuration_undo" },
    isDryRun: query.dry_run,
    onConflict: query.on_conflict,
    signal,
    alone: (ending, work) => turns.run(ctx.caller.userId, () => ctx.alone(ctx.db, ending, work), ending),
  });
  if (!query.dry_run) ctx.onChange();
  return { apply_id: id, ...undo };
}
