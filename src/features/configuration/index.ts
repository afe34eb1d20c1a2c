export { createConfigurationRegistry, type ConfigurationRegistry } from "./registry";
export { measureApplies } from "./applies";
export { CONFIGURATION_UNDOERS } from "./undo";
export type { ConfigurationDeps } from "./service";
export { parseBundleText } from "./text/parse-text";
