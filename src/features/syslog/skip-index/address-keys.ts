import { mixKey } from "./bloom-filter";
import type { Dots } from "./ngram-filter";
import { isSame, type ByteRange } from "../event/byte-range";
import type { StoredMessage } from "../parse/line";

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
const PLACE_SHIFT = 10;
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
function addressKeyOf(octets: Uint8Array, { start, end }: ByteRange): number {
  let hash = OFFSET_BASIS;
  for (let index = start; index < end; index++) hash = Math.imul(hash ^ (octets[index] ?? 0), PRIME);
  return mixKey(hash);
}

/**
 * The keys of everything in a text that reads `digit.number.number.digit`, numbers of one to three digits. A text that
 * contains another has all its keys; `dot` is the place of the first dot of each.
 */
export function takeDottedKeys(octets: Uint8Array, take: TakeKey): void {
  for (let dot = octets.indexOf(DOT); dot !== -1; dot = octets.indexOf(DOT, dot + 1)) {
    const key = dottedKey(octets, dot);
    if (key !== 0) take(key, dot);
  }
}

/** The key of what has its first dot there, or 0. */
function dottedKey(octets: Uint8Array, dot: number): number {
  const second = dottedNumber(octets, dot + 1);
  if (second < 0) return 0;
  const first = digitAt(octets, dot - 1);
  if (first < 0) return 0;
  const third = dottedNumber(octets, (second >>> PLACE_SHIFT) + 1);
  if (third < 0) return 0;
  const last = digitAt(octets, (third >>> PLACE_SHIFT) + 1);
  if (last < 0) return 0;
  return mixKey(((second & VALUE_MASK) * 1000 + (third & VALUE_MASK)) * 100 + first * 10 + last);
}

/** The digit at a place, or -1. */
function digitAt(octets: Uint8Array, offset: number): number {
  const digit = (octets[offset] ?? 0) - ZERO;
  return digit >= 0 && digit <= 9 ? digit : -1;
}

/** One to three digits before a dot: the dot's place above the lowest ten bits, there their value; or -1. */
function dottedNumber(octets: Uint8Array, start: number): number {
  let value = 0;
  let offset = start;
  for (; offset < start + MAX_DIGITS; offset++) {
    const digit = (octets[offset] ?? 0) - ZERO;
    if (!(digit >= 0 && digit <= 9)) break;
    value = value * 10 + digit;
  }
  return offset > start && octets[offset] === DOT ? (offset << PLACE_SHIFT) | value : -1;
}

/** Whether a place lies within a range that ends where its word of digits and dots does. */
function isWholeWord(line: Uint8Array, { start, end }: ByteRange, place: number): boolean {
  if (place < start || place >= end) return false;
  return !isDigitOrDot(line[start - 1]) && !isDigitOrDot(line[end]);
}

function isDigitOrDot(code: number | undefined): boolean {
  return code !== undefined && ((code >= ZERO && code <= ZERO + 9) || code === DOT);
}

/** Bits of `src_ip`, `dst_ip`, `nat_src_ip` and `nat_dst_ip`. */
const ALL_FIELDS = 0b1111;
/** The first two may be ranges of the line. */
const RANGED_FIELDS = 2;
const FIRST_PLACES = 2 ** 14;
/** Lines that consist of addresses take more. */
const MAX_PLACES_KEPT = 2 ** 18;

/**
 * A message, its line in UTF-8, and where in it addresses of fields stand that the message lacks; without one a range
 * is empty.
 */
export type AddressedLine = {
  message: StoredMessage;
  /** Its sender's name, where that is not known from another line. */
  newHost: string | null;
  octets: Uint8Array;
  ranges: Readonly<{ srcIp: ByteRange; dstIp: ByteRange }>;
  /** Where its dots stand, if that is known. */
  dots?: Dots;
};

const encoder = new TextEncoder();

/** Gathers the keys of lines, each once. Used again and again: the memory of a chunk serves the next. */
export class AddressKeys {
  /** Open addressing; 0: free. At most half of the places are taken. */
  #places = new Uint32Array(FIRST_PLACES);
  #keys = new Uint32Array(FIRST_PLACES / 2);
  #count = 0;
  #sender = "";
  readonly #hosts = new Set<string>();
  /**
   * The line at hand, the addresses of its fields or where they stand, and where the part of it ends that was compared
   * with them.
   */
  #line: Uint8Array = new Uint8Array();
  readonly #fields: (string | ByteRange | null)[] = [null, null, null, null];
  #comparedTo = 0;
  /** Fields that the line contains, by bits. */
  #found = 0;
  #isKnown = true;
  readonly #take: TakeKey = (key) => this.#add(key);
  readonly #takeOfLine: TakeKey = (key, dot) => this.#addOfLine(key, dot);

  /** Forgets everything. */
  begin(): void {
    if (this.#places.length > MAX_PLACES_KEPT) {
      this.#places = new Uint32Array(FIRST_PLACES);
      this.#keys = new Uint32Array(FIRST_PLACES / 2);
    } else {
      this.#places.fill(0);
    }
    this.#count = 0;
    this.#sender = "";
    this.#hosts.clear();
  }

  /**
   * Takes the addresses of a message: those of its columns, and what its line and its sender's name contain. Gives
   * whether its line contains the IPv4 addresses of its fields, each as a whole run of digits and dots, and no other
   * run in which an address may be read. Then a text of digits and dots that has a key, and begins and ends with a
   * digit, occurs in the line if it occurs in one of these fields, and only then.
   */
  add(sender: string, { message, newHost, octets, ranges, dots }: AddressedLine): boolean {
    if (sender !== this.#sender) {
      this.#sender = sender;
      this.#add(addressKey(sender));
    }
    this.#addHost(newHost);
    this.#line = octets;
    this.#comparedTo = 0;
    this.#found = 0;
    this.#isKnown = true;
    this.#addField(0, isEmpty(ranges.srcIp) ? message.srcIp : ranges.srcIp);
    this.#addField(1, isEmpty(ranges.dstIp) ? message.dstIp : ranges.dstIp);
    this.#addField(2, message.natSrcIp);
    this.#addField(3, message.natDstIp);
    if (dots === undefined) takeDottedKeys(octets, this.#takeOfLine);
    else this.#takeDots(octets, dots);
    return this.#isKnown && this.#found === ALL_FIELDS;
  }

  #takeDots(line: Uint8Array, { places, count }: Dots): void {
    for (let index = 0; index < count; index++) {
      const dot = places[index] ?? 0;
      const key = dottedKey(line, dot);
      if (key !== 0) this.#addOfLine(key, dot);
    }
  }

  #addOfLine(key: number, dot: number): void {
    this.#add(key);
    if (dot >= this.#comparedTo) this.#compare(dot);
  }

  #addHost(host: string | null): void {
    if (host === null || this.#hosts.has(host)) return;
    this.#hosts.add(host);
    takeDottedKeys(encoder.encode(host), this.#take);
  }

  #addField(index: number, field: string | ByteRange | null): void {
    this.#fields[index] = field;
    if (field === null) this.#found |= 1 << index;
    else if (typeof field === "object") this.#add(addressKeyOf(this.#line, field));
    else {
      this.#add(addressKey(field));
      // Canonical IPv6 has no dots.
      if (!field.includes(".")) this.#found |= 1 << index;
    }
  }

  /** Compares the word of digits and dots around a dot of the line with the fields. */
  #compare(dot: number): void {
    const line = this.#line;
    for (let index = 0; index < RANGED_FIELDS; index++) {
      const field = this.#fields[index] ?? null;
      if (field === null || typeof field === "string" || !isWholeWord(line, field, dot)) continue;
      this.#found |= 1 << index;
      this.#comparedTo = field.end;
      return;
    }
    let start = dot;
    while (isDigitOrDot(line[start - 1])) start--;
    let end = dot + 1;
    while (isDigitOrDot(line[end])) end++;
    this.#comparedTo = end;
    while (line[start] === DOT) start++;
    while (line[end - 1] === DOT) end--;
    let isField = false;
    for (let index = 0; index < this.#fields.length; index++) {
      if (!this.#isAt(this.#fields[index] ?? null, start, end)) continue;
      this.#found |= 1 << index;
      isField = true;
    }
    this.#isKnown &&= isField;
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
    const place = freePlace(this.#places, key);
    if (place === -1) return;
    this.#places[place] = key;
    this.#keys[this.#count++] = key;
    if (this.#count === this.#keys.length) this.#grow();
  }

  #grow(): void {
    const keys = this.#keys;
    this.#keys = new Uint32Array(keys.length * 2);
    this.#keys.set(keys);
    this.#places = new Uint32Array(keys.length * 4);
    for (let index = 0; index < this.#count; index++) {
      const key = keys[index] ?? 0;
      this.#places[freePlace(this.#places, key)] = key;
    }
  }
}

/** Where a key goes that is not there yet, else -1. */
function freePlace(places: Uint32Array, key: number): number {
  const mask = places.length - 1;
  for (let place = key & mask; ; place = (place + 1) & mask) {
    const found = places[place];
    if (found === key) return -1;
    if (found === 0) return place;
  }
}

function isEmpty({ start, end }: ByteRange): boolean {
  return start === end;
}
