import type { ByteWriter } from "./byte-writer";

/** Numbers of Parquet's encodings. https://parquet.apache.org/docs/file-format/data-pages/encodings/ */
export const ENCODINGS = {
  PLAIN: 0,
  RLE: 3,
  DELTA_BINARY_PACKED: 5,
  DELTA_LENGTH_BYTE_ARRAY: 6,
  RLE_DICTIONARY: 8,
} as const;

export type Encoding = keyof typeof ENCODINGS;

/** Values that are packed together. */
const GROUP = 8;
const BLOCK = 128;
const MINIBLOCKS = 4;
const MINIBLOCK = BLOCK / MINIBLOCKS;
/** Wider differences are no numbers of 32 bits any more. */
const MAX_DELTA_SPAN = 2 ** 31;
/** The double of it, which a zigzag number takes, is still exact. */
const MAX_ZIGZAG = 2 ** 52;
const MAX_INT32 = 2 ** 31 - 1;
/** Up to seven bits wait for their byte, so that more would not fit 32. */
const MAX_BITS_AT_ONCE = 24;

/** How many bits the number takes; 0 for 0. */
export function bitWidthOf(value: number): number {
  return 32 - Math.clz32(value);
}

/** The first `count` of these. */
type Numbers = { values: Uint8Array | Uint16Array; count: number };

/**
 * Whole numbers below 2^bitWidth, alternately as runs and bit-packed (the RLE / bit-packing hybrid), without a length
 * before them.
 */
export function writeHybrid(out: ByteWriter, { values, count }: Numbers, bitWidth: number): void {
  for (let at = 0; at < count;) {
    const run = runLength(values, at, count);
    if (run >= GROUP || at + run === count) {
      out.varint(run * 2);
      for (let bits = 0; bits < bitWidth; bits += 8) out.uint8(((values[at] ?? 0) >>> bits) & 0xff);
      at += run;
      continue;
    }
    const start = at;
    do at += GROUP;
    while (at < count && runLength(values, at, Math.min(count, at + GROUP)) < GROUP);
    out.varint(((at - start) / GROUP) * 2 + 1);
    packBits(out, { values, start, count: at - start, end: count }, bitWidth);
  }
}

/** One value of less than eight bits, so many times, in the form of `writeHybrid`. */
export function writeRun(out: ByteWriter, count: number, value: number): void {
  out.varint(count * 2);
  out.uint8(value);
}

function runLength(values: Uint8Array | Uint16Array, start: number, end: number): number {
  const value = values[start];
  let at = start + 1;
  while (at < end && values[at] === value) at++;
  return at - start;
}

type Span = { values: Uint8Array | Uint16Array | Float64Array; start: number; count: number; end: number };

/** Packs values, the lowest bit first; those from `end` on are 0. */
function packBits(out: ByteWriter, { values, start, count, end }: Span, bitWidth: number): void {
  const bytes = out.reserve(Math.ceil((count * bitWidth) / 8));
  const lowWidth = Math.min(bitWidth, MAX_BITS_AT_ONCE);
  const highWidth = bitWidth - lowWidth;
  const lowMask = 2 ** lowWidth - 1;
  let at = out.length;
  let bits = 0;
  let used = 0;
  for (let index = start; index < start + count; index++) {
    const value = index < end ? (values[index] ?? 0) : 0;
    bits |= (value & lowMask) << used;
    for (used += lowWidth; used >= 8; used -= 8) {
      bytes[at++] = bits;
      bits >>>= 8;
    }
    if (highWidth === 0) continue;
    bits |= (value >>> lowWidth) << used;
    for (used += highWidth; used >= 8; used -= 8) {
      bytes[at++] = bits;
      bits >>>= 8;
    }
  }
  if (used > 0) bytes[at++] = bits;
  out.advanceTo(at);
}

/**
 * Whole numbers as the differences between neighbours. Gives false, with nothing written, where differences near each
 * other are 2^31 or more apart, or a number is too great.
 */
export function writeDeltas(out: ByteWriter, values: Float64Array | Int32Array, count: number): boolean {
  const start = out.length;
  const [first = 0] = values;
  if (Math.abs(first) > MAX_ZIGZAG) return false;
  out.varint(BLOCK);
  out.varint(MINIBLOCKS);
  out.varint(count);
  out.zigzag(first);
  for (let at = 1; at < count; at += BLOCK) {
    const least = readDeltas(values, at, Math.min(count, at + BLOCK));
    if (least === null) {
      out.cutAt(start);
      return false;
    }
    writeDeltaBlock(out, least);
  }
  return true;
}

/** Of one block, each less the least of them. */
const deltas = new Float64Array(BLOCK);

/**
 * Fills `deltas` with those of the values from `start` to `end`, and gives the least; null where they cannot be packed.
 */
function readDeltas(values: Float64Array | Int32Array, start: number, end: number): number | null {
  let least = Infinity;
  let greatest = -Infinity;
  for (let index = start; index < end; index++) {
    const delta = (values[index] ?? 0) - (values[index - 1] ?? 0);
    deltas[index - start] = delta;
    if (delta < least) least = delta;
    if (delta > greatest) greatest = delta;
  }
  if (!(greatest - least < MAX_DELTA_SPAN) || Math.abs(least) > MAX_ZIGZAG) return null;
  for (let index = 0; index < end - start; index++) deltas[index] = (deltas[index] ?? 0) - least;
  deltas.fill(0, end - start);
  return least;
}

/** Writes `deltas`. Of the last block, miniblocks without values have no bits. */
function writeDeltaBlock(out: ByteWriter, least: number): void {
  out.zigzag(least);
  const start = out.length;
  const bytes = out.reserve(MINIBLOCKS);
  for (let miniblock = 0; miniblock < MINIBLOCKS; miniblock++)
    bytes[start + miniblock] = miniblockWidth(miniblock * MINIBLOCK);
  out.advanceTo(start + MINIBLOCKS);
  for (let miniblock = 0; miniblock < MINIBLOCKS; miniblock++) {
    const span = { values: deltas, start: miniblock * MINIBLOCK, count: MINIBLOCK, end: BLOCK };
    packBits(out, span, miniblockWidth(span.start));
  }
}

function miniblockWidth(start: number): number {
  let all = 0;
  for (let index = start; index < start + MINIBLOCK; index++) all |= deltas[index] ?? 0;
  return bitWidthOf(all);
}

/** The first `count` of `values`, whole numbers; of four bytes those below 2^32, of eight all that a double holds. */
type PlainNumbers = { values: Float64Array; count: number; bytes: 4 | 8 };

/** Numbers as differences where these can be packed, else as they are. `greatest` is that of them. */
export function writeNumbers(out: ByteWriter, numbers: PlainNumbers, greatest: number): Encoding {
  const { values, count, bytes } = numbers;
  // The differences of numbers of four bytes are of signed ones.
  const isPackable = count > 0 && (bytes === 8 || greatest <= MAX_INT32);
  if (isPackable && writeDeltas(out, values, count)) return "DELTA_BINARY_PACKED";
  return writePlainNumbers(out, numbers);
}

/** Numbers one behind the other. */
export function writePlainNumbers(out: ByteWriter, { values, count, bytes }: PlainNumbers): Encoding {
  for (let index = 0; index < count; index++) {
    const value = values[index] ?? 0;
    if (bytes === 4) out.uint32(value);
    else out.int64(value);
  }
  return "PLAIN";
}

/** The first `count` flags, which are 0 or 1, as bits. */
export function writeFlags(out: ByteWriter, flags: Uint8Array | Float64Array, count: number): Encoding {
  for (let start = 0; start < count; start += 8) {
    let bits = 0;
    for (let bit = 0; bit < 8 && start + bit < count; bit++) bits |= (flags[start + bit] ?? 0) << bit;
    out.uint8(bits);
  }
  return "PLAIN";
}

/** Places in a dictionary of so many values, the first of which is 0. */
export function writePlaces(out: ByteWriter, places: Numbers, dictionary: number): Encoding {
  const bitWidth = bitWidthOf(dictionary - 1);
  out.uint8(bitWidth);
  writeHybrid(out, places, bitWidth);
  return "RLE_DICTIONARY";
}
