export { importJobs } from "./jobs";
export { IMPORT_UNDOER } from "./undo";
