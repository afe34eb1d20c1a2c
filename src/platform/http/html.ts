import type { Context } from "hono";
import { takesGzip } from "./takes-gzip";

type Html = {
  html: string;
  /** The same, for who takes it. */
  gzippedHtml?: Uint8Array<ArrayBuffer>;
  cacheControl: string;
  /** Content-Security-Policy. */
  policy: string;
};

/** A page that the server has made as the answer. */
export function answerHtml(context: Context, { html, gzippedHtml, cacheControl, policy }: Html): Response {
  const compressed = takesGzip(context) ? gzippedHtml : undefined;
  return context.body(compressed ?? html, 200, {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": cacheControl,
    "Content-Security-Policy": policy,
    ...(gzippedHtml === undefined ? {} : { Vary: "Accept-Encoding" }),
    ...(compressed === undefined ? {} : { "Content-Encoding": "gzip" }),
  });
}
