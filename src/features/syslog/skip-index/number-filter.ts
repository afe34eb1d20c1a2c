import { BLOCK_BYTES, densityOf, fold, type BloomFilter, mix, setKey } from "./bloom-filter";

/**
 * Which numbers of eight digits or more occur in the lines of a segment. Every eight digits in a row have a key, that
 * of their first seven or of their last seven, whichever is less, which the next eight often have too (a minimizer,
 * https://doi.org/10.1093/bioinformatics/bth408). So a number has the keys of all its parts: one of eight digits has
 * one, one of ten two, and each three digits more bring two more.
 */
export type NumberFilter = BloomFilter;

const MIN_DIGITS = 8;
const KEYED_DIGITS = MIN_DIGITS - 1;
/** What the first of so many digits counts. */
const FIRST_DIGIT = 10 ** (KEYED_DIGITS - 1);
const ZERO = 0x30;

/** Gets a key as a whole number of 32 bits, one of which is its sign. */
type TakeKey = (key: number) => void;

/**
 * The keys of all numbers in a text from an offset on, before which none ends; some of them several times. A text that
 * contains another has all its keys.
 */
export function takeNumberKeys(bytes: Uint8Array, take: TakeKey, from = 0): void {
  // Where the eighth digit of a number would be, if it began behind what was looked at.
  for (let offset = from + KEYED_DIGITS; offset < bytes.length; offset += MIN_DIGITS) {
    if (!isDigit(bytes[offset] ?? 0)) continue;
    let start = offset;
    while (start > from && isDigit(bytes[start - 1] ?? 0)) start--;
    offset++;
    while (isDigit(bytes[offset] ?? 0)) offset++;
    // Most numbers are shorter.
    if (offset - start >= MIN_DIGITS) takeNumber(bytes, start, offset, take);
  }
}

/** The keys of the digits before an offset, where no digit stands. */
export function takeNumberBefore(bytes: Uint8Array, end: number, take: TakeKey): void {
  let start = end;
  while (start > 0 && isDigit(bytes[start - 1] ?? 0)) start--;
  if (end - start >= MIN_DIGITS) takeNumber(bytes, start, end, take);
}

/** The keys of the number that stands there, of eight digits at least. */
// oxlint-disable-next-line max-params -- it runs some times per line
function takeNumber(bytes: Uint8Array, start: number, end: number, take: TakeKey): void {
  let value = 0;
  let offset = start;
  for (; offset < start + KEYED_DIGITS; offset++) value = Math.imul(value, 10) + (bytes[offset] ?? 0) - ZERO;
  let before = mix(value);
  for (; offset < end; offset++) {
    const code = bytes[offset] ?? 0;
    const first = Math.imul((bytes[offset - KEYED_DIGITS] ?? 0) - ZERO, FIRST_DIGIT);
    value = Math.imul(value - first, 10) + code - ZERO;
    const next = mix(value);
    take(before < next ? before : next);
    before = next;
  }
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= ZERO + 9;
}

/**
 * By twos and once by three the blocks are cut into parts that are folded onto one: halves, thirds, quarters, sixths …
 * of them.
 */
const MAX_BLOCKS = 3 * 2 ** 13;
/** A lookup is a false positive in an eighth of such filters; numbers of ten digits have two keys. */
const MAX_DENSITY = 0.6;
const BITS_OF_KEY = 4;
/** So many different keys set that share of the bits of a block. */
const KEYS_OF_BLOCK = (-Math.log1p(-MAX_DENSITY) * BLOCK_BYTES * 8) / BITS_OF_KEY;

/** Gathers the numbers of many lines; its memory serves one segment after the other. */
export class NumberFilterBuilder {
  readonly #filter = new Uint8Array(MAX_BLOCKS * BLOCK_BYTES);
  readonly #take = (key: number) => setKey(this.#filter, key);

  /** Forgets everything. */
  begin(): void {
    this.#filter.fill(0);
  }

  /**
   * Takes the numbers of lines in UTF-8. Where several stand one behind the other, digits of two may be taken for one
   * number, of which both are parts.
   */
  add(bytes: Uint8Array): void {
    takeNumberKeys(bytes, this.#take);
  }

  /** In as little space as tells them apart; null where they are too many. */
  pack(): NumberFilter | null {
    return shrink(this.#filter);
  }
}

/** The filter of keys, some of which may be there several times; null where they are too many. */
export function packNumberKeys(parts: readonly Uint32Array[]): NumberFilter | null {
  const count = parts.reduce((sum, keys) => sum + keys.length, 0);
  const filter = new Uint8Array(blocksFor(count) * BLOCK_BYTES);
  for (const keys of parts) {
    for (let index = 0; index < keys.length; index++) setKey(filter, keys[index] ?? 0);
  }
  return shrink(filter);
}

/** So many that as many different keys are told apart, if possible: three, or that times a power of two. */
function blocksFor(keys: number): number {
  let blocks = 3;
  while (blocks * KEYS_OF_BLOCK < keys && blocks < MAX_BLOCKS) blocks *= 2;
  return blocks;
}

/** The same in as little space as tells its keys apart; null where they are too many. */
function shrink(filter: NumberFilter): NumberFilter | null {
  const density = densityOf(filter);
  if (density > MAX_DENSITY) return null;
  // Folding so many parts onto one leaves the share `(1 - density) ** parts` of its bits free.
  const limit = Math.log1p(-MAX_DENSITY) / Math.log1p(-density);
  return fold(filter, filter.length / maxParts(filter.length / BLOCK_BYTES, limit));
}

/** The greatest number of parts, at most so many, into which the blocks can be cut; a third of them is a power of two. */
function maxParts(blocks: number, limit: number): number {
  let greatest = 1;
  for (let twos = 1; twos <= blocks / 3; twos *= 2) {
    for (const parts of [twos, twos * 3]) if (parts <= limit) greatest = Math.max(greatest, parts);
  }
  return greatest;
}
