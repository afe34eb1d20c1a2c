import { type Hash, hashOf } from "./bloom-filter";
import type { ByteReader } from "./byte-reader";
import type { ByteWriter } from "./byte-writer";
import { UnreadableParquetError } from "./unreadable";

const FIRST_TEXTS = 4096;
/** After so many texts of which hardly one was met before, the rest is not looked up. */
const TRIED = 4096;
const MIN_REPETITION = 4;

/**
 * Texts (or bytes) by number, equal ones under one number where looking for them pays. Number 0 is no text, which
 * comes before all.
 */
export class TextStore {
  /** By number: where the text stands in `#bytes`. */
  #starts = new Uint32Array(FIRST_TEXTS);
  #lengths = new Uint32Array(FIRST_TEXTS);
  #hashes: (Hash | undefined)[] = [];
  #count = 1;
  #bytes = Buffer.alloc(0);
  #used = 0;
  /** Open addressing, at least twice as big as there are texts in it. 0: free. */
  #table = new Uint32Array(FIRST_TEXTS * 2);
  /** Of the texts that need not be looked up. */
  #tried = 0;
  #found = 0;

  /** Forgets everything, and makes room for so many bytes. */
  begin(bytes: number): void {
    if (this.#bytes.length < bytes) this.#bytes = Buffer.allocUnsafeSlow(bytes);
    this.#table.fill(0);
    this.#hashes = [];
    this.#count = 1;
    this.#used = 0;
    this.#tried = 0;
    this.#found = 0;
  }

  /** All texts one behind the other, in files of some kinds with their lengths between them; valid until `begin`. */
  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#used);
  }

  /** The number that the next new text gets. */
  get count(): number {
    return this.#count;
  }

  lengthOf(text: number): number {
    return this.#lengths[text] ?? 0;
  }

  /** For a Bloom filter. */
  hashOf(text: number): Hash {
    return (this.#hashes[text] ??= hashOf(this.view(text)));
  }

  /** Valid until `begin`. */
  view(text: number): Buffer {
    const start = this.#starts[text] ?? 0;
    return this.#bytes.subarray(start, start + this.lengthOf(text));
  }

  /** The order by bytes. */
  compare(left: number, right: number): number {
    const bytes = this.#bytes;
    const [leftStart, rightStart] = [this.#starts[left] ?? 0, this.#starts[right] ?? 0];
    const [leftLength, rightLength] = [this.lengthOf(left), this.lengthOf(right)];
    for (let index = 0; index < leftLength && index < rightLength; index++) {
      const difference = (bytes[leftStart + index] ?? 0) - (bytes[rightStart + index] ?? 0);
      if (difference !== 0) return difference;
    }
    return leftLength - rightLength;
  }

  write(out: ByteWriter, text: number): void {
    const start = this.#starts[text] ?? 0;
    const length = this.lengthOf(text);
    this.#bytes.copy(out.reserve(length), out.length, start, start + length);
    out.advanceTo(out.length + length);
  }

  /**
   * Copies the rest of a page; gives where it begins here.
   * @throws UnreadableParquetError where there is no room.
   */
  take({ bytes, at }: ByteReader): number {
    const start = this.#used;
    this.#used += bytes.length - at;
    if (this.#used > this.#bytes.length)
      throw new UnreadableParquetError("a column is longer than its footer says");
    this.#bytes.set(bytes.subarray(at), start);
    return start;
  }

  /** The number of the text that stands there, which is that of an equal one where one was met before. */
  numberOf(start: number, length: number): number {
    if (this.#count * 2 > this.#table.length) this.#growTable();
    const mask = this.#table.length - 1;
    for (let slot = this.#slotOf(start, length) & mask; ; slot = (slot + 1) & mask) {
      const text = this.#table[slot] ?? 0;
      if (text === 0) {
        const added = this.#add(start, length);
        this.#table[slot] = added;
        return added;
      }
      if (this.#isEqual(text, start, length)) return text;
    }
  }

  /** The same, but where texts seldom repeat they are not looked up: each gets a number of its own. */
  numberOfRare(start: number, length: number): number {
    if (this.#tried >= TRIED && this.#found * MIN_REPETITION < this.#tried) return this.#add(start, length);
    const before = this.#count;
    const text = this.numberOf(start, length);
    this.#tried++;
    if (text < before) this.#found++;
    return text;
  }

  #add(start: number, length: number): number {
    const text = this.#count++;
    if (text === this.#starts.length) {
      this.#starts = doubled(this.#starts);
      this.#lengths = doubled(this.#lengths);
    }
    this.#starts[text] = start;
    this.#lengths[text] = length;
    return text;
  }

  #isEqual(text: number, start: number, length: number): boolean {
    if (this.#lengths[text] !== length) return false;
    const bytes = this.#bytes;
    const other = this.#starts[text] ?? 0;
    for (let index = 0; index < length; index++)
      if (bytes[start + index] !== bytes[other + index]) return false;
    return true;
  }

  /** FNV-1a, its halves mixed as only the low bits are used. */
  #slotOf(start: number, length: number): number {
    const bytes = this.#bytes;
    let hash = 0x811c9dc5;
    for (let at = start; at < start + length; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
    return hash ^ (hash >>> 15);
  }

  #growTable(): void {
    const table = new Uint32Array(this.#table.length * 2);
    const mask = table.length - 1;
    for (const text of this.#table) {
      if (text === 0) continue;
      let slot = this.#slotOf(this.#starts[text] ?? 0, this.lengthOf(text)) & mask;
      while (table[slot] !== 0) slot = (slot + 1) & mask;
      table[slot] = text;
    }
    this.#table = table;
  }
}

function doubled(numbers: Uint32Array): Uint32Array<ArrayBuffer> {
  const grown = new Uint32Array(numbers.length * 2);
  grown.set(numbers);
  return grown;
}
