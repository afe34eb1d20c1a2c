import type { ByteRange } from "../event/byte-range";

const FIRST_BYTES = 1024;
/** Texts up to this length are written byte by byte; the native copy pays off only beyond. */
const MAX_LOOP_LENGTH = 32;
/** A UTF-16 unit takes at most three bytes in UTF-8. */
const MAX_UNIT_BYTES = 3;
const ASCII = 0x80;
const VARINT_BITS = 0x80;
const MAX_VARINT_BYTES = 10;

/**
 * Bytes being written one behind the other, in memory that grows as needed and is used again after `clear`. Integers
 * are little-endian.
 */
export class ByteWriter {
  #bytes: Buffer<ArrayBuffer> = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  clear(): void {
    this.#length = 0;
  }

  /** Forgets what was written from the offset on. */
  cutAt(offset: number): void {
    this.#length = Math.min(this.#length, offset);
  }

  /** What was written, valid until the next call. */
  view(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length);
  }

  /** What was written, in a buffer of its own. */
  copy(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.view());
  }

  /**
   * Makes room for so many bytes and gives the memory and the offset at which they go; `advanceTo` tells where they
   * ended.
   */
  reserve(bytes: number): Buffer<ArrayBuffer> {
    const needed = this.#length + bytes;
    if (needed > this.#bytes.length) {
      const grown = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2));
      this.#bytes.copy(grown, 0, 0, this.#length);
      this.#bytes = grown;
    }
    return this.#bytes;
  }

  advanceTo(offset: number): void {
    this.#length = offset;
  }

  uint8(value: number): void {
    this.reserve(1)[this.#length++] = value;
  }

  /** The low 32 bits of a whole number, whatever its sign. */
  uint32(value: number): void {
    const bytes = this.reserve(4);
    bytes[this.#length++] = value;
    bytes[this.#length++] = value >>> 8;
    bytes[this.#length++] = value >>> 16;
    bytes[this.#length++] = value >>> 24;
  }

  /** A whole number within ±2^63 that a double holds exactly. */
  int64(value: number): void {
    const upper = Math.floor(value / 2 ** 32);
    this.uint32(value - upper * 2 ** 32);
    this.uint32(upper);
  }

  /** A whole number from 0 to 2^64, seven bits a byte, the lowest first (ULEB128). */
  varint(value: number): void {
    const bytes = this.reserve(MAX_VARINT_BYTES);
    let at = this.#length;
    let rest = value;
    while (rest >= VARINT_BITS) {
      bytes[at++] = (rest % VARINT_BITS) | VARINT_BITS;
      rest = Math.floor(rest / VARINT_BITS);
    }
    bytes[at++] = rest;
    this.#length = at;
  }

  /** A whole number within ±2^52 as a varint, small ones of either sign short. */
  zigzag(value: number): void {
    this.varint(value >= 0 ? value * 2 : -value * 2 - 1);
  }

  bytes(bytes: Uint8Array): void {
    this.reserve(bytes.length).set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** A part of what another wrote. */
  partOf(other: ByteWriter, { start, end }: ByteRange): void {
    if (end - start <= MAX_LOOP_LENGTH) return this.part(other.#bytes, { start, end });
    const target = this.reserve(end - start);
    this.#length += other.#bytes.copy(target, this.#length, start, end);
  }

  /** A part of bytes; a short one, as native copies pay off only beyond some thirty. */
  part(bytes: Uint8Array, { start, end }: ByteRange): void {
    const target = this.reserve(end - start);
    let at = this.#length;
    for (let index = start; index < end; index++) target[at++] = bytes[index] ?? 0;
    this.#length = at;
  }

  /** What `write` writes, behind the number of its bytes in 32 bits. */
  withLength(write: () => void): void {
    const start = this.#length;
    this.uint32(0);
    write();
    this.#bytes.writeUInt32LE(this.#length - start - 4, start);
  }

  /** UTF-8; a lone surrogate becomes U+FFFD. Gives how many bytes it took. */
  text(text: string): number {
    const { length } = text;
    const start = this.#length;
    const bytes = this.reserve(length * MAX_UNIT_BYTES);
    let index = 0;
    if (length <= MAX_LOOP_LENGTH) {
      for (; index < length; index++) {
        const code = text.charCodeAt(index);
        if (code >= ASCII) break;
        bytes[start + index] = code;
      }
    }
    const written = index === length ? length : bytes.write(text, start);
    this.#length = start + written;
    return written;
  }
}
