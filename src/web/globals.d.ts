/** Addresses of the bundled workers by file name; put in by the build. */
declare const WORKER_URLS: Readonly<Record<string, string>>;

declare module "*.css" {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}

/** Comes without types: an extension that is handed to `cytoscape.use`. */
declare module "cytoscape-fcose" {
  import type { Ext } from "cytoscape";
  const fcose: Ext;
  export default fcose;
}
