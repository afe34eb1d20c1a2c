import { isUtf8 } from "node:buffer";
import type { ByteRange } from "../event/byte-range";
import type { ByteReader } from "./byte-reader";
import { ByteWriter } from "./byte-writer";
import { readDeltas, readHybrid } from "./decodings";
import type { StoredColumn } from "./footer";
import { readPages, type StoredDataPage } from "./page-reader";
import { type Selection, SelectionWalk } from "./selection";
import { UnreadableParquetError } from "./unreadable";

const FIRST_TEXTS = 1024;
/** Bytes of UTF-8 that begin no character. */
const CONTINUATION_MASK = 0xc0;
const CONTINUATION = 0x80;

/** Where the texts of a page, or of a dictionary, stand in its body. */
class Spans {
  starts = new Uint32Array(0);
  lengths = new Float64Array(0);

  /** Each behind its length. */
  readPlain(body: ByteReader, count: number): void {
    this.#makeRoom(count);
    for (let index = 0; index < count; index++) {
      const length = body.uint32();
      this.starts[index] = body.at;
      this.lengths[index] = length;
      body.skip(length);
    }
  }

  /** All lengths, then the texts one behind the other. */
  readLengthsFirst(body: ByteReader, count: number): void {
    this.#makeRoom(count);
    readDeltas(body, { values: this.lengths, count });
    for (let index = 0; index < count; index++) {
      this.starts[index] = body.at;
      body.skip(this.lengths[index] ?? 0);
    }
  }

  #makeRoom(count: number): void {
    if (count <= this.starts.length) return;
    this.starts = new Uint32Array(count);
    this.lengths = new Float64Array(count);
  }
}

/** Of the column that is being read. */
const spans = new Spans();
const dictionarySpans = new Spans();
let indices = new Uint32Array(0);

/**
 * Texts or bytes of rows that are taken out of row groups; one that a dictionary has is kept once for all its rows.
 * The memory serves one batch after the other.
 */
export class SelectedTexts {
  /** By row: the number of its text; 0: null. */
  #numbers = new Uint32Array(0);
  /** By number: where the text stands in `bytes`. */
  #starts = new Uint32Array(FIRST_TEXTS);
  #ends = new Uint32Array(FIRST_TEXTS);
  #count = 1;
  readonly #bytes = new ByteWriter();
  /** Texts of dictionaries by their numbers, "" as long as nobody has asked for one. */
  readonly #shared = new Map<number, string>();
  readonly #kind: "texts" | "bytes";

  constructor(kind: "texts" | "bytes") {
    this.#kind = kind;
  }

  /** Forgets everything and makes room for so many rows, which have no text yet. */
  begin(rows: number): void {
    this.#numbers.fill(0);
    if (rows > this.#numbers.length) this.#numbers = new Uint32Array(rows);
    this.#count = 1;
    this.#bytes.clear();
    this.#shared.clear();
  }

  /** Of all its texts together. */
  get byteLength(): number {
    return this.#bytes.length;
  }

  /**
   * Takes the selected rows of a row group's column; gives how many bytes were decompressed.
   * @throws UnreadableParquetError, also for texts that are not UTF-8.
   */
  read(bytes: Uint8Array, column: StoredColumn, selection: Selection): number {
    const first = this.#count;
    const walk = new SelectionWalk(selection);
    let dictionary: { body: ByteReader; numbers: Uint32Array } | undefined;
    for (const page of readPages(bytes, column, walk.isWanted)) {
      if (page.kind === "dictionary") {
        dictionarySpans.readPlain(page.body, page.values);
        dictionary = { body: page.body, numbers: new Uint32Array(page.values) };
        continue;
      }
      if (page.encoding === "RLE_DICTIONARY" && page.values > 0) {
        const { body, numbers } = dictionary ?? raiseUnknown();
        readIndices(page, numbers.length);
        walk.pass(page, (value, place) => {
          this.#numbers[place] = this.#numberOf(indices[value] ?? 0, { body, numbers });
        });
      } else {
        readSpans(page);
        walk.pass(page, (value, place) => {
          this.#numbers[place] = this.#copy(page.body, spans, value);
        });
      }
      if (walk.isOver) break;
    }
    if (this.#kind === "texts") this.#requireUtf8(first);
    return walk.readBytes;
  }

  setText(row: number, text: string): void {
    const start = this.#bytes.length;
    this.#bytes.text(text);
    this.#numbers[row] = this.#enter(start);
  }

  setBytes(row: number, bytes: Uint8Array): void {
    const start = this.#bytes.length;
    this.#bytes.bytes(bytes);
    this.#numbers[row] = this.#enter(start);
  }

  clear(row: number): void {
    this.#numbers[row] = 0;
  }

  textOf(row: number): string | null {
    const number = this.#numbers[row] ?? 0;
    if (number === 0) return null;
    const known = this.#shared.get(number);
    if (known !== undefined && known !== "") return known;
    const text = this.#bytes.reserve(0).toString("utf8", this.#starts[number], this.#ends[number]);
    if (known !== undefined) this.#shared.set(number, text);
    return text;
  }

  /** Bytes that are no text. */
  base64Of(row: number): string | null {
    const number = this.#numbers[row] ?? 0;
    if (number === 0) return null;
    return this.#bytes.reserve(0).toString("base64", this.#starts[number], this.#ends[number]);
  }

  /** Puts where the bytes of a row stand in `bytes` into `range`; gives false where it has none. */
  findBytes(row: number, range: ByteRange): boolean {
    const number = this.#numbers[row] ?? 0;
    range.start = this.#starts[number] ?? 0;
    range.end = this.#ends[number] ?? 0;
    return number !== 0;
  }

  /** What `findBytes` speaks of; valid until a text is added. */
  get bytes(): Uint8Array {
    return this.#bytes.view();
  }

  /** The number of a dictionary's text, which is copied when a row first has it. */
  #numberOf(index: number, { body, numbers }: { body: ByteReader; numbers: Uint32Array }): number {
    const known = numbers[index] ?? raiseUnknown();
    if (known !== 0) return known;
    const number = this.#copy(body, dictionarySpans, index);
    numbers[index] = number;
    this.#shared.set(number, "");
    return number;
  }

  #copy({ bytes }: ByteReader, { starts, lengths }: Spans, index: number): number {
    const start = starts[index] ?? 0;
    const own = this.#bytes.length;
    this.#bytes.bytes(bytes.subarray(start, start + (lengths[index] ?? 0)));
    return this.#enter(own);
  }

  /** Looks at the texts from this number on at once; none may begin in the middle of a character of the one before. */
  #requireUtf8(first: number): void {
    const bytes = this.#bytes.view();
    let isValid = isUtf8(bytes.subarray(first < this.#count ? this.#starts[first] : bytes.length));
    for (let number = first; isValid && number < this.#count; number++) {
      const start = this.#starts[number] ?? 0;
      isValid = start === this.#ends[number] || ((bytes[start] ?? 0) & CONTINUATION_MASK) !== CONTINUATION;
    }
    if (!isValid) throw new UnreadableParquetError("a text is not UTF-8");
  }

  /** Gives a number to what was written from `start` on. */
  #enter(start: number): number {
    const number = this.#count++;
    if (number === this.#starts.length) {
      this.#starts = doubled(this.#starts);
      this.#ends = doubled(this.#ends);
    }
    this.#starts[number] = start;
    this.#ends[number] = this.#bytes.length;
    return number;
  }
}

function readSpans({ encoding, body, values }: StoredDataPage): void {
  if (values === 0) return;
  if (encoding === "PLAIN") spans.readPlain(body, values);
  else if (encoding === "DELTA_LENGTH_BYTE_ARRAY") spans.readLengthsFirst(body, values);
  else throw new UnreadableParquetError(`texts are encoded as ${encoding}`);
}

function readIndices({ body, values }: StoredDataPage, dictionary: number): void {
  if (indices.length < values) indices = new Uint32Array(values);
  readHybrid(body, { values: indices, count: values }, body.uint8());
  for (let index = 0; index < values; index++) if ((indices[index] ?? 0) >= dictionary) raiseUnknown();
}

function raiseUnknown(): never {
  throw new UnreadableParquetError("a page names a text that its dictionary does not have");
}

function doubled(numbers: Uint32Array): Uint32Array<ArrayBuffer> {
  const grown = new Uint32Array(numbers.length * 2);
  grown.set(numbers);
  return grown;
}
