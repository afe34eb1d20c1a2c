export { DEVICE_TYPE_UNDOERS } from "./undo";
export { DEVICE_TYPE_KINDS } from "./configuration/device-types";
