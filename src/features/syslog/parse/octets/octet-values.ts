import { type ByteRange, isSame } from "../../event/byte-range";
import { DASH, DOT, isDigit, isLetter, UNDERSCORE } from "../values/characters";
import type { Field, FieldKeys } from "../values/fields";

const SLOT_BITS = 10;
export const SLOTS = 2 ** SLOT_BITS;
/** 2^32 divided by the golden ratio: spreads neighbours. */
const SPREAD = 0x9e_37_79_b1;
const LOWER_CASE = 0x20;
/** What is of no key, and what separates words of one. */
export const NO_KEY = 0;
export const SEPARATOR = 1;
/** By octet: how it counts in a key whose case does not matter. */
export const FOLDED = Uint8Array.from({ length: 256 }, (_, code) => {
  if (code === UNDERSCORE || code === DASH || code === DOT) return SEPARATOR;
  return isLetter(code) || isDigit(code) ? code | LOWER_CASE : NO_KEY;
});

/** A value in the line, and how many keys of the same field are preferred to its own. */
export type ValueRange = ByteRange & { rank: number };
export type FieldRanges = Readonly<Record<Field, ValueRange>>;

type Target = { range: ValueRange; rank: number };
/** Nearly all keys stand for one name. */
type Key = Target & { text: string; others: Target[] };

/** As `KeyedValues`, where the values stand in the line's octets: nothing is cut out. */
export class OctetValues<Extra extends string> {
  readonly fields: FieldRanges = emptyFields();
  /** Of names that are no field of an event by themselves. */
  readonly extra: Readonly<Record<Extra, ValueRange>>;
  /** Of all of both. */
  readonly ranges: readonly ValueRange[];
  readonly #isTaken = new Uint8Array(SLOTS);
  readonly #hashes = new Int32Array(SLOTS);
  readonly #keys: (Key | undefined)[] = Array.from({ length: SLOTS });

  /** A key may stand for several names. */
  constructor(keys: FieldKeys<Field | Extra>, extraNames: readonly Extra[]) {
    this.extra = emptyExtra(extraNames);
    const ranges = new Map([
      ...Object.entries<ValueRange>(this.fields),
      ...Object.entries<ValueRange>(this.extra),
    ]);
    this.ranges = [...ranges.values()];
    for (const [name, list] of Object.entries<readonly string[] | undefined>(keys)) {
      const range = ranges.get(name);
      if (range === undefined) throw new Error(`our bug: values of ${name} have no place`);
      for (const [rank, key] of (list ?? []).entries()) this.#addKey(key, { range, rank });
    }
  }

  /** Forgets the line before. */
  clear(): void {
    for (const range of this.ranges) {
      range.start = range.end = 0;
      range.rank = Infinity;
    }
  }

  /** The slot of the key that stands there and has this `keyHash`, or -1 where nobody asks for it. */
  // oxlint-disable-next-line max-params -- it runs a few dozen times per line
  slotOf(line: Uint8Array, start: number, end: number, hash: number): number {
    let slot = firstSlot(hash);
    while (this.#isTaken[slot] === 1) {
      if (this.#hashes[slot] === hash && isSame(this.#keys[slot]?.text ?? "", line, start, end)) return slot;
      slot = (slot + 1) % SLOTS;
    }
    return -1;
  }

  /** The same by `foldedHash`, of keys in lower case without what separates their words. */
  // oxlint-disable-next-line max-params -- it runs a few dozen times per line
  slotOfFolded(line: Uint8Array, start: number, end: number, hash: number): number {
    let slot = firstSlot(hash);
    while (this.#isTaken[slot] === 1) {
      if (this.#hashes[slot] === hash && isFolded(this.#keys[slot]?.text ?? "", line, start, end))
        return slot;
      slot = (slot + 1) % SLOTS;
    }
    return -1;
  }

  /** Takes the value of a key, which stands there; of a key that repeats the first that has a text counts. */
  put(slot: number, start: number, end: number): void {
    const key = this.#keys[slot];
    if (start === end || key === undefined) return;
    take(key, start, end);
    if (key.others.length > 0) for (const other of key.others) take(other, start, end);
  }

  #addKey(text: string, target: Target): void {
    const octets = Buffer.from(text);
    const hash = keyHash(octets, 0, octets.length);
    let slot = firstSlot(hash);
    while (this.#keys[slot] !== undefined && this.#keys[slot]?.text !== text) slot = (slot + 1) % SLOTS;
    const known = this.#keys[slot];
    if (known === undefined) this.#keys[slot] = { ...target, text, others: [] };
    else known.others.push(target);
    this.#isTaken[slot] = 1;
    this.#hashes[slot] = hash;
  }
}

function take({ range, rank }: Target, start: number, end: number): void {
  if (rank >= range.rank) return;
  range.rank = rank;
  range.start = start;
  range.end = end;
}

/** A reader may make it while it looks for the end of a key, octet by octet. */
export function keyHash(line: Uint8Array, start: number, end: number): number {
  let hash = 0;
  for (let offset = start; offset < end; offset++) hash = (Math.imul(hash, 31) + (line[offset] ?? 0)) | 0;
  return hash;
}

/** The same of a key whatever its case and what separates its words: of what `FOLDED` says, but for separators. */
export function foldedHash(line: Uint8Array, start: number, end: number): number {
  let hash = 0;
  for (let offset = start; offset < end; offset++) {
    const folded = FOLDED[line[offset] ?? 0] ?? NO_KEY;
    if (folded !== SEPARATOR) hash = (Math.imul(hash, 31) + folded) | 0;
  }
  return hash;
}

// oxlint-disable-next-line max-params -- it runs a dozen times per line
function isFolded(text: string, line: Uint8Array, start: number, end: number): boolean {
  let index = 0;
  for (let offset = start; offset < end; offset++) {
    const folded = FOLDED[line[offset] ?? 0] ?? NO_KEY;
    if (folded === SEPARATOR) continue;
    if (text.charCodeAt(index) !== folded) return false;
    index++;
  }
  return index === text.length;
}

function firstSlot(hash: number): number {
  return Math.imul(hash, SPREAD) >>> (32 - SLOT_BITS);
}

function nothing(): ValueRange {
  return { start: 0, end: 0, rank: Infinity };
}

/** Written out, so that the values of all vendors have one shape. */
function emptyFields(): FieldRanges {
  return {
    sourceHost: nothing(),
    srcIp: nothing(),
    dstIp: nothing(),
    srcPort: nothing(),
    dstPort: nothing(),
    natSrcIp: nothing(),
    natDstIp: nothing(),
    natSrcPort: nothing(),
    natDstPort: nothing(),
    protocol: nothing(),
    action: nothing(),
    interface: nothing(),
    interfaceOut: nothing(),
    direction: nothing(),
    ruleId: nothing(),
    trackerId: nothing(),
    reason: nothing(),
    bytes: nothing(),
    bytesSent: nothing(),
    bytesReceived: nothing(),
    packets: nothing(),
    packetsSent: nothing(),
    packetsReceived: nothing(),
  };
}

function emptyExtra<Extra extends string>(names: readonly Extra[]): Readonly<Record<Extra, ValueRange>>;
function emptyExtra(names: readonly string[]): Readonly<Record<string, ValueRange>> {
  return Object.fromEntries(names.map((name) => [name, nothing()]));
}
