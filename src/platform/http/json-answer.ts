import type { Context } from "hono";
import { escapeControls } from "../control-characters";
import { toStream } from "./download";
import { takesGzip } from "./takes-gzip";

/** Rows of a list that are made text at a time; others get their turn between. */
const ROWS_AT_ONCE = 250;

/**
 * The body of an answer in JSON. A list of many rows is made while it is sent, and compressed for those who take that:
 * ten thousand devices are megabytes, which would hold up everybody else. What drives a terminal is escaped, as answers
 * are read there, too.
 */
export function jsonBody(context: Context, value: unknown): string | ReadableStream {
  context.header("Content-Type", "application/json");
  if (!Array.isArray(value) || value.length <= ROWS_AT_ONCE) return escapeControls(JSON.stringify(value));
  const stream: ReadableStream<NodeJS.BufferSource> = toStream(piecesOf(value));
  context.header("Vary", "Accept-Encoding", { append: true });
  if (!takesGzip(context)) return stream;
  context.header("Content-Encoding", "gzip");
  return stream.pipeThrough(new CompressionStream("gzip"));
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
