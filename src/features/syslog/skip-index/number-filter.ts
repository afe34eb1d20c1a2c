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

type TakeKey = (key: number) => void;

/** The keys of all numbers in a text, some of them several times. A text that contains another has all its keys. */
export function takeNumberKeys(octets: Uint8Array, take: TakeKey): void {
  // Where the eighth digit of a number would be, if it began behind what was looked at.
  for (let offset = KEYED_DIGITS; offset < octets.length; offset += MIN_DIGITS) {
    if (!isDigit(octets[offset] ?? 0)) continue;
    let start = offset;
    while (start > 0 && isDigit(octets[start - 1] ?? 0)) start--;
    offset = takeNumber(octets, start, take);
  }
}

/** The keys of the number that begins there; gives where it ends. */
function takeNumber(octets: Uint8Array, start: number, take: TakeKey): number {
  let value = 0;
  let offset = start;
  for (; offset < start + KEYED_DIGITS; offset++) {
    const code = octets[offset] ?? 0;
    if (!isDigit(code)) return offset;
    value = Math.imul(value, 10) + code - ZERO;
  }
  let before = mix(value);
  let taken = NaN;
  for (; ; offset++) {
    const code = octets[offset] ?? 0;
    if (!isDigit(code)) return offset;
    const first = Math.imul((octets[offset - KEYED_DIGITS] ?? 0) - ZERO, FIRST_DIGIT);
    value = Math.imul(value - first, 10) + code - ZERO;
    const next = mix(value);
    const key = Math.min(before, next);
    if (key !== taken) take(key >>> 0);
    taken = key;
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
const MAX_TWOS = 2 ** 13;
const MAX_BLOCKS = 3 * MAX_TWOS;
/** A lookup is a false positive in an eighth of such filters; numbers of ten digits have two keys. */
const MAX_DENSITY = 0.6;

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
  add(octets: Uint8Array): void {
    takeNumberKeys(octets, this.#take);
  }

  /** In as little space as tells them apart; null where they are too many. */
  pack(): NumberFilter | null {
    const filter = this.#filter;
    const density = densityOf(filter);
    if (density > MAX_DENSITY) return null;
    // Folding so many parts onto one leaves the share `(1 - density) ** parts` of its bits free.
    const limit = Math.log1p(-MAX_DENSITY) / Math.log1p(-density);
    return fold(filter, filter.length / maxParts(limit));
  }
}

/** The greatest number of parts, at most so many, into which the blocks can be cut. */
function maxParts(limit: number): number {
  let greatest = 1;
  for (let twos = 1; twos <= MAX_TWOS; twos *= 2) {
    for (const parts of [twos, twos * 3]) if (parts <= limit) greatest = Math.max(greatest, parts);
  }
  return greatest;
}
