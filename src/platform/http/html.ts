import type { Context } from "hono";

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
  const takesGzip = /\bgzip\b/.test(context.req.header("Accept-Encoding") ?? "");
  const compressed = takesGzip ? gzippedHtml : undefined;
  return context.body(compressed ?? html, 200, {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": cacheControl,
    "Content-Security-Policy": policy,
    ...(gzippedHtml === undefined ? {} : { Vary: "Accept-Encoding" }),
    ...(compressed === undefined ? {} : { "Content-Encoding": "gzip" }),
  });
}
