import { crc32c } from "@node-rs/crc32";
import {
  MAX_RECORD_BYTES,
  RECORD_HEADER_BYTES,
  RECORD_MAGIC,
  type RecordSummary,
  readRecordSummary,
} from "./record";

/**
 * `record`: intact. `damaged`: bytes that are no record, with more behind them. `rest`: what is left at the end; it
 * holds no intact record, and where more bytes follow the next scan starts at it.
 */
export type Scanned =
  { kind: "record"; record: RecordSummary } | { kind: "damaged" | "rest"; start: number; end: number };

const MAGIC_OCTETS = Buffer.alloc(4);
MAGIC_OCTETS.writeUInt32LE(RECORD_MAGIC);

/**
 * Walks the records in a part of a journal file and verifies magic, salt, length and CRC32C of each. Damage is reported
 * and skipped: the scan goes on at the next intact record. The valid prefix of a file ends where the first `damaged` or
 * `rest` starts. `isEnd`: nothing follows `bytes`, so a record that is cut short will never be whole.
 */
export function* scanRecords(bytes: Buffer, salt: number, isEnd: boolean): Generator<Scanned> {
  let offset = 0;
  while (offset < bytes.length) {
    const checked = checkRecord(bytes, offset, salt);
    if (typeof checked === "object") {
      yield { kind: "record", record: checked };
      offset = checked.end;
      continue;
    }
    if (checked === "incomplete" && !isEnd) {
      yield { kind: "rest", start: offset, end: bytes.length };
      return;
    }
    const next = findRecord(bytes, offset + 1, { salt, isEnd });
    if (next === bytes.length && isEnd) {
      yield { kind: "rest", start: offset, end: bytes.length };
      return;
    }
    yield { kind: "damaged", start: offset, end: next };
    offset = next;
  }
}

/** Where the next intact record stands, or may stand once more bytes follow; the length of `bytes` where none does. */
function findRecord(bytes: Buffer, from: number, scan: { salt: number; isEnd: boolean }): number {
  const isCandidate = (offset: number): boolean => {
    const checked = checkRecord(bytes, offset, scan.salt);
    return typeof checked === "object" || (checked === "incomplete" && !scan.isEnd);
  };
  for (let at = bytes.indexOf(MAGIC_OCTETS, from); at !== -1; at = bytes.indexOf(MAGIC_OCTETS, at + 1)) {
    if (isCandidate(at)) return at;
  }
  let start = Math.max(from, bytes.length - MAGIC_OCTETS.length + 1);
  while (start < bytes.length && !isCandidate(start)) start += 1;
  return start;
}

/** What stands at one offset: a whole good record, too few bytes to tell, or damage. */
function checkRecord(bytes: Buffer, offset: number, salt: number): RecordSummary | "incomplete" | "damaged" {
  const left = bytes.length - offset;
  const compared = Math.min(left, 4);
  if (bytes.compare(MAGIC_OCTETS, 0, compared, offset, offset + compared) !== 0) return "damaged";
  if (left < RECORD_HEADER_BYTES) return "incomplete";
  const length = 16 + bytes.readUInt32LE(offset + 12);
  if (bytes.readUInt32LE(offset + 8) !== salt) return "damaged";
  if (length < RECORD_HEADER_BYTES || length > MAX_RECORD_BYTES) return "damaged";
  if (left < length) return "incomplete";
  const isIntact = crc32c(bytes.subarray(offset + 8, offset + length)) === bytes.readUInt32LE(offset + 4);
  return isIntact ? readRecordSummary(bytes, offset) : "damaged";
}
