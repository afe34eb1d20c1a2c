export { undoAsOperation, UndoRefusal, type LongUndoContext } from "./as-operation";
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
export { UndoConflict, UndoLost, UndoneObject, UndoQuery, UndoRefused } from "./models";
export { createUndoRegistry, isUndoable, UNDONE_ROWS, type UndoRegistry } from "./service";
