import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Context } from "hono";
import { compressedTagOf, digestOf, matchesWeakly, parseEntityTags } from "./conditional";
import { takesGzip } from "./takes-gzip";

/** What is the same for everybody as long as the process lives: its octets as they are and compressed, made once. */
export type KeptContent = {
  plain: Uint8Array<ArrayBuffer>;
  /** Undefined: it saves nothing. */
  gzipped: Uint8Array<ArrayBuffer> | undefined;
  type: string;
  /** Of the plain octets, without quotes. */
  digest: string;
};

const compress = promisify(gzip);

/** Compresses beside the thread that answers. */
export async function keepContent(plain: Uint8Array<ArrayBuffer>, type: string): Promise<KeptContent> {
  const gzipped = new Uint8Array(await compress(plain));
  const digest = digestOf(Buffer.from(plain).toString("latin1"));
  return { plain, gzipped: gzipped.length < plain.length ? gzipped : undefined, type, digest };
}

/**
 * Answers with it in the form that the caller takes, or with 304 where the caller has it in either. A copy may be kept,
 * and is asked for again each time.
 */
export function answerKept(context: Context, { plain, gzipped, type, digest }: KeptContent): Response {
  const compressed = takesGzip(context) ? gzipped : undefined;
  const plainTag = `"${digest}"`;
  const tag = compressed === undefined ? plainTag : compressedTagOf(plainTag);
  const headers = {
    ETag: tag,
    "Cache-Control": "no-cache",
    ...(gzipped === undefined ? {} : { Vary: "Accept-Encoding" }),
  };
  if (matchesWeakly(parseEntityTags(context.req.header("If-None-Match")), plainTag))
    return context.body(null, 304, headers);
  return context.body(compressed ?? plain, 200, {
    ...headers,
    "Content-Type": type,
    ...(compressed === undefined ? {} : { "Content-Encoding": "gzip" }),
  });
}
