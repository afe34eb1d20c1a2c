import type { ByteRange, LineText } from "../event/byte-range";
import type { ColumnType } from "../event/column-type";
import { ByteWriter } from "./byte-writer";
import { TextDictionary } from "./dictionary";
import { writeDeltas, writeFlags, writeNumbers, writePlaces } from "./encodings";
import { type ColumnChunk, type Compression, cutIntoPages, type DataPage, writeColumnChunk } from "./pages";

const FIRST_ROWS = 1024;
/** Places that are found without the dictionary; a power of two. */
const RECENT = 64;

/** Where every row has a value, nobody asks which. */
const NONE = new Uint8Array();
/** Of the column that is being written. */
let present = new Uint8Array(FIRST_ROWS);
let indices = new Uint16Array(FIRST_ROWS);

/** The values of one column for the rows of a group. A row that is not set is null. */
export type ColumnBuilder = {
  /** Forgets everything and makes room for so many rows. */
  begin(rows: number): void;
  /** Writes the column of the first `rows` rows; `begin` comes next. */
  write(out: ByteWriter, rows: number, compression: Compression | null): ColumnChunk;
};

/** Whole numbers: `bytes` 4 for those below 2^32, 8 for all that a double holds. */
export class NumberColumn implements ColumnBuilder {
  readonly #bytes: 4 | 8;
  #present = new Uint8Array(FIRST_ROWS);
  /** Of the rows that have one, without gaps. */
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

  /** Rows in rising order, each at most once. */
  set(row: number, value: number): void {
    this.#present[row] = 1;
    this.#values[this.#count++] = value;
  }

  write(out: ByteWriter, rows: number, compression: Compression | null): ColumnChunk {
    const range = this.#range();
    const numbers = { values: this.#values, count: this.#count, bytes: this.#bytes };
    const page: DataPage = {
      rows,
      values: this.#count,
      present: this.#present,
      write: (body) => writeNumbers(body, numbers, range?.greatest ?? 0),
    };
    return writeColumnChunk(out, { pages: [page], nulls: rows - this.#count, range, compression });
  }

  #range(): { least: number; greatest: number } | null {
    if (this.#count === 0) return null;
    let least = Infinity;
    let greatest = -Infinity;
    for (let index = 0; index < this.#count; index++) {
      const value = this.#values[index] ?? 0;
      if (value < least) least = value;
      if (value > greatest) greatest = value;
    }
    return { least, greatest };
  }
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

/** Bytes, or texts that seldom repeat: their lengths, then all of them one behind the other. */
export class BytesColumn implements ColumnBuilder {
  #present = new Uint8Array(FIRST_ROWS);
  #lengths = new Int32Array(FIRST_ROWS);
  readonly #bytes = new ByteWriter();
  #count = 0;

  begin(rows: number): void {
    this.#present = cleared(this.#present, rows);
    if (this.#lengths.length < rows) this.#lengths = new Int32Array(rows);
    this.#bytes.clear();
    this.#count = 0;
  }

  /** Rows in rising order, each at most once. */
  set(row: number, bytes: Uint8Array): void {
    this.#present[row] = 1;
    this.#bytes.bytes(bytes);
    this.#lengths[this.#count++] = bytes.length;
  }

  /** As `set`, of a part of them. */
  setPart(row: number, bytes: Uint8Array, part: ByteRange): void {
    this.#present[row] = 1;
    this.#bytes.part(bytes, part);
    this.#lengths[this.#count++] = part.end - part.start;
  }

  /** As `set`, of a text in UTF-8. */
  setText(row: number, text: string): void {
    this.#present[row] = 1;
    this.#lengths[this.#count++] = this.#bytes.text(text);
  }

  write(out: ByteWriter, rows: number, compression: Compression | null): ColumnChunk {
    return writeColumnChunk(out, { pages: this.pages(0, rows), nulls: rows - this.#count, compression });
  }

  /** The pages of the rows from `from` on, none of which before it was set. */
  pages(from: number, rows: number): DataPage[] {
    return cutIntoPages(this.#present.subarray(from, rows), (body, { first, count }) => {
      const lengths = this.#lengths.subarray(first, first + count);
      writeDeltas(body, lengths, count);
      const start = sumOf(this.#lengths.subarray(0, first));
      body.bytes(this.#bytes.view().subarray(start, start + sumOf(lengths)));
      return "DELTA_LENGTH_BYTE_ARRAY";
    });
  }
}

function sumOf(numbers: Int32Array): number {
  let sum = 0;
  for (let index = 0; index < numbers.length; index++) sum += numbers[index] ?? 0;
  return sum;
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
  /** The first row that found the dictionary full. */
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

  /** Rows in rising order, each at most once. An empty text is null. */
  set(row: number, text: string | null): void {
    if (text === null || text === "") return;
    this.#count++;
    if (this.#restFrom !== Infinity) return this.#rest.setText(row, text);
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
    if (inDictionary < rows) pages.push(...this.#rest.pages(inDictionary, rows));
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
    const place = this.#restFrom === Infinity ? this.#dictionary.placeOfBytes(bytes, text) : 0;
    if (place !== 0) this.#places[row] = place;
    else this.#restAt(row).setPart(row, bytes, text);
  }

  /** The column of texts without a place, which begins with the row that found none. */
  #restAt(row: number): BytesColumn {
    if (this.#restFrom === Infinity) {
      this.#restFrom = row;
      this.#rest.begin(this.#places.length);
    }
    return this.#rest;
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

function cleared(values: Uint8Array<ArrayBuffer>, rows: number): Uint8Array<ArrayBuffer> {
  return values.length < rows ? new Uint8Array(rows) : values.fill(0);
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
