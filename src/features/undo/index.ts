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
export { createUndoRegistry, isUndoable, type UndoRegistry } from "./service";
