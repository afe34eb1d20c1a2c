import { z } from "@hono/zod-openapi";
import { invalid } from "#platform/errors";
import { findJsonFault } from "#platform/http/json-scan";
import type { Upload } from "#platform/http/route";
import { textOfUpload } from "#platform/http/upload-text";
import { Secrets } from "./model";

/** A bundle as it was sent, and the values of secrets that came beside it. */
export type Received = { text: string; format: "yaml" | "json"; secrets: Secrets };

/** Longer ones would keep the whole service waiting. */
export const LARGEST_BUNDLE_BYTES = 32 * 1024 * 1024;

/** A bundle with secrets beside it. No bundle begins with one of these keys. */
export const BundleWithSecrets = z
  .strictObject({
    bundle: z.string().openapi({ description: "its text" }),
    format: z.enum(["yaml", "json"]).default("yaml"),
    secrets: Secrets.default({}),
  })
  .openapi("ConfigurationBundleWithSecrets");

const ENVELOPE = /^\s*\{\s*"(?:bundle|format|secrets)"\s*:/;

/** What a request holds: the bundle itself, or JSON with it and with secrets. Throws 422 for what is no text. */
export function receiveBundle(upload: Upload): Received {
  const text = textOfUpload(upload);
  if (upload.mediaType !== "application/json") return { text, format: "yaml", secrets: {} };
  if (!ENVELOPE.test(text)) return { text, format: "json", secrets: {} };
  const read = BundleWithSecrets.safeParse(parsedOf(text));
  if (read.success) {
    const { bundle, format, secrets } = read.data;
    return { text: bundle, format, secrets };
  }
  // Nothing of what was sent is repeated: there are secrets in it.
  const msg = "Value error, must be JSON: bundle (a text), format, and secrets (from_env, from_file, secret)";
  throw invalid([{ loc: ["body"], msg, type: "value_error" }]);
}

/** Undefined for what no other route would take either, whose own words repeat keys of it. */
function parsedOf(text: string): unknown {
  return findJsonFault(text) === undefined ? JSON.parse(text) : undefined;
}
