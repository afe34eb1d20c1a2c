/** The folder of the project in which its bundle is. */
export const BUNDLES = "dist/service";
