/**
 * Which n-grams of four letters (A to Z, in any case), and of four letters and digits, occur in the lines of a segment,
 * as a bitmap: a line that has a word of four characters or more has all its n-grams, so a segment without one of them
 * need not be read. An n-gram has one bit of 65,536, which other n-grams may have too; the words of a segment's lines
 * set about a tenth of them. Those with digits have their bits behind those of letters alone, which hexadecimal numbers
 * would fill otherwise. Digits alone have none: ports and ids have all of them soon. A filter may be shorter, as in rows
 * of older versions: of what would stand behind its end nothing is known.
 */
export type NgramFilter = Uint8Array;

const BITS_OF_HASH = 16;
const ALPHANUMERIC_START = 2 ** BITS_OF_HASH;
const FILTER_BYTES = (2 * ALPHANUMERIC_START) / 8;
const NGRAM_LENGTH = 4;
const BITS_OF_LETTER = 5;
const NGRAM_MASK = 2 ** (NGRAM_LENGTH * BITS_OF_LETTER) - 1;
/** Below it one of the four letters is none. */
const FIRST_WHOLE_NGRAM = 2 ** ((NGRAM_LENGTH - 1) * BITS_OF_LETTER);
/** Of a letter or a digit. */
const BITS_OF_SYMBOL = 6;
const ALPHANUMERIC_MASK = 2 ** (NGRAM_LENGTH * BITS_OF_SYMBOL) - 1;
const FIRST_WHOLE_ALPHANUMERIC = 2 ** ((NGRAM_LENGTH - 1) * BITS_OF_SYMBOL);
/** What a character is: next to each other, a letter and a digit differ in both bits. */
const LETTER = 0b01;
const DIGIT = 0b10;
const LETTER_AND_DIGIT = LETTER ^ DIGIT;
/** 2^32 divided by the golden ratio: spreads neighbours. */
const SPREAD = 0x9e_37_79_b1;

/** Of FNV-1a with 32 bits. */
const OFFSET_BASIS = 0x81_1c_9d_c5 | 0;
const PRIME = 0x01_00_01_93;

const ASCII = 0x80;
const DOT = 0x2e;
/**
 * What a character of ASCII does, by its code: tables in place of branches, which processors mispredict in such texts.
 */
const LETTERS = tableOf(letterOf);
const MASKS = tableOf((code) => (letterOf(code) === 0 ? 0 : NGRAM_MASK));
const HASHED = tableOf((code) => (isDigit(code) ? 0 : code));
const FACTORS = tableOf((code) => (isDigit(code) ? 1 : PRIME));
const KINDS = tableOf((code) => (isDigit(code) ? DIGIT : letterOf(code) === 0 ? 0 : LETTER));

export function createNgramFilter(): NgramFilter {
  return new Uint8Array(FILTER_BYTES);
}

/**
 * Adds the n-grams of a line, and gives its shape: a number from 0 to 2^32 - 1 that lines share which differ only in
 * digits, such as those of times, addresses, ports and ids. One pass without calls, as every line that comes in goes
 * through here: 0.4 µs for 200 characters, half of what it takes in small functions.
 */
export function addLine(line: string, filter: NgramFilter): number {
  let hash = OFFSET_BASIS;
  let ngram = 0;
  let before = 0;
  for (let index = 0; index < line.length; index++) {
    const code = line.charCodeAt(index);
    let kind = 0;
    if (code < ASCII) {
      hash = Math.imul(hash ^ (HASHED[code] ?? 0), FACTORS[code] ?? 1);
      ngram = ((ngram << BITS_OF_LETTER) | (LETTERS[code] ?? 0)) & (MASKS[code] ?? 0);
      kind = KINDS[code] ?? 0;
    } else {
      hash = Math.imul(hash ^ code, PRIME);
      const letter = letterOf(code);
      ngram = letter === 0 ? 0 : ((ngram << BITS_OF_LETTER) | letter) & NGRAM_MASK;
      kind = letter === 0 ? 0 : LETTER;
    }
    if ((before ^ kind) === LETTER_AND_DIGIT) addAlphanumericNgrams(line, index, filter);
    before = kind;
    if (ngram >= FIRST_WHOLE_NGRAM) {
      const bit = Math.imul(ngram, SPREAD) >>> (32 - BITS_OF_HASH);
      filter[bit >>> 3] = (filter[bit >>> 3] ?? 0) | (1 << (bit & 7));
    }
  }
  return hash >>> 0;
}

/** Where the dots of a line stand, rising, at each of which an IPv4 address may have its first; `count` of them. */
export type Ipv4Candidates = { offsets: Int32Array; count: number };

/** A part of a line up to `end`, a blank its last character, whose n-grams were added, and the shape of it. */
export type AddedPrefix = { end: number; shape: number };

export const NO_PREFIX: AddedPrefix = { end: 0, shape: OFFSET_BASIS };

/**
 * As `addLine`, of a line's bytes, which must be ASCII, and lists the candidates behind the prefix, for which
 * `offsets` must have room.
 */
// oxlint-disable-next-line max-params -- it runs for every line
export function addAsciiLine(
  line: Uint8Array,
  filter: NgramFilter,
  candidates: Ipv4Candidates,
  prefix: AddedPrefix,
): number {
  const { offsets } = candidates;
  let count = 0;
  let hash = prefix.shape | 0;
  let ngram = 0;
  let before = 0;
  for (let index = prefix.end; index < line.length; index++) {
    const code = line[index] ?? 0;
    if (code === DOT) offsets[count++] = index;
    hash = Math.imul(hash ^ (HASHED[code] ?? 0), FACTORS[code] ?? 1);
    ngram = ((ngram << BITS_OF_LETTER) | (LETTERS[code] ?? 0)) & (MASKS[code] ?? 0);
    const kind = KINDS[code] ?? 0;
    if ((before ^ kind) === LETTER_AND_DIGIT) addAlphanumericNgrams(line, index, filter);
    before = kind;
    if (ngram >= FIRST_WHOLE_NGRAM) {
      const bit = Math.imul(ngram, SPREAD) >>> (32 - BITS_OF_HASH);
      filter[bit >>> 3] = (filter[bit >>> 3] ?? 0) | (1 << (bit & 7));
    }
  }
  candidates.count = count;
  return hash >>> 0;
}

/**
 * Adds the n-grams that have both the character at an offset and the one before it, of which one is a letter and one a
 * digit.
 */
export function addAlphanumericNgrams(line: string | Uint8Array, offset: number, filter: NgramFilter): void {
  const end = Math.min(line.length, offset + NGRAM_LENGTH - 1);
  let ngram = 0;
  for (let index = Math.max(0, offset - NGRAM_LENGTH + 1); index < end; index++) {
    const symbol = symbolOf(typeof line === "string" ? line.charCodeAt(index) : (line[index] ?? 0));
    ngram = symbol === 0 ? 0 : ((ngram << BITS_OF_SYMBOL) | symbol) & ALPHANUMERIC_MASK;
    if (ngram >= FIRST_WHOLE_ALPHANUMERIC) {
      const bit = ALPHANUMERIC_START + (Math.imul(ngram, SPREAD) >>> (32 - BITS_OF_HASH));
      filter[bit >>> 3] = (filter[bit >>> 3] ?? 0) | (1 << (bit & 7));
    }
  }
}

/**
 * The bits, counted from the first byte's lowest, that are set wherever the text occurs in any case; none for a text
 * without four letters, or letters and digits, in a row.
 */
export function ngramBitsOf(text: string): number[] {
  const filter = createNgramFilter();
  addLine(text, filter);
  const bits: number[] = [];
  for (const [index, byte] of filter.entries()) {
    if (byte === 0) continue;
    for (let bit = 0; bit < 8; bit++) if ((byte >>> bit) & 1) bits.push(index * 8 + bit);
  }
  return bits;
}

/** What occurs in any of several segments, as far as all filters go. */
export function uniteNgramFilters(all: readonly NgramFilter[]): NgramFilter {
  const united = new Uint8Array(Math.min(...all.map(({ length }) => length)));
  for (const filter of all) {
    for (let index = 0; index < united.length; index++) {
      united[index] = (united[index] ?? 0) | (filter[index] ?? 0);
    }
  }
  return united;
}

/**
 * 1 to 26; 0 for what is no letter. Searches take the long s and the Kelvin sign for letters in another case, as
 * Unicode does.
 */
function letterOf(code: number): number {
  const lower = code | 0x20;
  if (lower >= 0x61 && lower <= 0x7a) return lower - 0x60;
  if (code === 0x17f) return 19;
  return code === 0x21_2a ? 11 : 0;
}

/** Whether a code of ASCII is that of a letter. */
export function isLetter(code: number): boolean {
  return (LETTERS[code] ?? 0) !== 0;
}

/** 1 to 26 for letters, 27 to 36 for digits; 0 for anything else. */
function symbolOf(code: number): number {
  return isDigit(code) ? code - 0x30 + 27 : letterOf(code);
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function tableOf(valueOf: (code: number) => number): Int32Array {
  return Int32Array.from({ length: ASCII }, (_, code) => valueOf(code));
}
