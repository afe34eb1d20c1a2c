import type { Context } from "hono";
import { digestOf, matchesWeakly, parseEntityTags } from "./conditional";

/** It shows itself and nothing else, also to who opens it as a page of its own. */
const POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

/** A picture as the answer, or 304 to who has it already. */
export function answerSvg(
  context: Context,
  svg: string,
  { cacheControl, resourcePolicy }: { cacheControl: string; resourcePolicy: "same-origin" | "cross-origin" },
): Response {
  const tag = `"${digestOf(svg)}"`;
  const headers = {
    ETag: tag,
    "Cache-Control": cacheControl,
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Resource-Policy": resourcePolicy,
  };
  if (matchesWeakly(parseEntityTags(context.req.header("If-None-Match")), tag))
    return context.body(null, 304, headers);
  return context.body(svg, 200, { ...headers, "Content-Type": "image/svg+xml; charset=utf-8" });
}
