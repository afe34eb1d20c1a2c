import { ACCEPTED_ENCODINGS } from "./body";
import type { BodyEncoding, HttpProbeOptions } from "./options";
import type { HttpRequest } from "./redirect";

/** They speak of the connection or of the length of the message, which are ours (RFC 9110 section 7.6.1). */
const OURS = new Set([
  "connection",
  "content-length",
  "expect",
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

const CONTENT_TYPES: Readonly<Record<BodyEncoding, string>> = {
  json: "application/json",
  text: "text/plain; charset=utf-8",
  form: "application/x-www-form-urlencoded",
  xml: "application/xml",
};

export function contentTypeOf(encoding: BodyEncoding): string {
  return CONTENT_TYPES[encoding];
}

/**
 * The header of a request. A person's own ones stand instead of ours, and only in a request to the origin that this
 * person named.
 */
export function headersOf(
  { url, body, isOwn }: HttpRequest,
  { headers = {}, cacheBust = false }: Pick<HttpProbeOptions, "headers" | "cacheBust">,
  authorization: string | undefined,
): Record<string, string> {
  const byName = new Map<string, [name: string, value: string]>();
  const set = (name: string, value: string) => byName.set(name.toLowerCase(), [name, value]);
  set("Host", url.host);
  set("User-Agent", "Netatlas");
  set("Accept", "*/*");
  set("Accept-Encoding", ACCEPTED_ENCODINGS);
  if (cacheBust) set("Cache-Control", "no-cache");
  if (body !== undefined) set("Content-Type", body.contentType);
  if (isOwn) {
    for (const [name, value] of Object.entries(headers)) {
      if (!OURS.has(name.toLowerCase())) set(name, value);
    }
    if (authorization !== undefined) set("Authorization", authorization);
  }
  set("Connection", "close");
  if (body !== undefined) set("Content-Length", String(Buffer.byteLength(body.text)));
  return Object.fromEntries(byName.values());
}
