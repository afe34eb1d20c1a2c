import { COMMA, QUOTE } from "./characters";

/** The columns of one CSV line; one object serves all lines of a format. Columns beyond the capacity are left out. */
export class CsvColumns {
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  #text = "";
  #count = 0;

  constructor(capacity: number) {
    this.#starts = new Int32Array(capacity);
    this.#ends = new Int32Array(capacity);
  }

  /** How many columns the line has, at most the capacity. */
  get count(): number {
    return this.#count;
  }

  /** Notes where the columns of `text` stand. A column may be in double quotes, with a quote within doubled. */
  read(text: string): void {
    this.#text = text;
    this.#count = 0;
    let offset = 0;
    while (this.#count < this.#starts.length) {
      const isQuoted = text.charCodeAt(offset) === QUOTE;
      const first = isQuoted ? offset + 1 : offset;
      const end = isQuoted ? quotedEnd(text, first) : columnEnd(text, first);
      this.#starts[this.#count] = first;
      this.#ends[this.#count] = end;
      this.#count++;
      offset = isQuoted ? columnEnd(text, end) : end;
      if (offset >= text.length) return;
      offset++;
    }
  }

  /** The column's text without its quotes, empty where the line has no such column. */
  text(index: number | undefined): string {
    if (index === undefined || index < 0 || index >= this.#count) return "";
    return this.#text.slice(this.#starts[index], this.#ends[index]);
  }

  /** The column's length, without cutting it out. */
  lengthOf(index: number): number {
    return (this.#ends[index] ?? 0) - (this.#starts[index] ?? 0);
  }
}

function columnEnd(text: string, start: number): number {
  const comma = text.indexOf(",", start);
  return comma === -1 ? text.length : comma;
}

/** The offset of the quote that a comma or the end follows; of a text without one the end. */
function quotedEnd(text: string, start: number): number {
  for (let quote = text.indexOf('"', start); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    const next = text.charCodeAt(quote + 1);
    if (next === QUOTE) quote++;
    else if (next === COMMA || quote + 1 >= text.length) return quote;
  }
  return text.length;
}
