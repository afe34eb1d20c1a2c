export { readSystemSettings } from "./service";
export { systemSettingsUndoers } from "./undo";
