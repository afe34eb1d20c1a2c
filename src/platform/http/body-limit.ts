import type { MiddlewareHandler } from "hono";
import { ApiError } from "../errors";
import type { Env } from "./server-app";

/** Most that is read and thrown away of a body that is refused, and for how long. */
const DISCARD_BYTES = 32 * 1024 * 1024;
const DISCARD_MS = 10_000;
/** Silence after which the client is taken to wait for the answer. */
const QUIET_MS = 250;

type Reader = Pick<ReadableStreamDefaultReader<Uint8Array>, "read" | "cancel">;

/** Refuses a body above the limit with 413, by its announced length or while it comes, and closes the connection. */
export function limitBody({ maxBytes, text }: { maxBytes: number; text: string }): MiddlewareHandler<Env> {
  return async (context, next) => {
    const { raw } = context.req;
    if (raw.body === null) return next();
    const announced = context.req.header("Content-Length");
    if (announced !== undefined && Number(announced) <= maxBytes) return next();
    const reader = raw.body.getReader();
    const body = announced === undefined ? await readUpTo(maxBytes, reader) : undefined;
    if (body === undefined) {
      if (announced === undefined || Number(announced) <= DISCARD_BYTES) await discard(reader);
      throw new ApiError(413, text, { headers: { Connection: "close" } });
    }
    context.req.raw = new Request(raw, { method: raw.method, body });
    return next();
  };
}

/** A body of no announced length; undefined where it is longer. */
async function readUpTo(maxBytes: number, reader: Reader): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(pieces);
    size += value.length;
    if (size > maxBytes) return undefined;
    pieces.push(value);
  }
}

/**
 * Reads on for a while: a connection that is closed while its client still sends is reset, and most clients then never
 * see the answer (RFC 9112 section 9.6).
 */
async function discard(reader: Reader): Promise<void> {
  const end = performance.now() + DISCARD_MS;
  let left = DISCARD_BYTES;
  while (left > 0 && performance.now() < end) {
    const piece = await Promise.race([reader.read(), Bun.sleep(QUIET_MS)]);
    if (piece === undefined || piece.done) break;
    left -= piece.value.length;
  }
  await reader.cancel();
}
