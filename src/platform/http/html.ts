import type { Context } from "hono";
import { accepts } from "hono/accepts";
import { takesGzip } from "./takes-gzip";

type Html = {
  html: string;
  /** Absent: 200. */
  status?: 200 | 404;
  /** The same, for who takes it. */
  gzippedHtml?: Uint8Array<ArrayBuffer>;
  cacheControl: string;
  /** Content-Security-Policy. */
  policy: string;
};

/** A page that the server has made as the answer. */
export function answerHtml(
  context: Context,
  { html, status = 200, gzippedHtml, cacheControl, policy }: Html,
): Response {
  const compressed = takesGzip(context) ? gzippedHtml : undefined;
  return context.body(compressed ?? html, status, {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": cacheControl,
    "Content-Security-Policy": policy,
    ...(gzippedHtml === undefined ? {} : { Vary: "Accept-Encoding" }),
    ...(compressed === undefined ? {} : { "Content-Encoding": "gzip" }),
  });
}

/**
 * Whether the caller would rather have a page than JSON, as browsers say and programs do not (RFC 9110 section 12.5.1).
 */
export function prefersHtml(context: Context): boolean {
  const supports = ["application/json", "text/html"];
  return accepts(context, { header: "Accept", supports, default: "application/json" }) === "text/html";
}
