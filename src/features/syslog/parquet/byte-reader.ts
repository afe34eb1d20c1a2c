import { UnreadableParquetError } from "./unreadable";

const VARINT_BITS = 0x80;
/** Beyond it doubles have gaps. */
const MAX_EXACT = 2 ** 53;

/** Reads bytes one behind the other. Integers are little-endian. */
export class ByteReader {
  readonly bytes: Uint8Array;
  /** The next byte. */
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  uint8(): number {
    const value = this.bytes[this.at++];
    if (value === undefined) throw new UnreadableParquetError("the bytes end too early");
    return value;
  }

  uint32(): number {
    return this.uint8() + this.uint8() * 2 ** 8 + this.uint8() * 2 ** 16 + this.uint8() * 2 ** 24;
  }

  /** @throws UnreadableParquetError for what a double does not hold exactly. */
  int64(): number {
    const low = this.uint32();
    const upper = (this.uint32() | 0) * 2 ** 32;
    const value = upper + low;
    return value - upper === low ? value : requireExact(Infinity);
  }

  /** Seven bits a byte, the lowest first (ULEB128). */
  varint(): number {
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = this.uint8();
      value += (byte % VARINT_BITS) * factor;
      if (byte < VARINT_BITS) return requireExact(value);
      factor *= VARINT_BITS;
    }
  }

  zigzag(): number {
    const value = this.varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  get left(): number {
    return this.bytes.length - this.at;
  }

  take(count: number): Uint8Array {
    const start = this.at;
    this.skip(count);
    return this.bytes.subarray(start, this.at);
  }

  skip(count: number): void {
    this.at += count;
    // Lengths of the metadata are signed: a negative one would read the same bytes for ever.
    if (!(count >= 0) || this.at > this.bytes.length)
      throw new UnreadableParquetError("the bytes end too early");
  }
}

export function requireExact(value: number): number {
  if (Math.abs(value) > MAX_EXACT)
    throw new UnreadableParquetError("a number is greater than a double holds exactly");
  return value;
}
