import type { ByteWriter } from "./byte-writer";
import { writeFlags, writeNumbers, writePlaces, writePlainNumbers } from "./encodings";
import type { StoredColumn } from "./footer";
import { NumberPages } from "./number-pages";
import { readPages, type StoredDataPage } from "./page-reader";
import { type ColumnChunk, type Compression, writeColumnChunk } from "./pages";
import type { NumberType } from "./file";

/** Numbers below it are given a place in a dictionary by a table. */
const MAX_TABLED = 65_536;
/** More different numbers than that are no fewer bytes by a dictionary. */
const MAX_DICTIONARY = 2048;

/** A column of numbers or flags (0 and 1), read from files row by row, to be written in another order. */
export class NumberValues {
  /** By row, 0 where `present` is 0. The memory serves one column after the other. */
  values = new Float64Array(0);
  present = new Uint8Array(0);
  readonly #pages = new NumberPages();
  /** The values that are written, without gaps. */
  #dense = new Float64Array(0);
  #type: NumberType = "INT64";
  #count = 0;

  /** Forgets everything; the next column is of this type and has so many rows. */
  begin(type: NumberType, rows: number): void {
    this.#type = type;
    this.#count = 0;
    if (rows <= this.present.length) {
      this.present.fill(0);
      this.values.fill(0);
      return;
    }
    this.values = new Float64Array(rows);
    this.present = new Uint8Array(rows);
    this.#dense = new Float64Array(rows);
  }

  /** Takes the column of a row group whose first row has this number. */
  read(bytes: Uint8Array, column: StoredColumn, firstRow: number): void {
    this.#pages.begin(this.#type);
    for (const page of readPages(bytes, column)) {
      if (page.kind === "dictionary") {
        this.#pages.readDictionary(page);
        continue;
      }
      if (page.values === 0) continue;
      this.#spread(page, this.#pages.read(page), firstRow + page.firstRow);
      this.#count += page.values;
    }
  }

  /** Writes the rows of these numbers. */
  write(out: ByteWriter, rows: Uint32Array, compression: Compression): ColumnChunk {
    const present = new Uint8Array(rows.length);
    const dense = this.#dense;
    let count = 0;
    let least = Infinity;
    let greatest = -Infinity;
    for (let index = 0; index < rows.length && this.#count > 0; index++) {
      const row = rows[index] ?? 0;
      if (this.present[row] !== 1) continue;
      present[index] = 1;
      const value = this.values[row] ?? 0;
      dense[count++] = value;
      if (value < least) least = value;
      if (value > greatest) greatest = value;
    }
    const isFlag = this.#type === "BOOLEAN";
    const range = count === 0 || isFlag ? null : { least, greatest };
    const nulls = rows.length - count;
    const values = dense.subarray(0, count);
    const page = { rows: rows.length, values: count, present };
    const bytes = this.#type === "INT64" ? 8 : 4;
    const distinct = isFlag || greatest >= MAX_TABLED || least < 0 ? null : listDistinct(values);
    if (distinct !== null && distinct.length <= MAX_DICTIONARY && distinct.length * 4 < count) {
      const numbers = { values: Float64Array.from(distinct), count: distinct.length, bytes } as const;
      const dictionary = {
        values: distinct.length,
        write: (body: ByteWriter) => writePlainNumbers(body, numbers),
      };
      const found = { values: places, count };
      const write = (body: ByteWriter) => writePlaces(body, found, distinct.length);
      return writeColumnChunk(out, { dictionary, pages: [{ ...page, write }], nulls, range, compression });
    }
    const write = (body: ByteWriter) =>
      isFlag ? writeFlags(body, values, count) : writeNumbers(body, { values, count, bytes }, greatest);
    return writeColumnChunk(out, { pages: [{ ...page, write }], nulls, range, compression });
  }

  #spread({ present, rows }: StoredDataPage, dense: Float64Array, firstRow: number): void {
    const { values } = this;
    if (present === null) {
      this.present.fill(1, firstRow, firstRow + rows);
      values.set(dense, firstRow);
      return;
    }
    this.present.set(present, firstRow);
    for (let index = 0, next = 0; index < rows; index++)
      if (present[index] === 1) values[firstRow + index] = dense[next++] ?? 0;
  }
}

/** By number: its place in the dictionary plus one. */
const placeOf = new Uint16Array(MAX_TABLED);
let places = new Uint16Array(0);

/**
 * The different ones of these, all from 0 to below MAX_TABLED, in the order in which they are met; `places` says where
 * each value stands among them.
 */
function listDistinct(values: Float64Array): number[] {
  const distinct: number[] = [];
  if (places.length < values.length) places = new Uint16Array(values.length);
  for (let index = 0; index < values.length && distinct.length <= MAX_DICTIONARY; index++) {
    const value = values[index] ?? 0;
    if (placeOf[value] === 0) {
      distinct.push(value);
      placeOf[value] = distinct.length;
    }
    places[index] = (placeOf[value] ?? 0) - 1;
  }
  for (const value of distinct) placeOf[value] = 0;
  return distinct;
}
