import { MIN_DIGITS } from "./number-filter";

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
/** 2^32 divided by the golden ratio: spreads neighbours. */
const SPREAD = 0x9e_37_79_b1;

/** Of FNV-1a with 32 bits. */
const OFFSET_BASIS = 0x81_1c_9d_c5 | 0;
const PRIME = 0x01_00_01_93;

const ASCII = 0x80;
const DOT = 0x2e;
/** What a character is, in one number; which letter in its lowest bits. */
const LETTER_MASK = 2 ** BITS_OF_LETTER - 1;
const LETTER_SIGN = 2 ** BITS_OF_LETTER;
const DIGIT_SIGN = LETTER_SIGN * 2;
const DOT_SIGN = DIGIT_SIGN * 2;
/** From here on what is hashed of it. */
const HASHED_SHIFT = 8;
/** By codes of ASCII: each look at a table costs as much as what is done with it, so there is one. */
const SIGNS = tableOf(signsOf);
const SYMBOLS = tableOf(symbolOf);

export function createNgramFilter(): NgramFilter {
  return new Uint8Array(FILTER_BYTES);
}

/**
 * Adds the n-grams of a line, and gives its shape: a number from 0 to 2^32 - 1 that lines share which differ only in
 * digits, such as those of times, addresses, ports and ids.
 */
export function addLine(line: string, filter: NgramFilter): number {
  let hash = OFFSET_BASIS;
  let ngram = 0;
  let before = 0;
  for (let index = 0; index < line.length; index++) {
    const code = line.charCodeAt(index);
    const signs = code < ASCII ? (SIGNS[code] ?? 0) : signsOf(code);
    if ((signs & DIGIT_SIGN) === 0) hash = Math.imul(hash ^ code, PRIME);
    if (isLetterBesideDigit(before, signs)) addAlphanumericNgrams(line, index, filter);
    before = signs;
    ngram =
      (signs & LETTER_SIGN) === 0 ? 0 : ((ngram << BITS_OF_LETTER) | (signs & LETTER_MASK)) & NGRAM_MASK;
    if (ngram >= FIRST_WHOLE_NGRAM) addNgram(ngram, filter);
  }
  return hash >>> 0;
}

/**
 * Where the dots of a line stand, rising, at each of which an IPv4 address may have its first, and where its numbers of
 * eight digits or more begin.
 */
export type LineMarks = {
  dots: Int32Array;
  dotCount: number;
  numbers: Int32Array;
  numberCount: number;
};

/** Room for the marks of lines of so many characters. */
export function createLineMarks(length: number): LineMarks {
  const dots = new Int32Array(length);
  const numbers = new Int32Array(Math.ceil(length / MIN_DIGITS));
  return { dots, dotCount: 0, numbers, numberCount: 0 };
}

/** A part of a line up to `end`, a blank its last character, whose n-grams were added, and the shape of it. */
export type AddedPrefix = { end: number; shape: number };

export const NO_PREFIX: AddedPrefix = { end: 0, shape: OFFSET_BASIS };

/**
 * As `addLine`, of a line's bytes, which must be ASCII, and lists the marks behind the prefix, for which there must be
 * room. Every line that comes in goes through here, so it goes from run to run, of digits, of letters and of what else
 * there is: half of what it takes to ask of each character all that one may be, and a quarter less in texts whose runs
 * are short.
 */
// oxlint-disable-next-line max-params -- it runs for every line
export function addAsciiLine(
  line: Uint8Array,
  filter: NgramFilter,
  marks: LineMarks,
  prefix: AddedPrefix,
): number {
  const { dots, numbers } = marks;
  let dotCount = 0;
  let numberCount = 0;
  let hash = prefix.shape | 0;
  let isBehindLetter = false;
  for (let index = prefix.end; index < line.length;) {
    const signs = SIGNS[line[index] ?? 0] ?? 0;
    if ((signs & DIGIT_SIGN) !== 0) {
      if (isBehindLetter) addAlphanumericNgrams(line, index, filter);
      const start = index;
      do index++;
      while (index < line.length && isDigit(line[index] ?? 0));
      if (index - start >= MIN_DIGITS) numbers[numberCount++] = start;
      if (isLetter(line[index] ?? 0)) addAlphanumericNgrams(line, index, filter);
      isBehindLetter = false;
      continue;
    }
    hash = Math.imul(hash ^ (signs >>> HASHED_SHIFT), PRIME);
    isBehindLetter = (signs & LETTER_SIGN) !== 0;
    if ((signs & DOT_SIGN) !== 0) dots[dotCount++] = index;
    index++;
    if (!isBehindLetter) continue;
    let ngram = signs & LETTER_MASK;
    for (; index < line.length; index++) {
      const next = SIGNS[line[index] ?? 0] ?? 0;
      if ((next & LETTER_SIGN) === 0) break;
      hash = Math.imul(hash ^ (next >>> HASHED_SHIFT), PRIME);
      ngram = ((ngram << BITS_OF_LETTER) | (next & LETTER_MASK)) & NGRAM_MASK;
      if (ngram >= FIRST_WHOLE_NGRAM) addNgram(ngram, filter);
    }
  }
  marks.dotCount = dotCount;
  marks.numberCount = numberCount;
  return hash >>> 0;
}

function addNgram(ngram: number, filter: NgramFilter): void {
  const bit = Math.imul(ngram, SPREAD) >>> (32 - BITS_OF_HASH);
  filter[bit >>> 3] = (filter[bit >>> 3] ?? 0) | (1 << (bit & 7));
}

/**
 * Adds the n-grams that have both the character at an offset and the one before it, of which one is a letter and one a
 * digit.
 */
export function addAlphanumericNgrams(line: string | Uint8Array, offset: number, filter: NgramFilter): void {
  const end = Math.min(line.length, offset + NGRAM_LENGTH - 1);
  let ngram = 0;
  for (let index = Math.max(0, offset - NGRAM_LENGTH + 1); index < end; index++) {
    const code = typeof line === "string" ? line.charCodeAt(index) : (line[index] ?? 0);
    const symbol = code < ASCII ? (SYMBOLS[code] ?? 0) : symbolOf(code);
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
  return ((SIGNS[code] ?? 0) & LETTER_SIGN) !== 0;
}

/** What a character is, of which only letters and digits may be no ASCII. */
function signsOf(code: number): number {
  if (isDigit(code)) return DIGIT_SIGN;
  const letter = letterOf(code);
  const sign = letter !== 0 ? LETTER_SIGN : code === DOT ? DOT_SIGN : 0;
  return letter | sign | ((code & (ASCII - 1)) << HASHED_SHIFT);
}

function isLetterBesideDigit(before: number, signs: number): boolean {
  const both = LETTER_SIGN | DIGIT_SIGN;
  return ((before ^ signs) & both) === both;
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
