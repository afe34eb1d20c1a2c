export { DEVICE_TYPE_UNDOERS } from "./undo";
