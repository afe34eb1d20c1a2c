import { mixKey } from "./bloom-filter";
import type { LineMarks } from "./ngram-filter";
import { isSame, textOf, type ByteRange, type LineText } from "../event/byte-range";

/**
 * Addresses of a segment's lines are known by keys: numbers from 1 to 2^32 - 1, of which two addresses rarely share
 * one. A field's address has a key of its whole text. What looks like IPv4 within a line has one that every text has in
 * which it may be looked for: it leaves out the digits with which the address begins and ends, since `q` also finds
 * parts of words.
 */
type TakeKey = (key: number, dot: number) => void;

const DOT = 0x2e;
const ZERO = 0x30;
const MAX_DIGITS = 3;
/** From the first dot of an address to its third. */
const MAX_DOTS_SPAN = 2 * (MAX_DIGITS + 1);
const OFFSET_SHIFT = 10;
const VALUE_MASK = 1023;

/** Of FNV-1a with 32 bits. */
const OFFSET_BASIS = 0x81_1c_9d_c5 | 0;
const PRIME = 0x01_00_01_93;

/** The key of an address in canonical text, as columns have it. */
export function addressKey(address: string): number {
  let hash = OFFSET_BASIS;
  for (let index = 0; index < address.length; index++)
    hash = Math.imul(hash ^ address.charCodeAt(index), PRIME);
  return mixKey(hash);
}

/** As `addressKey`, of a text in ASCII. */
function addressKeyOf(bytes: Uint8Array, { start, end }: ByteRange): number {
  let hash = OFFSET_BASIS;
  for (let index = start; index < end; index++) hash = Math.imul(hash ^ (bytes[index] ?? 0), PRIME);
  return mixKey(hash);
}

/**
 * The keys of all that may be IPv4 addresses in a text: `digit.number.number.digit`, numbers of one to three digits. A
 * text that contains another has all its keys; `dot` is the offset of the first dot of each.
 */
export function takeIpv4Keys(bytes: Uint8Array, take: TakeKey): void {
  for (let dot = bytes.indexOf(DOT); dot !== -1; dot = bytes.indexOf(DOT, dot + 1)) {
    const key = ipv4KeyAt(bytes, dot);
    if (key !== 0) take(key, dot);
  }
}

/** Whether a text has such a key. */
export function hasIpv4Key(bytes: Uint8Array): boolean {
  for (let dot = bytes.indexOf(DOT); dot !== -1; dot = bytes.indexOf(DOT, dot + 1))
    if (ipv4KeyAt(bytes, dot) !== 0) return true;
  return false;
}

/** The key of the address that has its first dot there, or 0. */
function ipv4KeyAt(bytes: Uint8Array, dot: number): number {
  const second = numberBeforeDot(bytes, dot + 1);
  if (second < 0) return 0;
  const first = digitAt(bytes, dot - 1);
  if (first < 0) return 0;
  const third = numberBeforeDot(bytes, (second >>> OFFSET_SHIFT) + 1);
  if (third < 0) return 0;
  const last = digitAt(bytes, (third >>> OFFSET_SHIFT) + 1);
  if (last < 0) return 0;
  return mixKey(((second & VALUE_MASK) * 1000 + (third & VALUE_MASK)) * 100 + first * 10 + last);
}

/** The digit at an offset, or -1. */
function digitAt(bytes: Uint8Array, offset: number): number {
  const digit = (bytes[offset] ?? 0) - ZERO;
  return digit >= 0 && digit <= 9 ? digit : -1;
}

/** One to three digits before a dot: the dot's offset above the lowest ten bits, there their value; or -1. */
function numberBeforeDot(bytes: Uint8Array, start: number): number {
  let value = 0;
  let offset = start;
  for (; offset < start + MAX_DIGITS; offset++) {
    const digit = (bytes[offset] ?? 0) - ZERO;
    if (!(digit >= 0 && digit <= 9)) break;
    value = value * 10 + digit;
  }
  return offset > start && bytes[offset] === DOT ? (offset << OFFSET_SHIFT) | value : -1;
}

/** Whether an offset lies within a range that ends where its word of digits and dots does. */
function isWholeWord(line: Uint8Array, { start, end }: ByteRange, offset: number): boolean {
  if (offset < start || offset >= end) return false;
  return !isDigitOrDot(line[start - 1]) && !isDigitOrDot(line[end]);
}

function isDigitOrDot(code: number | undefined): boolean {
  return code !== undefined && ((code >= ZERO && code <= ZERO + 9) || code === DOT);
}

/** Bits of `src_ip`, `dst_ip`, `nat_src_ip` and `nat_dst_ip`. */
const ALL_FIELDS = 0b1111;
/** The first two may be ranges of the line. */
const RANGED_FIELDS = 2;
/** A line with more words of digits and dots is a list: it is read itself. */
const MAX_WORDS = 32;
const FIRST_SLOTS = 2 ** 14;
/** Lines that consist of addresses take more. */
const MAX_SLOTS_KEPT = 2 ** 18;

/** A line in UTF-8, and the addresses of its fields. */
export type AddressedLine = {
  readonly bytes: Uint8Array;
  readonly texts: Readonly<{ srcIp: LineText; dstIp: LineText }>;
  readonly fields: Readonly<{ natSrcIp: string | null; natDstIp: string | null }>;
};

/** What else is known of a line. */
type LineContext = {
  /** Its sender's name, where it was not that of a line before. */
  newHost: string | null;
  /** Where its dots stand; null: they have to be looked for. */
  marks: LineMarks | null;
};

const encoder = new TextEncoder();

/** The keys of the addresses of lines, each once. Used again and again: the memory of a chunk serves the next. */
export class AddressKeySet {
  /** Open addressing; 0: free. At most half of the slots are taken. */
  #slots = new Uint32Array(FIRST_SLOTS);
  #keys = new Uint32Array(FIRST_SLOTS / 2);
  #count = 0;
  #sender = "";
  /**
   * The line at hand, the addresses of its fields or where they stand, and where the part of it ends that was compared
   * with them.
   */
  #line: Uint8Array = new Uint8Array();
  readonly #fields: (string | ByteRange | null)[] = [null, null, null, null];
  #comparedTo = 0;
  /** Fields whose address the line contains, by bits. */
  #fieldsInLine = 0;
  /** No address of the line so far is in no field. */
  #areAllInFields = true;
  /** Where the words of digits and dots of the line stand in which an address may be read: start and end of each. */
  readonly #words = new Int32Array(MAX_WORDS * 2);
  #wordCount = 0;
  readonly #take: TakeKey = (key) => this.#add(key);
  readonly #takeOfLine: TakeKey = (key, dot) => this.#addOfLine(key, dot);

  /** Forgets everything. */
  begin(): void {
    if (this.#slots.length > MAX_SLOTS_KEPT) {
      this.#slots = new Uint32Array(FIRST_SLOTS);
      this.#keys = new Uint32Array(FIRST_SLOTS / 2);
    } else {
      this.#slots.fill(0);
    }
    this.#count = 0;
    this.#sender = "";
  }

  /**
   * Takes the addresses of a message: those of its columns, and what its line and its sender's name contain. Gives
   * whether its line contains the IPv4 addresses of its fields, each as a whole run of digits and dots, and no other
   * run in which an address may be read. Then a text of digits and dots that has a key, and begins and ends with a
   * digit, occurs in the line if it occurs in one of these fields, and only then.
   */
  add(sender: string, { bytes, texts, fields }: AddressedLine, { newHost, marks }: LineContext): boolean {
    if (sender !== this.#sender) {
      this.#sender = sender;
      this.#add(addressKey(sender));
    }
    if (newHost !== null) takeIpv4Keys(encoder.encode(newHost), this.#take);
    this.#line = bytes;
    this.#comparedTo = 0;
    this.#fieldsInLine = 0;
    this.#areAllInFields = true;
    this.#wordCount = 0;
    this.#addField(0, isEmpty(texts.srcIp) ? texts.srcIp.text : texts.srcIp);
    this.#addField(1, isEmpty(texts.dstIp) ? texts.dstIp.text : texts.dstIp);
    this.#addField(2, fields.natSrcIp);
    this.#addField(3, fields.natDstIp);
    if (marks === null) takeIpv4Keys(bytes, this.#takeOfLine);
    else this.#addMarked(bytes, marks);
    return this.#areAllInFields && this.#fieldsInLine === ALL_FIELDS;
  }

  /**
   * The words of digits and dots of the line that was added last in which an address may be read, parted by blanks: a text
   * of digits and dots that has a key, and begins and ends with a digit, occurs in the line if and only if it occurs in
   * one of them. Empty where there is none, and where they are too many.
   */
  get words(): string {
    if (this.#wordCount > MAX_WORDS) return "";
    let words = "";
    for (let index = 0; index < this.#wordCount; index++) {
      const word = textOf(this.#line, this.#words[index * 2] ?? 0, this.#words[index * 2 + 1] ?? 0);
      words = index === 0 ? word : `${words} ${word}`;
    }
    return words;
  }

  #addMarked(line: Uint8Array, { dots, dotCount }: LineMarks): void {
    for (let index = 0; index + 2 < dotCount; index++) {
      const dot = dots[index] ?? 0;
      if ((dots[index + 2] ?? 0) - dot > MAX_DOTS_SPAN) continue;
      const key = ipv4KeyAt(line, dot);
      if (key !== 0) this.#addOfLine(key, dot);
    }
  }

  #addOfLine(key: number, dot: number): void {
    this.#add(key);
    if (dot >= this.#comparedTo) this.#compare(dot);
  }

  #addField(index: number, field: string | ByteRange | null): void {
    this.#fields[index] = field;
    if (field === null) this.#fieldsInLine |= 1 << index;
    else if (typeof field === "object") this.#add(addressKeyOf(this.#line, field));
    else {
      this.#add(addressKey(field));
      // Canonical IPv6 has no dots.
      if (!field.includes(".")) this.#fieldsInLine |= 1 << index;
    }
  }

  /** Compares the word of digits and dots around a dot of the line with the fields. */
  #compare(dot: number): void {
    const line = this.#line;
    for (let index = 0; index < RANGED_FIELDS; index++) {
      const field = this.#fields[index] ?? null;
      if (field === null || typeof field === "string" || !isWholeWord(line, field, dot)) continue;
      this.#fieldsInLine |= 1 << index;
      this.#comparedTo = field.end;
      this.#noteWord(field.start, field.end);
      this.#compareTranslated(field);
      return;
    }
    let start = dot;
    while (isDigitOrDot(line[start - 1])) start--;
    let end = dot + 1;
    while (isDigitOrDot(line[end])) end++;
    this.#comparedTo = end;
    while (line[start] === DOT) start++;
    while (line[end - 1] === DOT) end--;
    this.#noteWord(start, end);
    let isField = false;
    for (let index = 0; index < this.#fields.length; index++) {
      if (!this.#isAt(this.#fields[index] ?? null, start, end)) continue;
      this.#fieldsInLine |= 1 << index;
      isField = true;
    }
    this.#areAllInFields &&= isField;
  }

  #noteWord(start: number, end: number): void {
    const place = this.#wordCount++ * 2;
    // What lies beyond the array is not kept.
    this.#words[place] = start;
    this.#words[place + 1] = end;
  }

  /** What a translation left as it was may be another end of the line. */
  #compareTranslated({ start, end }: ByteRange): void {
    for (let index = RANGED_FIELDS; index < this.#fields.length; index++) {
      const field = this.#fields[index] ?? null;
      if (field !== null && this.#isAt(field, start, end)) this.#fieldsInLine |= 1 << index;
    }
  }

  #isAt(field: string | ByteRange | null, start: number, end: number): boolean {
    const line = this.#line;
    if (field === null) return false;
    if (typeof field === "string") return isSame(field, line, start, end);
    if (field.end - field.start !== end - start) return false;
    for (let index = 0; index < end - start; index++) {
      if (line[field.start + index] !== line[start + index]) return false;
    }
    return true;
  }

  /** The keys so far, in the order in which they came. */
  list(): Uint32Array<ArrayBuffer> {
    return this.#keys.slice(0, this.#count);
  }

  #add(key: number): void {
    const slot = freeSlot(this.#slots, key);
    if (slot === -1) return;
    this.#slots[slot] = key;
    this.#keys[this.#count++] = key;
    if (this.#count === this.#keys.length) this.#grow();
  }

  #grow(): void {
    const keys = this.#keys;
    this.#keys = new Uint32Array(keys.length * 2);
    this.#keys.set(keys);
    this.#slots = new Uint32Array(keys.length * 4);
    for (let index = 0; index < this.#count; index++) {
      const key = keys[index] ?? 0;
      this.#slots[freeSlot(this.#slots, key)] = key;
    }
  }
}

/** The slot of a key that is not there yet, else -1. */
function freeSlot(slots: Uint32Array, key: number): number {
  const mask = slots.length - 1;
  for (let slot = key & mask; ; slot = (slot + 1) & mask) {
    const found = slots[slot];
    if (found === key) return -1;
    if (found === 0) return slot;
  }
}

function isEmpty({ start, end }: ByteRange): boolean {
  return start === end;
}
