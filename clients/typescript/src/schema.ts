/** The types of the API, generated from its OpenAPI document; a package has a copy of them. */
export type { components, operations, paths } from "../../../src/web/api/schema";
