import { crc32c } from "@node-rs/crc32";

/**
 * A journal file is named by its first position and starts with this header, little-endian, padded with zeros:
 *
 *   0 magic u32 · 4 CRC32C of everything from offset 8 on · 8 version u32 · 12 salt u32 · 16 collector (12 characters)
 *   28 first position u64 · 36 reserved through id u64 · 44 made at, µs, u64
 *
 * Records follow (record.ts).
 */
export const FILE_HEADER_BYTES = 64;
const FILE_VERSION = 1;
export const QUARANTINE_FOLDER = "quarantine";
const FILE_MAGIC = 0x3146_4a4e;
const NAME = /^(\d{16})(?:\.(\d+))?\.journal$/;

export type FileHeader = {
  salt: number;
  /** 12 lower-case hexadecimal characters. */
  collector: string;
  firstPosition: number;
  /** No id above this is given out before a later reservation is on disk. */
  reservedThroughId: number;
  createdAtMicros: number;
};

/** `foreign`: no header of ours, or one that was damaged. `newer`: written by a later version of this program. */
export type HeaderCheck = FileHeader | "foreign" | "newer";

export function encodeFileHeader(header: FileHeader): Buffer {
  const bytes = Buffer.alloc(FILE_HEADER_BYTES);
  bytes.writeUInt32LE(FILE_MAGIC, 0);
  bytes.writeUInt32LE(FILE_VERSION, 8);
  bytes.writeUInt32LE(header.salt, 12);
  bytes.write(header.collector, 16, 12, "latin1");
  bytes.writeBigUInt64LE(BigInt(header.firstPosition), 28);
  bytes.writeBigUInt64LE(BigInt(header.reservedThroughId), 36);
  bytes.writeBigUInt64LE(BigInt(header.createdAtMicros), 44);
  bytes.writeUInt32LE(crc32c(bytes.subarray(8)), 4);
  return bytes;
}

/** Reads the header at the start of `bytes`, which may be shorter than one. */
export function checkFileHeader(bytes: Buffer): HeaderCheck {
  if (bytes.length < FILE_HEADER_BYTES || bytes.readUInt32LE(0) !== FILE_MAGIC) return "foreign";
  if (crc32c(bytes.subarray(8, FILE_HEADER_BYTES)) !== bytes.readUInt32LE(4)) return "foreign";
  if (bytes.readUInt32LE(8) > FILE_VERSION) return "newer";
  return {
    salt: bytes.readUInt32LE(12),
    collector: bytes.toString("latin1", 16, 28),
    firstPosition: Number(bytes.readBigUInt64LE(28)),
    reservedThroughId: Number(bytes.readBigUInt64LE(36)),
    createdAtMicros: Number(bytes.readBigUInt64LE(44)),
  };
}

/**
 * The name of the `attempt`-th file (0, 1, ...) that starts at a position: a batch that failed is written to a second
 * one.
 */
export function journalFileName(firstPosition: number, attempt: number): string {
  const suffix = attempt === 0 ? "" : `.${attempt}`;
  return `${String(firstPosition).padStart(16, "0")}${suffix}.journal`;
}

/** First position and attempt of a journal file's name; undefined where the name is none. */
export function parseJournalFileName(name: string): { firstPosition: number; attempt: number } | undefined {
  const match = NAME.exec(name);
  if (match === null) return undefined;
  return { firstPosition: Number(match[1]), attempt: Number(match[2] ?? 0) };
}

/** Sorts names of journal files by first position, then by attempt. */
export function compareJournalFileNames(left: string, right: string): number {
  const a = parseJournalFileName(left);
  const b = parseJournalFileName(right);
  if (a === undefined || b === undefined)
    throw new Error(`cannot order ${left} and ${right}: no journal files`);
  return a.firstPosition - b.firstPosition || a.attempt - b.attempt;
}
