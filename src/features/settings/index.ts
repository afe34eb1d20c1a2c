export { readSystemSettings } from "./service";
export { systemSettingsUndoers } from "./undo";
export { settingsKind } from "./configuration/settings";
