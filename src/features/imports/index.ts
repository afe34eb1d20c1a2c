export { importJobs } from "./jobs";
export { IMPORT_UNDOERS } from "./undo";
