import { toCsv } from "./csv";

const FIRST_BYTES = 64 * 1024;
/** A UTF-16 unit takes at most three octets in UTF-8. */
const MAX_UNIT_BYTES = 3;
const TAB = 0x09;
const BLANK = 0x20;
const DELETE = 0x7f;
const ASCII = 0x80;
const COMMA = 0x2c;
const QUOTE = 0x22;
/** What such a cell begins with may make it a formula. */
const GUARDED_STARTS = new Set("\t '=+-@".split("").map((character) => character.charCodeAt(0)));
const BACKSLASH = 0x5c;
const SMALL_U = 0x75;
/** In UTF-8 the first octets of C1, and of what turns the order of a line. */
const DRIVING_STARTS = new Set([0xc2, 0xe2]);
const LINE_END_LENGTH = 2;

/**
 * Rows as `toCsv` gives them, cell by cell, as UTF-8 and without a text being made of each cell: millions of them would
 * be garbage.
 */
export class CsvOctets {
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #length = 0;
  #isFirstCell = true;

  /** An empty cell. */
  skip(): void {
    this.#separate(1);
  }

  number(value: number): void {
    this.instant(String(value));
  }

  /** A time in the form of RFC 3339. */
  instant(text: string): void {
    this.#separate(text.length);
    this.#length += this.#bytes.write(text, this.#length, "latin1");
  }

  text(text: string): void {
    this.#separate(0);
    this.#write(text);
  }

  /** A text in UTF-8 that stands from `start` up to `end`. */
  octets(octets: Uint8Array, start: number, end: number): void {
    const quotes = countQuotes(octets, start, end);
    if (quotes === null) return this.text(Buffer.from(octets.subarray(start, end)).toString());
    this.#separate(end - start + quotes);
    if (quotes > 0) this.#bytes[this.#length++] = QUOTE;
    if (quotes > 2) this.#writeDoubled(octets, start, end);
    else {
      this.#bytes.set(octets.subarray(start, end), this.#length);
      this.#length += end - start;
    }
    if (quotes > 0) this.#bytes[this.#length++] = QUOTE;
  }

  endRow(): void {
    this.#reserve(LINE_END_LENGTH);
    this.#length += this.#bytes.write("\r\n", this.#length, "latin1");
    this.#isFirstCell = true;
  }

  /** The rows so far, in memory of their own; forgets them. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = new Uint8Array(this.#bytes.subarray(0, this.#length));
    this.#length = 0;
    return taken;
  }

  /** Puts a comma before every cell of a row but the first, and makes room for so many octets. */
  #separate(octets: number): void {
    this.#reserve(octets + 1);
    if (!this.#isFirstCell) this.#bytes[this.#length++] = COMMA;
    this.#isFirstCell = false;
  }

  /** With each quote twice. */
  #writeDoubled(octets: Uint8Array, start: number, end: number): void {
    const bytes = this.#bytes;
    let at = this.#length;
    for (let index = start; index < end; index++) {
      const code = octets[index] ?? 0;
      bytes[at++] = code;
      if (code === QUOTE) bytes[at++] = QUOTE;
    }
    this.#length = at;
  }

  #write(text: string): void {
    const cell = toCsv([[text]]).slice(0, -LINE_END_LENGTH);
    this.#reserve(cell.length * MAX_UNIT_BYTES);
    this.#length += this.#bytes.write(cell, this.#length);
  }

  #reserve(octets: number): void {
    const needed = this.#length + octets;
    if (needed <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2));
    this.#bytes.copy(grown, 0, 0, this.#length);
    this.#bytes = grown;
  }
}

/**
 * How many quotes are added to a cell: around it, and one for each within; null where it may have to be guarded or
 * escaped.
 */
function countQuotes(octets: Uint8Array, start: number, end: number): number | null {
  const first = octets[start] ?? 0;
  if (start < end && (first >= ASCII || GUARDED_STARTS.has(first))) return null;
  let within = 0;
  let hasComma = false;
  for (let index = start; index < end; index++) {
    const code = octets[index] ?? 0;
    if (code === QUOTE) within++;
    else if (code === COMMA) hasComma = true;
    else if (code < BLANK ? code !== TAB : code === DELETE) return null;
    else if (code === BACKSLASH && octets[index + 1] === SMALL_U) return null;
    else if (code >= ASCII && DRIVING_STARTS.has(code)) return null;
  }
  return within > 0 || hasComma ? within + 2 : 0;
}
