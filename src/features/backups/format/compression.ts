import { Readable } from "node:stream";
import { promisify } from "node:util";
import { createZstdDecompress, zstdCompress } from "node:zlib";
import { BadBackup } from "./bad-backup";

/** First octets of a Zstandard frame (RFC 8878 section 3.1.1). */
export const ZSTD_MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
/** First octets of a frame that every reader passes over (RFC 8878 section 3.1.2), and the length of its head. */
const SKIPPABLE_MAGIC = 0x184d2a5e;
const SKIPPABLE_HEAD = 8;
/** Rows are very much alike; nothing real comes near. */
const MAX_RATIO = 2000;
const ALWAYS_ALLOWED_OCTETS = 64 * 1024 * 1024;

const compress = promisify(zstdCompress);

/** One frame of its own. A file may be any number of frames, one after the other. */
export function compressFrame(content: Uint8Array): Promise<Buffer> {
  return compress(content);
}

/** Most octets of a plain frame, and of a block in it (RFC 8878 section 3.1.1.2.4). */
export const PLAIN_FRAME_OCTETS = 1024 * 1024;
const BLOCK_OCTETS = 128 * 1024;
const BLOCK_HEAD = 3;
const PLAIN_HEAD = 9;
/** RFC 8878 section 3.1.1.1.1: the size in four octets, in a single segment, no checksum. */
const PLAIN_DESCRIPTOR = 0xa0;

/** So long is the frame of so many octets. */
export function plainFrameSize(octets: number): number {
  return PLAIN_HEAD + Math.max(1, Math.ceil(octets / BLOCK_OCTETS)) * BLOCK_HEAD + octets;
}

/**
 * A frame with its content as it is: for what is compressed already, and has to have a length that is known before.
 * Takes PLAIN_FRAME_OCTETS at most.
 */
export function plainFrame(content: Uint8Array): Buffer {
  const frame = Buffer.alloc(plainFrameSize(content.length));
  ZSTD_MAGIC.copy(frame);
  frame.writeUInt8(PLAIN_DESCRIPTOR, 4);
  frame.writeUInt32LE(content.length, 5);
  let at = PLAIN_HEAD;
  for (let start = 0; start === 0 || start < content.length; start += BLOCK_OCTETS) {
    const block = content.subarray(start, start + BLOCK_OCTETS);
    const isLast = start + BLOCK_OCTETS >= content.length;
    // Type 0: raw.
    frame.writeUIntLE(block.length * 8 + (isLast ? 1 : 0), at, BLOCK_HEAD);
    frame.set(block, at + BLOCK_HEAD);
    at += BLOCK_HEAD + block.length;
  }
  return frame;
}

/** A frame that says nothing to whoever unpacks the file. */
export function skippableFrame(content: Uint8Array): Buffer {
  const head = Buffer.alloc(SKIPPABLE_HEAD);
  head.writeUInt32LE(SKIPPABLE_MAGIC, 0);
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content]);
}

/** The content of a skippable frame that fills `frame`; undefined where that is none. */
export function contentOfSkippable(frame: Buffer): Buffer | undefined {
  const isOne =
    frame.length >= SKIPPABLE_HEAD &&
    frame.readUInt32LE(0) === SKIPPABLE_MAGIC &&
    frame.readUInt32LE(4) === frame.length - SKIPPABLE_HEAD;
  return isOne ? frame.subarray(SKIPPABLE_HEAD) : undefined;
}

/**
 * What frames hold, piece by piece. A stream that was cut off ends without an error here: whoever reads has to know how
 * much there must be. Throws BadBackup for one that is damaged, or becomes absurdly larger.
 */
export async function* decompress(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let taken = 0;
  async function* counted() {
    for await (const piece of source) {
      taken += piece.length;
      yield piece;
    }
  }
  const input = Readable.from(counted(), { objectMode: false, highWaterMark: 1 });
  const output = createZstdDecompress();
  input.on("error", (error) => output.destroy(error));
  let given = 0;
  try {
    for await (const piece of input.pipe(output)) {
      if (!(piece instanceof Uint8Array)) throw new Error("our bug: a stream of octets gave something else");
      given += piece.length;
      if (given > ALWAYS_ALLOWED_OCTETS && given > taken * MAX_RATIO)
        throw new BadBackup("it becomes absurdly large");
      yield piece;
    }
  } catch (error) {
    if (isZstdError(error)) throw new BadBackup("its compression is damaged", { cause: error });
    throw error;
  } finally {
    input.destroy();
    output.destroy();
  }
}

function isZstdError(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  return typeof error.code === "string" && /^(ZSTD_|Z_|ERR_ZLIB)/.test(error.code);
}
