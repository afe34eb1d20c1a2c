export { changeBack, notRecorded, removeObject, statesOf, type ObjectKind, type Restoring } from "./objects";
export { changeManyBack, removeMany, removeObjects } from "./many-objects";
export { undoersOf } from "./undoers-of";
export {
  addChangedSince,
  addConflict,
  addLost,
  final,
  readRequest,
  type Fields,
  type Undoer,
  type UndoRun,
} from "./run";
export {
  AuditUndo,
  type OnConflict,
  UndoConflict,
  UndoLost,
  UndoneObject,
  UndoQuery,
  UndoRefused,
} from "./models";
export { createUndoRegistry, whyNotUndoable, type UndoRegistry } from "./registry";
export { putRowsBack, restoreRow, restoreRows } from "./restore";
export { addLostSecrets, leavingSecrets } from "./secrets";
export { settingsUndoers } from "./settings";
export { NotUndone, undoInTransaction } from "./service";
export { UNDONE_ROWS } from "./take-back";
