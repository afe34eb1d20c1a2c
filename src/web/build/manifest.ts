import { z } from "zod";

/** The file of a build that says what it is made of. */
export const MANIFEST_FILE = "build.json";

/** What stands in the page where each answer puts its own nonce. */
export const NONCE_PLACEHOLDER = "{{style-nonce}}";

export const BuildManifest = z.object({
  /** Of everything that the build was made from. */
  sourceHash: z.string(),
  /** Policy source (`'sha256-…'`) of the page's one inline script. */
  inlineScript: z.string(),
  /** The page itself, with the placeholder of its nonce. */
  page: z.string(),
  /** Everything under `/assets/`, by name. */
  assets: z.record(z.string(), z.object({ type: z.string(), hasGzip: z.boolean() })),
});
export type BuildManifest = z.infer<typeof BuildManifest>;
