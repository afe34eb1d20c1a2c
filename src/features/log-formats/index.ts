export { LOG_FORMAT_NAMES } from "./audit-names";
export { readOwnFormats } from "./service";
export { exportLogFormats, importLogFormats } from "./transfer";
export { LOG_FORMAT_UNDOERS } from "./undo";
