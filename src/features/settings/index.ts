export { readSystemSettings } from "./service";
export { settingsKind } from "./configuration/settings";
