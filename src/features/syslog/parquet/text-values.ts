import { writeBloomFilter } from "./bloom-filter";
import type { ByteReader } from "./byte-reader";
import type { ByteWriter } from "./byte-writer";
import { readDeltas, readHybrid } from "./decodings";
import { type Encoding, writeDeltas, writePlaces } from "./encodings";
import type { StoredColumn } from "./footer";
import { readPages, type StoredDataPage } from "./page-reader";
import { type ColumnChunk, type Compression, cutIntoPages, type Span, writeColumnChunk } from "./pages";
import { TextStore } from "./text-store";
import { UnreadableParquetError } from "./unreadable";

/** A dictionary of more different texts, of so many rows, takes no fewer octets than the texts. */
const MIN_REPETITION = 4;
const MAX_DICTIONARY = 65_536;
/** Small dictionaries are read as fast as a Bloom filter. */
const MIN_FILTERED = 32;
/** Longer ones say nothing of where a text is. */
const MAX_BOUND_BYTES = 64;

/** A column of texts or octets, read from files row by row, to be written in another order. */
export class TextValues {
  /** By row: the number of its text; 0: null. The memory serves one column after the other. */
  texts = new Uint32Array(0);
  /** The same of a page or of what is written, without gaps: numbers of texts, places in the dictionary, lengths. */
  #numbers = new Uint32Array(0);
  #indices = new Uint16Array(0);
  #lengthsOfPage = new Float64Array(0);
  #present = new Uint8Array(0);
  readonly #store = new TextStore();
  /** By text: its place in the dictionary that is being written, plus one. */
  #places = new Uint32Array(0);
  /** The texts of the column that was written last. */
  #dictionary: number[] | null = null;

  /** Forgets everything; the next column has so many rows, and of octets at most so many. */
  begin(rows: number, octets: number): void {
    this.#makeRoom(rows);
    this.#store.begin(octets);
  }

  #makeRoom(rows: number): void {
    if (rows <= this.texts.length) {
      this.texts.fill(0);
      return;
    }
    this.texts = new Uint32Array(rows);
    this.#numbers = new Uint32Array(rows);
    this.#indices = new Uint16Array(rows);
    this.#lengthsOfPage = new Float64Array(rows);
    this.#present = new Uint8Array(rows);
  }

  /** What all texts of the column consist of, and perhaps more; valid until `begin`. */
  get octets(): Uint8Array {
    return this.#store.octets;
  }

  /** The order of two texts by their octets; null comes first. */
  compare(left: number, right: number): number {
    return this.#store.compare(left, right);
  }

  /** Takes the column of a row group whose first row has this number. */
  read(octets: Uint8Array, column: StoredColumn, firstRow: number): void {
    let dictionary = new Uint32Array(0);
    for (const page of readPages(octets, column)) {
      if (page.kind === "dictionary") {
        this.#readPlain(page.body, page.values);
        dictionary = this.#numbers.slice(0, page.values);
        continue;
      }
      const { encoding, body, values } = page;
      if (values > 0) {
        this.#readTexts(body, { encoding, values, dictionary });
        this.#spread(page, firstRow + page.firstRow);
      }
    }
  }

  /** Writes the rows of these numbers. */
  write(out: ByteWriter, rows: Uint32Array, compression: Compression): ColumnChunk {
    this.#dictionary = null;
    const count = this.#gather(rows);
    const nulls = rows.length - count;
    const page = { rows: rows.length, values: count, present: this.#present.subarray(0, rows.length) };
    if (count === 0) {
      const write = (): Encoding => "PLAIN";
      return writeColumnChunk(out, { pages: [{ ...page, write }], nulls, compression });
    }
    const dictionary = this.#listDistinct(count);
    if (dictionary === null) {
      const pages = cutIntoPages(page.present, (body, values) => this.#writeTexts(body, values));
      return writeColumnChunk(out, { pages, nulls, compression });
    }
    this.#dictionary = dictionary;
    const places = { values: this.#indices, count };
    const write = (body: ByteWriter) => writePlaces(body, places, dictionary.length);
    return writeColumnChunk(out, {
      dictionary: { values: dictionary.length, write: (body) => this.#writeDictionary(body, dictionary) },
      pages: [{ ...page, write }],
      nulls,
      range: this.#rangeOf(dictionary),
      compression,
    });
  }

  /** A Bloom filter of what was written last; null where it would say no more than the column itself. */
  writeFilter(): Uint8Array<ArrayBuffer> | null {
    const texts = this.#dictionary;
    if (texts === null || texts.length < MIN_FILTERED) return null;
    return writeBloomFilter(texts.map((text) => this.#store.hashOf(text)));
  }

  /** Fills `#present` and `#numbers` with what stands in these rows, and gives how many have a text. */
  #gather(rows: Uint32Array): number {
    let count = 0;
    for (let index = 0; index < rows.length && this.#store.count > 1; index++) {
      const text = this.texts[rows[index] ?? 0] ?? 0;
      this.#present[index] = Math.min(text, 1);
      if (text !== 0) this.#numbers[count++] = text;
    }
    return count;
  }

  /**
   * The different ones of the first `#numbers`, whose places go to `#indices`; null where they are too many for a
   * dictionary.
   */
  #listDistinct(count: number): number[] | null {
    if (this.#places.length < this.#store.count) this.#places = new Uint32Array(this.#store.count * 2);
    const most = Math.min(MAX_DICTIONARY, Math.ceil(count / MIN_REPETITION));
    const distinct: number[] = [];
    for (let index = 0; index < count && distinct.length <= most; index++) {
      const text = this.#numbers[index] ?? 0;
      let place = this.#places[text] ?? 0;
      if (place === 0) {
        place = distinct.push(text);
        this.#places[text] = place;
      }
      this.#indices[index] = place - 1;
    }
    for (const text of distinct) this.#places[text] = 0;
    return distinct.length <= most ? distinct : null;
  }

  #writeDictionary(out: ByteWriter, texts: readonly number[]): void {
    for (const text of texts) {
      out.uint32(this.#store.lengthOf(text));
      this.#store.write(out, text);
    }
  }

  #writeTexts(out: ByteWriter, { first, count }: Span): Encoding {
    const texts = this.#numbers.subarray(first, first + count);
    writeDeltas(
      out,
      Int32Array.from(texts, (text) => this.#store.lengthOf(text)),
      count,
    );
    for (const text of texts) this.#store.write(out, text);
    return "DELTA_LENGTH_BYTE_ARRAY";
  }

  #rangeOf(texts: readonly number[]): ColumnChunk["range"] {
    const store = this.#store;
    let [least = 0] = texts;
    let greatest = least;
    for (const text of texts) {
      if (store.lengthOf(text) > MAX_BOUND_BYTES) return null;
      if (store.compare(text, least) < 0) least = text;
      if (store.compare(text, greatest) > 0) greatest = text;
    }
    // In memory of their own: the store is used again.
    return { least: new Uint8Array(store.view(least)), greatest: new Uint8Array(store.view(greatest)) };
  }

  #spread({ present, rows }: StoredDataPage, firstRow: number): void {
    const { texts } = this;
    const numbers = this.#numbers;
    if (present === null) return texts.set(numbers.subarray(0, rows), firstRow);
    for (let index = 0, next = 0; index < rows; index++)
      if (present[index] === 1) texts[firstRow + index] = numbers[next++] ?? 0;
  }

  /** Fills `#numbers` with the texts of a page. */
  #readTexts(
    body: ByteReader,
    { encoding, values, dictionary }: { encoding: Encoding; values: number; dictionary: Uint32Array },
  ): void {
    switch (encoding) {
      case "PLAIN":
        this.#readPlain(body, values);
        return;
      case "DELTA_LENGTH_BYTE_ARRAY":
        return this.#readLengthsFirst(body, values);
      case "RLE_DICTIONARY": {
        const numbers = this.#numbers;
        readHybrid(body, { values: numbers, count: values }, body.uint8());
        for (let index = 0; index < values; index++)
          numbers[index] = dictionary[numbers[index] ?? 0] ?? raiseUnknown();
        return;
      }
      case "RLE":
      case "DELTA_BINARY_PACKED":
        throw new UnreadableParquetError(`texts are encoded as ${encoding}`);
    }
  }

  /** Each behind its length. */
  #readPlain(body: ByteReader, count: number): void {
    const base = this.#store.take(body) - body.at;
    for (let index = 0; index < count; index++) {
      const length = body.uint32();
      requireRoom(body, length);
      this.#numbers[index] = this.#store.numberOf(base + body.at, length);
      body.skip(length);
    }
  }

  #readLengthsFirst(body: ByteReader, count: number): void {
    const lengths = this.#lengthsOfPage;
    readDeltas(body, { values: lengths, count });
    const base = this.#store.take(body) - body.at;
    for (let index = 0; index < count; index++) {
      const length = lengths[index] ?? 0;
      requireRoom(body, length);
      this.#numbers[index] = this.#store.numberOfRare(base + body.at, length);
      body.skip(length);
    }
  }
}

/** Before the text is looked at: a forged length would be read far behind the page. */
function requireRoom(body: ByteReader, length: number): void {
  if (!(length >= 0 && length <= body.left))
    throw new UnreadableParquetError("a text is longer than its page");
}

function raiseUnknown(): never {
  throw new UnreadableParquetError("a page names a text that its dictionary does not have");
}
