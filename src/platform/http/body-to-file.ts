import { open, type FileHandle } from "node:fs/promises";
import type { Context } from "hono";
import { ApiError } from "../errors";
import { discard, patienceMs, within, type Reader } from "./request-body";

const RECEIVE_SECONDS = 30;
/** Most that is read and thrown away of a body that is refused. */
const DISCARD_BYTES = 32 * 1024 * 1024;

/** `text`: of the 413 for a body above `maxBytes`. */
export type FileRules = { path: string; maxBytes: number; text: string };

/**
 * Writes the body of a `stream` route into a new file, 0600, piece by piece as it comes, and gives its length. Throws
 * 413 above the limit, by its announced length or while it comes, and 408 for one that drips; both close the
 * connection. The file is the caller's to remove, then too.
 */
export async function receiveToFile({ req, env }: Context, rules: FileRules): Promise<number> {
  const file = await open(rules.path, "wx", 0o600);
  try {
    const body = req.raw.body;
    if (body === null) return 0;
    const announced = Number(req.header("Content-Length") ?? 0);
    const reader = body.getReader();
    try {
      if (announced > rules.maxBytes) throw new ApiError(413, rules.text);
      const graceSeconds = env.receiveSeconds ?? RECEIVE_SECONDS;
      return await copy(reader, file, { ...rules, graceSeconds, onProgress: () => env.renew?.() });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 408 || announced > DISCARD_BYTES) await reader.cancel();
      else await discard(reader, DISCARD_BYTES);
      throw new ApiError(error.status, error.detail, { headers: { Connection: "close" }, cause: error });
    }
  } finally {
    await file.close();
  }
}

type Copying = FileRules & { graceSeconds: number; onProgress: () => void };

async function copy(
  reader: Reader,
  file: FileHandle,
  { maxBytes, text, graceSeconds, onProgress }: Copying,
): Promise<number> {
  const started = performance.now();
  let size = 0;
  for (;;) {
    const { done, value } = await within(patienceMs({ size, started, graceSeconds }), reader.read());
    if (done) return size;
    size += value.length;
    if (size > maxBytes) throw new ApiError(413, text);
    await file.writeFile(value);
    onProgress();
  }
}
