import type { ByteRange } from "../event/byte-range";
import { ByteWriter } from "./byte-writer";
import { cleared, type ColumnBuilder, FIRST_ROWS } from "./column-builder";
import { writeDeltas } from "./encodings";
import { type ColumnChunk, type Compression, cutIntoPages, type DataPage, writeColumnChunk } from "./pages";

/** Lengths of the page that is being written. */
let lengthsInOrder = new Int32Array(FIRST_ROWS);

/** Bytes, or texts that seldom repeat: their lengths, then all of them one behind the other. */
export class BytesColumn implements ColumnBuilder {
  #present = new Uint8Array(FIRST_ROWS);
  /** By row: where in `#bytes` its value is. */
  #starts = new Int32Array(FIRST_ROWS);
  #lengths = new Int32Array(FIRST_ROWS);
  readonly #bytes = new ByteWriter();
  #count = 0;
  #lastRow = -1;
  /** Rows came in rising order, so that their values stand in `#bytes` as they are to be written. */
  #isRising = true;

  begin(rows: number): void {
    this.#present = cleared(this.#present, rows);
    if (this.#lengths.length < rows) {
      this.#starts = new Int32Array(rows);
      this.#lengths = new Int32Array(rows);
    }
    this.#bytes.clear();
    this.#count = 0;
    this.#lastRow = -1;
    this.#isRising = true;
  }

  set(row: number, bytes: Uint8Array): void {
    this.#enter(row, bytes.length);
    this.#bytes.bytes(bytes);
  }

  /** As `set`, of a part of them. */
  setPart(row: number, bytes: Uint8Array, part: ByteRange): void {
    this.#enter(row, part.end - part.start);
    this.#bytes.part(bytes, part);
  }

  /** As `set`, of a text in UTF-8. */
  setText(row: number, text: string): void {
    this.#enter(row, 0);
    this.#lengths[row] = this.#bytes.text(text);
  }

  write(out: ByteWriter, rows: number, compression: Compression | null): ColumnChunk {
    return writeColumnChunk(out, { pages: this.pages(0, rows), nulls: rows - this.#count, compression });
  }

  /** The pages of the rows from `from` on, none of which before it was set. */
  pages(from: number, rows: number): DataPage[] {
    return cutIntoPages(this.#present.subarray(from, rows), (body, { start, end, count }) => {
      if (lengthsInOrder.length < count) lengthsInOrder = new Int32Array(rows);
      let values = 0;
      for (let row = from + start; row < from + end; row++)
        if (this.#present[row] === 1) lengthsInOrder[values++] = this.#lengths[row] ?? 0;
      writeDeltas(body, lengthsInOrder, count);
      if (this.#isRising) this.#writeBlock(body, from + start, from + end);
      else this.#writeEach(body, from + start, from + end);
      return "DELTA_LENGTH_BYTE_ARRAY";
    });
  }

  #enter(row: number, length: number): void {
    this.#present[row] = 1;
    this.#starts[row] = this.#bytes.length;
    this.#lengths[row] = length;
    this.#count++;
    if (row < this.#lastRow) this.#isRising = false;
    this.#lastRow = row;
  }

  /** The values of rows of which some have one. */
  #writeBlock(body: ByteWriter, from: number, to: number): void {
    let first = from;
    while (this.#present[first] !== 1) first++;
    let last = to - 1;
    while (this.#present[last] !== 1) last--;
    const end = (this.#starts[last] ?? 0) + (this.#lengths[last] ?? 0);
    body.bytes(this.#bytes.view().subarray(this.#starts[first], end));
  }

  #writeEach(body: ByteWriter, from: number, to: number): void {
    for (let row = from; row < to; row++) {
      const start = this.#starts[row] ?? 0;
      if (this.#present[row] === 1)
        body.partOf(this.#bytes, { start, end: start + (this.#lengths[row] ?? 0) });
    }
  }
}
