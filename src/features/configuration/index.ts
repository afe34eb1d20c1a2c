export { createConfigurationRegistry, type ConfigurationRegistry } from "./registry";
export { CONFIGURATION_UNDOERS } from "./undo";
export { bundleSchema } from "./bundle/schema";
