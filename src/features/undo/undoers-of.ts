import { undoCreation, undoDeletion, undoUpdate, type ObjectKind } from "./objects";
import { undoCreations, undoDeletions, undoUpdates } from "./many-objects";
import type { Undoer } from "./run";

/** What takes back that objects of a kind were made, changed or removed. */
export function undoersOf(kind: ObjectKind): Undoer[] {
  const { permission, companions = [], refusalOf, stored, many } = kind;
  const { created, updated, deleted } = kind.actions;
  const rest = { permission, companions, ...(refusalOf && { refusalOf }) };
  return [
    {
      ...rest,
      actions: created,
      undo: (run, entry) => undoCreation(run, { kind, entry }),
      ...(many && { undoTogether: (run, entries) => undoCreations(run, { kind, entries }) }),
    },
    {
      ...rest,
      actions: updated,
      undo: (run, entry) => undoUpdate(run, { kind, entry }),
      ...(many && { undoTogether: (run, entries) => undoUpdates(run, { kind, entries }) }),
    },
    {
      ...rest,
      actions: deleted,
      ...(stored && { deletion: { kind: kindOf(kind), nameOf: (fields) => kind.nameOf(fields), ...stored } }),
      undo: (run, entry) => undoDeletion(run, { kind, entry }),
      ...(many?.restore && { undoTogether: (run, entries) => undoDeletions(run, { kind, entries }) }),
    },
  ];
}

/** What stands before the colon of a target. */
function kindOf(kind: ObjectKind): string {
  return kind.targetOf(0, {}).replace(/:.*/, "");
}
