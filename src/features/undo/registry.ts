import { UNDONE, type StoredAuditEntry } from "#features/audit";
import type { Undoer } from "./run";

/** What takes back the entries of each action. */
export type UndoRegistry = {
  undoers: ReadonlyMap<string, Undoer>;
  /** The 403 text of a permission. */
  refusalOf(permission: string): string;
};

/** Of all owners of objects. Throws where two of them want the entries of one action. */
export function createUndoRegistry(
  undoers: readonly Undoer[],
  refusalOf: UndoRegistry["refusalOf"],
): UndoRegistry {
  const byAction = new Map<string, Undoer>();
  for (const undoer of undoers)
    for (const action of undoer.actions) {
      if (byAction.has(action)) throw new Error(`our bug: two undo ${action}`);
      byAction.set(action, undoer);
    }
  return { undoers: byAction, refusalOf };
}

/** Of what nobody knows: entries of a later version. */
export const NOT_UNDOABLE = "changes of this kind cannot be taken back";

/** Why an entry cannot be taken back, whatever was done since; null: nothing speaks against it. */
export function whyNotUndoable(
  { undoers }: Pick<UndoRegistry, "undoers">,
  entry: StoredAuditEntry,
): string | null {
  if (entry.action === UNDONE) return null;
  const undoer = undoers.get(entry.action);
  if (undoer === undefined) return NOT_UNDOABLE;
  return undoer.refusalOf?.(entry) ?? null;
}

/** Of all that can be taken back. */
export function actionsTakenBack({ undoers }: UndoRegistry): string[] {
  return [...undoers].flatMap(([action, { isFinal }]) => (isFinal ? [] : [action]));
}
