export { LOG_FORMAT_NAMES } from "./audit-names";
export { readOwnFormats } from "./service";
export { LOG_FORMAT_UNDOERS } from "./undo";
export { LOG_FORMAT_KIND } from "./configuration/formats";
