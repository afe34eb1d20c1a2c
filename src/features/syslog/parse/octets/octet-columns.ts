import { isPrintable } from "./octet-range";
import { type ByteRange, textOf } from "../../event/byte-range";
import { COMMA, QUOTE, TILDE } from "../values/characters";

const BLANK = 0x20;

/** As `CsvColumns`, of a record that ends its line. */
export class OctetColumns {
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  #line: Uint8Array = new Uint8Array();
  #count = 0;

  constructor(capacity: number) {
    this.#starts = new Int32Array(capacity);
    this.#ends = new Int32Array(capacity);
  }

  get count(): number {
    return this.#count;
  }

  /** Notes where the columns stand from `start` on; false where something is not printable ASCII. */
  read(line: Uint8Array, start: number): boolean {
    this.#line = line;
    this.#count = 0;
    let first = start;
    while (this.#count < this.#starts.length) {
      const isQuoted = line[first] === QUOTE;
      if (isQuoted) first++;
      const end = isQuoted ? quotedEnd(line, first) : columnEnd(line, first);
      const next = isQuoted && end !== -1 ? columnEnd(line, end) : end;
      if (next === -1) return false;
      this.#starts[this.#count] = first;
      this.#ends[this.#count] = end;
      this.#count++;
      if (next >= line.length) return true;
      first = next + 1;
    }
    return isPrintable(line, first, line.length);
  }

  /** The column's text without its quotes, empty where the record has no such column. */
  text(index: number | undefined): string {
    if (index === undefined || index < 0 || index >= this.#count) return "";
    const start = this.#starts[index] ?? 0;
    const end = this.#ends[index] ?? 0;
    return start === end ? "" : textOf(this.#line, start, end);
  }

  /** Puts into `range` where the text stands. */
  place(index: number, range: ByteRange): void {
    const isThere = index < this.#count;
    range.start = isThere ? (this.#starts[index] ?? 0) : 0;
    range.end = isThere ? (this.#ends[index] ?? 0) : 0;
  }

  lengthOf(index: number): number {
    return (this.#ends[index] ?? 0) - (this.#starts[index] ?? 0);
  }

  /** Lets go of the last line. */
  forget(): void {
    this.#line = new Uint8Array();
  }
}

/** The offset of the next comma, or the end; -1 before what is not printable ASCII. */
function columnEnd(line: Uint8Array, start: number): number {
  for (let offset = start; offset < line.length; offset++) {
    const code = line[offset] ?? 0;
    if (code === COMMA) return offset;
    if (code < BLANK || code > TILDE) return -1;
  }
  return line.length;
}

/** The offset of the quote that a comma or the end follows, or the end; likewise. */
function quotedEnd(line: Uint8Array, start: number): number {
  for (let offset = start; offset < line.length; offset++) {
    const code = line[offset] ?? 0;
    if (code < BLANK || code > TILDE) return -1;
    if (code !== QUOTE) continue;
    const next = line[offset + 1];
    if (next === QUOTE) offset++;
    else if (next === COMMA || next === undefined) return offset;
  }
  return line.length;
}
