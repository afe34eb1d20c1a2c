export {
  createNetatlas,
  dataOf,
  signIn,
  trialOf,
  type Model,
  type Netatlas,
  type NetatlasOptions,
} from "./client";
export { NetatlasError, type Issue } from "./error";
export type { StreamEvent, StreamOptions } from "./events";
export { pagesOf, rowsOf, type Place } from "./paging";
export type { components, operations, paths } from "./schema";
export { change, once } from "./writing";
