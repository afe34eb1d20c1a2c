import type { LineText } from "../event/byte-range";
import type { ColumnType } from "../event/column-type";
import type { ByteWriter } from "./byte-writer";
import { BytesColumn } from "./bytes-column";
import { cleared, type ColumnBuilder, FIRST_ROWS } from "./column-builder";
import { TextDictionary } from "./dictionary";
import { writeFlags, writeNumbers, writePlaces } from "./encodings";
import { type ColumnChunk, type Compression, type DataPage, writeColumnChunk } from "./pages";

/** Places that are found without the dictionary; a power of two. */
const RECENT = 64;

/** Where every row has a value, nobody asks which. */
const NONE = new Uint8Array();
/** Of the column that is being written. */
let present = new Uint8Array(FIRST_ROWS);
let indices = new Uint16Array(FIRST_ROWS);
let numbersInOrder = new Float64Array(FIRST_ROWS);

/** Whole numbers: `bytes` 4 for those below 2^32, 8 for all that a double holds. */
export class NumberColumn implements ColumnBuilder {
  readonly #bytes: 4 | 8;
  #present = new Uint8Array(FIRST_ROWS);
  /** By row. */
  #values = new Float64Array(FIRST_ROWS);
  #count = 0;

  constructor(bytes: 4 | 8) {
    this.#bytes = bytes;
  }

  begin(rows: number): void {
    this.#present = cleared(this.#present, rows);
    if (this.#values.length < rows) this.#values = new Float64Array(rows);
    this.#count = 0;
  }

  set(row: number, value: number): void {
    this.#present[row] = 1;
    this.#values[row] = value;
    this.#count++;
  }

  write(out: ByteWriter, rows: number, compression: Compression | null): ColumnChunk {
    const count = this.#count;
    const values = count === rows ? this.#values : this.#withoutGaps(rows);
    const range = rangeOf(values, count);
    const page: DataPage = {
      rows,
      values: count,
      present: this.#present,
      write: (body) => writeNumbers(body, { values, count, bytes: this.#bytes }, range?.greatest ?? 0),
    };
    return writeColumnChunk(out, { pages: [page], nulls: rows - count, range, compression });
  }

  /** The values of the rows that have one. */
  #withoutGaps(rows: number): Float64Array {
    if (numbersInOrder.length < this.#count) numbersInOrder = new Float64Array(rows);
    for (let row = 0, count = 0; count < this.#count; row++) {
      if (this.#present[row] === 1) numbersInOrder[count++] = this.#values[row] ?? 0;
    }
    return numbersInOrder;
  }
}

function rangeOf(values: Float64Array, count: number): { least: number; greatest: number } | null {
  if (count === 0) return null;
  let least = Infinity;
  let greatest = -Infinity;
  for (let index = 0; index < count; index++) {
    const value = values[index] ?? 0;
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  return { least, greatest };
}

/** Flags; a row that is not set is false, never null. */
export class FlagColumn implements ColumnBuilder {
  #values = new Uint8Array(FIRST_ROWS);

  begin(rows: number): void {
    this.#values = cleared(this.#values, rows);
  }

  set(row: number): void {
    this.#values[row] = 1;
  }

  write(out: ByteWriter, rows: number, compression: Compression | null): ColumnChunk {
    const page: DataPage = {
      rows,
      values: rows,
      present: NONE,
      write: (body) => writeFlags(body, this.#values, rows),
    };
    return writeColumnChunk(out, { pages: [page], nulls: 0, compression });
  }
}

/**
 * Texts of which many are the same, as numbers of a dictionary; those of rows behind the one that would be too many as
 * they are.
 */
export class TextColumn implements ColumnBuilder {
  /** By row: the place in the dictionary plus one; 0: null. */
  #places = new Uint16Array(FIRST_ROWS);
  readonly #dictionary = new TextDictionary();
  /**
   * Texts met last, by what `recentSlot` says of them, and their places: most columns have a few texts that take turns.
   */
  readonly #recentTexts: string[] = Array.from({ length: RECENT }, () => "");
  readonly #recentPlaces = new Uint16Array(RECENT);
  /** The first of the rows that found the dictionary full; what it and those behind it have stands in `#rest`. */
  #restFrom = Infinity;
  readonly #rest = new BytesColumn();
  #count = 0;

  begin(rows: number): void {
    this.#places = this.#places.length < rows ? new Uint16Array(rows) : this.#places.fill(0);
    this.#forget();
    if (this.#restFrom !== Infinity) this.#rest.begin(rows);
    this.#restFrom = Infinity;
    this.#count = 0;
  }

  /** An empty text is null. */
  set(row: number, text: string | null): void {
    if (text === null || text === "") return;
    this.#count++;
    if (row > this.#restFrom) return this.#rest.setText(row, text);
    const slot = recentSlot(text);
    if (text !== this.#recentTexts[slot]) {
      const place = this.#dictionary.placeOf(text);
      if (place === 0) return this.#restAt(row).setText(row, text);
      this.#recentTexts[slot] = text;
      this.#recentPlaces[slot] = place;
    }
    this.#places[row] = this.#recentPlaces[slot] ?? 0;
  }

  write(out: ByteWriter, rows: number, compression: Compression | null): ColumnChunk {
    const inDictionary = Math.min(this.#restFrom, rows);
    const { size: texts } = this.#dictionary;
    const pages = [this.#dictionaryPage(inDictionary, texts)];
    if (inDictionary < rows) {
      this.#moveToRest(rows);
      pages.push(...this.#rest.pages(inDictionary, rows));
    }
    const nulls = rows - this.#count;
    const dictionary = { values: texts, write: (body: ByteWriter) => this.#dictionary.write(body) };
    const column = writeColumnChunk(out, {
      ...(texts > 0 && { dictionary }),
      pages,
      nulls,
      compression,
    });
    this.#forget();
    return column;
  }

  /** As `set`, of a text of a line, whose bytes are `bytes`. */
  setText(row: number, bytes: Uint8Array, text: LineText): void {
    if (text.start === text.end) return this.set(row, text.text);
    this.#count++;
    const place = row > this.#restFrom ? 0 : this.#dictionary.placeOfBytes(bytes, text);
    if (place !== 0) this.#places[row] = place;
    else this.#restAt(row).setPart(row, bytes, text);
  }

  /** The column of texts without a place, which begins with the first row that found none. */
  #restAt(row: number): BytesColumn {
    if (this.#restFrom === Infinity) this.#rest.begin(this.#places.length);
    this.#restFrom = Math.min(this.#restFrom, row);
    return this.#rest;
  }

  /** Puts there what rows behind that one found a place for before it was met. */
  #moveToRest(rows: number): void {
    for (let row = this.#restFrom + 1; row < rows; row++) {
      const place = this.#places[row] ?? 0;
      if (place !== 0) this.#rest.setPart(row, this.#dictionary.bytes, this.#dictionary.rangeOf(place));
    }
  }

  /** Texts are parts of lines, which would stay in memory with them. */
  #forget(): void {
    this.#dictionary.clear();
    this.#recentTexts.fill("");
  }

  #dictionaryPage(rows: number, texts: number): DataPage {
    if (present.length < rows) present = new Uint8Array(rows);
    if (indices.length < rows) indices = new Uint16Array(rows);
    let count = 0;
    for (let row = 0; row < (texts === 0 ? 0 : rows); row++) {
      const place = this.#places[row] ?? 0;
      present[row] = Math.min(place, 1);
      if (place !== 0) indices[count++] = place - 1;
    }
    const places = { values: indices, count };
    return {
      rows,
      values: count,
      present,
      write: (body) => (texts === 0 ? "PLAIN" : writePlaces(body, places, texts)),
    };
  }
}

function recentSlot(text: string): number {
  const last = text.length - 1;
  return (text.charCodeAt(last) * 7 + text.charCodeAt(last >> 1) * 3 + last) & (RECENT - 1);
}

/** What a column is built by; without a dictionary texts stand as they are. */
export function createBuilder({
  type,
  hasDictionary,
}: {
  type: ColumnType;
  hasDictionary?: boolean;
}): FlagColumn | NumberColumn | BytesColumn | TextColumn {
  if (hasDictionary === false) return new BytesColumn();
  switch (type) {
    case "BOOLEAN":
      return new FlagColumn();
    case "VARCHAR":
    case "BLOB":
      return new TextColumn();
    case "BIGINT":
    case "TIMESTAMPTZ":
      return new NumberColumn(8);
    case "UTINYINT":
    case "USMALLINT":
    case "UINTEGER":
      return new NumberColumn(4);
  }
}
