export type { OidcEnvironment } from "./models";
export { createSsoRequirement } from "./service";
