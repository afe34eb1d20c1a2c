import { takeNumber, takeNumberBefore, takeNumberKeys } from "./number-filter";

const FIRST_KEYS = 2 ** 14;
/** More are not told apart, nor kept in memory. */
const MAX_KEYS = 2 ** 19;
/** Keys that were met last; a power of two. */
const RECENT = 2 ** 10;
/** In the place of a key another one that has no such place. */
const NONE = Int32Array.from({ length: RECENT }, (_, place) => ~place);

/**
 * The keys of the numbers of lines, those that come again soon left out. Used again and again: the memory of a row
 * group serves the next.
 */
export class NumberKeyList {
  #keys = new Uint32Array(FIRST_KEYS);
  readonly #recent = Int32Array.from(NONE);
  #count = 0;
  readonly #take = (key: number) => this.#add(key);

  /** Forgets everything. */
  begin(): void {
    this.#recent.set(NONE);
    this.#count = 0;
    if (this.#keys.length === MAX_KEYS) this.#keys = new Uint32Array(FIRST_KEYS);
  }

  /** Takes the numbers of a text in UTF-8. */
  add(bytes: Uint8Array): void {
    takeNumberKeys(bytes, this.#take);
  }

  /** Takes the number that begins at an offset. */
  addAt(bytes: Uint8Array, start: number): void {
    takeNumber(bytes, start, this.#take);
  }

  /** Takes the number that ends at an offset, if one does. */
  addBefore(bytes: Uint8Array, end: number): void {
    takeNumberBefore(bytes, end, this.#take);
  }

  /** In memory of their own; null where they are too many. */
  list(): Uint32Array<ArrayBuffer> | null {
    return this.#count > MAX_KEYS ? null : this.#keys.slice(0, this.#count);
  }

  #add(key: number): void {
    const place = key & (RECENT - 1);
    if (this.#recent[place] === key) return;
    this.#recent[place] = key;
    if (this.#count === this.#keys.length) this.#grow();
    // Beyond the greatest length nothing is kept but how many there are.
    this.#keys[this.#count++] = key;
  }

  #grow(): void {
    if (this.#keys.length === MAX_KEYS) return;
    const keys = this.#keys;
    this.#keys = new Uint32Array(keys.length * 2);
    this.#keys.set(keys);
  }
}
