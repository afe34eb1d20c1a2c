import type { IncomingMessage } from "node:http";
import { pipeline, type Transform } from "node:stream";
import { setImmediate as otherWork } from "node:timers/promises";
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from "node:zlib";
import { HttpTrouble } from "./trouble";

export type Body = {
  /** Of the content as it was before it was encoded; of as much as was read. */
  sizeBytes: number;
  /** The first octets, as many as were to be kept. */
  kept: Buffer;
  /** There is more than was read. */
  isTruncated: boolean;
  /** In an encoding that is not known here: the content cannot be looked at. */
  unknownEncoding: string | undefined;
};

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip(),
  "x-gzip": () => createGunzip(),
  deflate: () => createInflate(),
  br: () => createBrotliDecompress(),
  zstd: () => createZstdDecompress(),
};

export const NO_BODY: Body = {
  sizeBytes: 0,
  kept: Buffer.alloc(0),
  isTruncated: false,
  unknownEncoding: undefined,
};

/** What a request may say that it accepts. */
export const ACCEPTED_ENCODINGS = "gzip, deflate, br, zstd";

/**
 * Each chunk of a body is work for the thread that answers everybody, some microseconds whatever its length: two
 * mebioctets in chunks of one octet would be seconds of it. No server writes a page in more than so many.
 */
const MAX_PIECES = 50_000;
/** So many, and whoever else waits for the thread has it. */
const PIECES_AT_A_TIME = 250;

/** @throws HttpTrouble where there are more than anybody sends. */
async function* piecesOf(message: IncomingMessage): AsyncGenerator<Uint8Array> {
  let count = 0;
  for await (const piece of message) {
    if (!(piece instanceof Uint8Array)) throw new Error("our bug: a body that is text");
    if (++count > MAX_PIECES) throw new HttpTrouble(`the body comes in more than ${MAX_PIECES} pieces`);
    if (count % PIECES_AT_A_TIME === 0) await otherWork();
    yield piece;
  }
}

/**
 * Reads the body of an answer, and decodes it on the way, until it ends or `readBytes` of content have been seen:
 * however much a few octets of it unfold to, no more than that is ever held. @throws where it breaks off or is not
 * encoded as it says.
 */
export async function readBody(
  message: IncomingMessage,
  { readBytes, keepBytes }: { readBytes: number; keepBytes: number },
): Promise<Body> {
  const encoding = message.headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  const decoder = Object.hasOwn(DECODERS, encoding) ? DECODERS[encoding]?.() : undefined;
  const kept: Buffer[] = [];
  let keptBytes = 0;
  let sizeBytes = 0;
  const pieces = piecesOf(message);
  for await (const chunk of decoder === undefined ? pieces : pipeline(pieces, decoder, () => undefined)) {
    if (!(chunk instanceof Uint8Array)) throw new Error("our bug: a body that is text");
    const wanted = chunk.subarray(0, keepBytes - keptBytes);
    if (wanted.length > 0) kept.push(Buffer.from(wanted));
    keptBytes += wanted.length;
    sizeBytes += chunk.length;
    if (sizeBytes > readBytes) break;
  }
  const isKnown = decoder !== undefined || encoding === "identity" || encoding === "";
  return {
    sizeBytes: Math.min(sizeBytes, readBytes),
    kept: Buffer.concat(kept),
    isTruncated: sizeBytes > readBytes,
    unknownEncoding: isKnown ? undefined : encoding,
  };
}
