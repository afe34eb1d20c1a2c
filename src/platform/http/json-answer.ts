import type { Context } from "hono";
import { escapeControls } from "../control-characters";
import type { ErrorStatus } from "../errors";
import { compressedTagOf, matchesWeakly, parseEntityTags } from "./conditional";
import { toStream } from "./download";
import { takesGzip } from "./takes-gzip";

/** Rows of a list that are made text at a time; others get their turn between. */
const ROWS_AT_ONCE = 250;

/** Below, what is saved is not worth the time. */
const MIN_COMPRESSED_CHARACTERS = 16_384;

type JsonAnswer = {
  status: 200 | 201 | 204 | ErrorStatus;
  value: unknown;
  /** Absent: false. */
  mayBeCompressed?: boolean;
  entityTag?: string | undefined;
};

/** Keeps the headers and cookies that were set on the context. */
export function answerJson(
  context: Context,
  { status, value, mayBeCompressed = false, entityTag }: JsonAnswer,
): Response {
  return context.newResponse(jsonBody(context, value, { mayBeCompressed, entityTag }), status);
}

/** What the form of an answer that may be compressed depends on. */
const VARY = "Accept-Encoding, Sec-Fetch-Site";

/**
 * The 304 for who has the object of this tag already. Who has it compressed, and would get it so again, is told the tag
 * of that form: a cache renews no copy by another one (RFC 9110 15.4.5, RFC 9111 4.3.4).
 */
export function answerUnchanged(context: Context, entityTag: string): Response {
  const known = parseEntityTags(context.req.header("If-None-Match"));
  const compressed = compressedTagOf(entityTag);
  if (known !== "*" && matchesWeakly(known, compressed)) {
    context.header("Vary", VARY, { append: true });
    if (mayCompressFor(context)) context.header("ETag", compressed);
  }
  return context.body(null, 304);
}

/**
 * The body of an answer in JSON. A list of many rows is made while it is sent: ten thousand devices are megabytes, which
 * would hold up everybody else. Such a list, and what is long, is compressed for those who take that, if it
 * `mayBeCompressed`: an answer that holds a secret beside what its caller wrote must not be. What drives a terminal is
 * escaped, as answers are read there, too. `entityTag`: that of the value, which a compressed answer has in another form.
 */
export function jsonBody(
  context: Context,
  value: unknown,
  { mayBeCompressed, entityTag }: { mayBeCompressed: boolean; entityTag?: string | undefined },
): string | ReadableStream {
  context.header("Content-Type", "application/json");
  const isLongList = Array.isArray(value) && value.length > ROWS_AT_ONCE;
  const text = isLongList ? "" : escapeControls(JSON.stringify(value));
  if (!isLongList && text.length < MIN_COMPRESSED_CHARACTERS) return text;
  const content = isLongList ? toStream(piecesOf(value)) : text;
  if (!mayBeCompressed) return content;
  context.header("Vary", VARY, { append: true });
  if (!mayCompressFor(context)) return content;
  context.header("Content-Encoding", "gzip");
  if (entityTag !== undefined) context.header("ETag", compressedTagOf(entityTag));
  const stream = typeof content === "string" ? new Blob([content]).stream() : content;
  return stream.pipeThrough(new CompressionStream("gzip"));
}

function mayCompressFor(context: Context): boolean {
  return takesGzip(context) && !isOfOtherPage(context);
}

/**
 * True where a browser says that a page of another origin asks: such a page could have a user's browser ask again and
 * again, and guess from the lengths of compressed answers what is in them (BREACH).
 */
function isOfOtherPage({ req }: Context): boolean {
  return ["cross-site", "same-site"].includes(req.header("Sec-Fetch-Site") ?? "");
}

async function* piecesOf(rows: readonly unknown[]): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const piece = JSON.stringify(rows.slice(start, start + ROWS_AT_ONCE)).slice(1, -1);
    yield encoder.encode(escapeControls((start === 0 ? "[" : ",") + piece));
    await Bun.sleep(0);
  }
  yield encoder.encode("]");
}
