import { type ByteReader, requireExact } from "./byte-reader";
import { UnreadableParquetError } from "./unreadable";

/** Wider numbers, packed, are not met in what is written here. */
const MAX_PACKED_BITS = 45;
/** So many bits may wait for more and still fit 32. */
const MAX_BITS_AT_ONCE = 24;
const GROUP = 8;
const MAX_MINIBLOCK = 1024;

/** The first `count` of these are to be filled. */
type Target = { values: Uint32Array; count: number };

/**
 * Reads what `writeHybrid` writes: runs and bit-packed groups in turns.
 * https://parquet.apache.org/docs/file-format/data-pages/encodings/
 */
export function readHybrid(reader: ByteReader, { values, count }: Target, bitWidth: number): void {
  if (bitWidth > MAX_BITS_AT_ONCE) throw new UnreadableParquetError("a dictionary is too big");
  for (let at = 0; at < count;) {
    const header = reader.varint();
    if (header % 2 === 1) {
      const packed = ((header - 1) / 2) * GROUP;
      const bytes = reader.take((packed / GROUP) * bitWidth);
      unpackBits(bytes, { values, start: at, count: Math.min(packed, count - at) }, bitWidth);
      at += packed;
      continue;
    }
    let value = 0;
    for (let bits = 0; bits < bitWidth; bits += 8) value |= reader.uint8() << bits;
    const end = Math.min(count, at + header / 2);
    values.fill(value, at, end);
    at = end;
  }
}

type Span<Values> = { values: Values; start: number; count: number };

/** Numbers of at most 24 bits, packed with the lowest bit first. */
function unpackBits(bytes: Uint8Array, span: Span<Uint32Array>, bitWidth: number): void {
  const { values } = span;
  const end = span.start + span.count;
  const mask = 2 ** bitWidth - 1;
  let next = 0;
  let bits = 0;
  let held = 0;
  for (let index = span.start; index < end; index++) {
    for (; held < bitWidth; held += 8) bits |= (bytes[next++] ?? 0) << held;
    values[index] = bits & mask;
    bits >>>= bitWidth;
    held -= bitWidth;
  }
}

/** The same for any number of bits, by arithmetic. */
function unpackWide(bytes: Uint8Array, { values, start, count }: Span<Float64Array>, bitWidth: number): void {
  for (let index = 0; index < count; index++) {
    const firstBit = index * bitWidth;
    const first = firstBit >>> 3;
    const skipped = firstBit & 7;
    let value = 0;
    let factor = 1;
    const end = (firstBit + bitWidth + 7) >>> 3;
    for (let at = first; at < end; at++) {
      value += (bytes[at] ?? 0) * factor;
      factor *= 256;
    }
    values[start + index] = Math.floor(value / 2 ** skipped) % 2 ** bitWidth;
  }
}

/** Differences of 32-bit numbers wrap around. */
type Wrap = (value: number) => number;

const narrow = new Uint32Array(MAX_MINIBLOCK);
const wide = new Float64Array(MAX_MINIBLOCK);

/** Reads whole numbers written as differences: `count` of them, from the first on. */
export function readDeltas(
  reader: ByteReader,
  { values, count }: { values: Float64Array; count: number },
  wrap: Wrap = requireExact,
): void {
  const block = reader.varint();
  const miniblocks = reader.varint();
  const total = reader.varint();
  const size = block / miniblocks;
  if (total !== count || !(size <= MAX_MINIBLOCK))
    throw new UnreadableParquetError("a page has other values than it says");
  let value = wrap(reader.zigzag());
  if (count > 0) values[0] = value;
  for (let at = 1; at < count;) {
    const least = reader.zigzag();
    const widths = reader.take(miniblocks);
    for (let miniblock = 0; miniblock < miniblocks && at < count; miniblock++) {
      const width = widths[miniblock] ?? 0;
      const bytes = reader.take((size * width) / 8);
      if (width > MAX_PACKED_BITS) throw new UnreadableParquetError("differences are too great");
      const here = Math.min(size, count - at);
      const isNarrow = width <= MAX_BITS_AT_ONCE;
      if (isNarrow) unpackBits(bytes, { values: narrow, start: 0, count: here }, width);
      else unpackWide(bytes, { values: wide, start: 0, count: here }, width);
      for (let index = 0; index < here; index++) {
        value = wrap(value + least + ((isNarrow ? narrow[index] : wide[index]) ?? 0));
        values[at++] = value;
      }
    }
  }
}

/**
 * Which of so many rows have a value: by row 1 or 0, or, where all are alike, how many rows have one (all or none).
 */
export function readLevels(reader: ByteReader, rows: number): Uint8Array | number {
  const header = reader.varint();
  if (header === rows * 2) return reader.uint8() * rows;
  const present = new Uint8Array(rows);
  for (let at = 0, run = header; ; run = reader.varint()) {
    if (run % 2 === 0) {
      present.fill(reader.uint8(), at, at + run / 2);
      at += run / 2;
    } else {
      const bytes = reader.take((run - 1) / 2);
      const count = Math.min(bytes.length * GROUP, rows - at);
      for (let index = 0; index < count; index++)
        present[at + index] = ((bytes[index >> 3] ?? 0) >> (index & 7)) & 1;
      at += bytes.length * GROUP;
    }
    if (at >= rows) return present;
  }
}
