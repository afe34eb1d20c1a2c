export type { OidcEnvironment } from "./models";
export { createSsoRequirement } from "./service";
export { oidcUndoers } from "./undo";
