import type { Context } from "hono";

/** Whether the caller named gzip among what it takes, and not as what it does not (RFC 9110 section 12.5.3). */
export function takesGzip({ req }: Context): boolean {
  const accepted = req.header("Accept-Encoding") ?? "";
  return accepted
    .split(",")
    .some((coding) => /^\s*(?:x-)?gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*$).*)?$/i.test(coding));
}
