import { ByteWriter } from "./byte-writer";
import { bitWidthOf, type Encoding, writeDeltas, writeHybrid } from "./encodings";
import { type ColumnChunk, type DataPage, writeColumnChunk } from "./pages";

/** More different texts than that go to the file as they are. */
const MAX_DICTIONARY = 2048;
const FIRST_ROWS = 1024;
/** Places that are found without the dictionary; a power of two. */
const RECENT = 64;
const MAX_INT32 = 2 ** 31 - 1;

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
  write(out: ByteWriter, rows: number): ColumnChunk;
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

  write(out: ByteWriter, rows: number): ColumnChunk {
    const range = this.#range();
    // The differences of an INT32 column are of signed numbers.
    const isPackable = range !== null && (this.#bytes === 8 || range.greatest <= MAX_INT32);
    const page: DataPage = {
      rows,
      values: this.#count,
      present: this.#present,
      write: (body) => this.#writeValues(body, isPackable),
    };
    return writeColumnChunk(out, { pages: [page], nulls: rows - this.#count, range });
  }

  #writeValues(out: ByteWriter, isPackable: boolean): Encoding {
    if (isPackable && writeDeltas(out, this.#values, this.#count)) return "DELTA_BINARY_PACKED";
    for (let index = 0; index < this.#count; index++) {
      const value = this.#values[index] ?? 0;
      if (this.#bytes === 4) out.uint32(value);
      else out.int64(value);
    }
    return "PLAIN";
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

  write(out: ByteWriter, rows: number): ColumnChunk {
    const page: DataPage = {
      rows,
      values: rows,
      present: NONE,
      write: (body) => {
        for (let row = 0; row < rows; row += 8) {
          let bits = 0;
          for (let bit = 0; bit < 8 && row + bit < rows; bit++) bits |= (this.#values[row + bit] ?? 0) << bit;
          body.uint8(bits);
        }
        return "PLAIN";
      },
    };
    return writeColumnChunk(out, { pages: [page], nulls: 0 });
  }
}

/** Octets, or texts that seldom repeat: their lengths, then all of them one behind the other. */
export class OctetsColumn implements ColumnBuilder {
  #present = new Uint8Array(FIRST_ROWS);
  #lengths = new Int32Array(FIRST_ROWS);
  readonly #octets = new ByteWriter();
  #count = 0;

  begin(rows: number): void {
    this.#present = cleared(this.#present, rows);
    if (this.#lengths.length < rows) this.#lengths = new Int32Array(rows);
    this.#octets.clear();
    this.#count = 0;
  }

  /** Rows in rising order, each at most once. */
  set(row: number, octets: Uint8Array): void {
    this.#present[row] = 1;
    this.#octets.octets(octets);
    this.#lengths[this.#count++] = octets.length;
  }

  /** As `set`, of a text in UTF-8. */
  setText(row: number, text: string): void {
    this.#present[row] = 1;
    this.#lengths[this.#count++] = this.#octets.text(text);
  }

  write(out: ByteWriter, rows: number): ColumnChunk {
    const pages = [this.page(0, rows)];
    return writeColumnChunk(out, { pages, nulls: rows - this.#count });
  }

  /** The page of the rows from `from` on, none of which before it was set. */
  page(from: number, rows: number): DataPage {
    return {
      rows: rows - from,
      values: this.#count,
      present: this.#present.subarray(from, rows),
      write: (body) => {
        if (this.#count === 0) return "PLAIN";
        writeDeltas(body, this.#lengths, this.#count);
        body.octets(this.#octets.view());
        return "DELTA_LENGTH_BYTE_ARRAY";
      },
    };
  }
}

/** Texts of which many are the same, as numbers of a dictionary; those of rows behind the one that would be too many as they are. */
export class TextColumn implements ColumnBuilder {
  /** By row: the place in the dictionary plus one; 0: null. */
  #places = new Uint16Array(FIRST_ROWS);
  readonly #dictionary = new Map<string, number>();
  /** Texts met last, by what `recentSlot` says of them, and their places: most columns have a few texts that take turns. */
  readonly #recentTexts: string[] = Array.from({ length: RECENT }, () => "");
  readonly #recentPlaces = new Uint16Array(RECENT);
  /** The first row that found the dictionary full. */
  #restFrom = Infinity;
  readonly #rest = new OctetsColumn();
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
      const place = this.#dictionary.get(text) ?? this.#enter(row, text);
      if (place === 0) return this.#rest.setText(row, text);
      this.#recentTexts[slot] = text;
      this.#recentPlaces[slot] = place;
    }
    this.#places[row] = this.#recentPlaces[slot] ?? 0;
  }

  write(out: ByteWriter, rows: number): ColumnChunk {
    const inDictionary = Math.min(this.#restFrom, rows);
    const texts = [...this.#dictionary.keys()];
    const pages = [this.#dictionaryPage(inDictionary, texts.length)];
    if (inDictionary < rows) pages.push(this.#rest.page(inDictionary, rows));
    this.#forget();
    const nulls = rows - this.#count;
    if (texts.length === 0) return writeColumnChunk(out, { pages, nulls });
    const dictionary = { values: texts.length, write: (body: ByteWriter) => writeTexts(body, texts) };
    return writeColumnChunk(out, { dictionary, pages, nulls });
  }

  /** The place of a new text, or 0 where there is no room for it, from which on there is none for any. */
  #enter(row: number, text: string): number {
    if (this.#dictionary.size === MAX_DICTIONARY) {
      this.#restFrom = row;
      this.#rest.begin(this.#places.length);
      return 0;
    }
    const place = this.#dictionary.size + 1;
    this.#dictionary.set(text, place);
    return place;
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
    const bitWidth = bitWidthOf(texts - 1);
    return {
      rows,
      values: count,
      present,
      write: (body) => {
        if (texts === 0) return "PLAIN";
        body.uint8(bitWidth);
        writeHybrid(body, { values: indices, count }, bitWidth);
        return "RLE_DICTIONARY";
      },
    };
  }
}

function recentSlot(text: string): number {
  const last = text.length - 1;
  return (text.charCodeAt(last) * 7 + text.charCodeAt(last >> 1) * 3 + last) & (RECENT - 1);
}

function writeTexts(out: ByteWriter, texts: readonly string[]): void {
  for (const text of texts) out.withLength(() => out.text(text));
}

function cleared(values: Uint8Array<ArrayBuffer>, rows: number): Uint8Array<ArrayBuffer> {
  return values.length < rows ? new Uint8Array(rows) : values.fill(0);
}
