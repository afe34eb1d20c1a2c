export { undoAsOperation, UndoRefusal, type LongUndoContext, type LongUndone } from "./as-operation";
export {
  changeBack,
  notRecorded,
  removeObject,
  statesOf,
  undoersOf,
  type ObjectKind,
  type Restoring,
} from "./objects";
export {
  addChangedSince,
  addConflict,
  addFound,
  addLost,
  readRequest,
  type Fields,
  type Undoer,
  type UndoRun,
} from "./run";
export { type AuditUndo, UndoConflict, UndoLost, UndoneObject, UndoQuery, UndoRefused } from "./models";
export {
  createUndoRegistry,
  isUndoable,
  NotUndone,
  undoInTransaction,
  UNDONE_ROWS,
  type UndoRegistry,
} from "./service";
