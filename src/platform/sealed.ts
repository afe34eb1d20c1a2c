import { crc32, zstdCompressSync, zstdDecompressSync } from "node:zlib";

/** Form (1), CRC-32 of the form and of what follows (4). */
const HEADER_OCTETS = 5;
const PLAIN = 1;
const COMPRESSED = 2;
/** Less than that is not made shorter. */
const WORTH_COMPRESSING = 160;
/** A day of results each second, each with a text of its own, is less. */
const MAX_OCTETS = 64 * 1024 * 1024;

/** The octets with a checksum, compressed by Zstandard where that makes them shorter. */
export function seal(body: Uint8Array): Uint8Array {
  const compressed = body.length < WORTH_COMPRESSING ? body : zstdCompressSync(body);
  const isShorter = compressed.length < body.length;
  const content = isShorter ? compressed : body;
  const sealed = Buffer.allocUnsafe(HEADER_OCTETS + content.length);
  sealed.writeUInt8(isShorter ? COMPRESSED : PLAIN);
  sealed.set(content, HEADER_OCTETS);
  sealed.writeUInt32LE(checksumOf(sealed), 1);
  return sealed;
}

/** What was sealed. Throws where a bit of it has changed. */
export function unseal(sealed: Uint8Array): Uint8Array {
  const octets = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  if (octets.length < HEADER_OCTETS) throw new Error("it ends too early");
  if (octets.readUInt32LE(1) !== checksumOf(octets)) throw new Error("its checksum is wrong");
  const content = octets.subarray(HEADER_OCTETS);
  const form = octets.readUInt8(0);
  if (form === PLAIN) return content;
  if (form !== COMPRESSED) throw new Error(`form ${form} is not known`);
  return zstdDecompressSync(content, { maxOutputLength: MAX_OCTETS });
}

function checksumOf(sealed: Buffer): number {
  return crc32(sealed.subarray(HEADER_OCTETS), crc32(sealed.subarray(0, 1)));
}
