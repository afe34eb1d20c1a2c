import { type ByteRange, isSame } from "../../event/byte-range";
import { DASH, DOT, UNDERSCORE } from "../values/characters";
import type { Field, FieldKeys } from "../values/fields";

const SLOT_BITS = 9;
export const SLOTS = 2 ** SLOT_BITS;
/** 2^32 divided by the golden ratio: spreads neighbours. */
const SPREAD = 0x9e_37_79_b1;
const LOWER_CASE = 0x20;

/** A value in the line, and how many keys of the same field are preferred to its own. */
export type ValueRange = ByteRange & { rank: number };
export type FieldRanges = Readonly<Record<Field, ValueRange>>;

type Target = { range: ValueRange; rank: number };
type Key = { text: string; targets: Target[] };

/** As `KeyedValues`, where the values stand in the line's octets: nothing is cut out. */
export class OctetValues<Extra extends string> {
  readonly fields: FieldRanges = emptyFields();
  /** Of names that are no field of an event by themselves. */
  readonly extra: Readonly<Record<Extra, ValueRange>>;
  /** Of all of both. */
  readonly ranges: readonly ValueRange[];
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
    for (let slot = firstSlot(hash); ; slot = (slot + 1) % SLOTS) {
      const key = this.#keys[slot];
      if (key === undefined) return -1;
      if (isSame(key.text, line, start, end)) return slot;
    }
  }

  /** The same by `foldedHash`, of keys in lower case without what separates their words. */
  slotOfFolded(line: Uint8Array, start: number, end: number): number {
    for (let slot = firstSlot(foldedHash(line, start, end)); ; slot = (slot + 1) % SLOTS) {
      const key = this.#keys[slot];
      if (key === undefined) return -1;
      if (isFolded(key.text, line, start, end)) return slot;
    }
  }

  /** Takes the value of a key, which stands there; of a key that repeats the first that has a text counts. */
  put(slot: number, start: number, end: number): void {
    const key = this.#keys[slot];
    if (start === end || key === undefined) return;
    for (const { range, rank } of key.targets) {
      if (rank >= range.rank) continue;
      range.rank = rank;
      range.start = start;
      range.end = end;
    }
  }

  #addKey(text: string, target: Target): void {
    const octets = Buffer.from(text);
    let slot = firstSlot(keyHash(octets, 0, octets.length));
    while (this.#keys[slot] !== undefined && this.#keys[slot]?.text !== text) slot = (slot + 1) % SLOTS;
    (this.#keys[slot] ??= { text, targets: [] }).targets.push(target);
  }
}

/** A reader may make it while it looks for the end of a key, octet by octet. */
export function keyHash(line: Uint8Array, start: number, end: number): number {
  let hash = 0;
  for (let offset = start; offset < end; offset++) hash = (Math.imul(hash, 31) + (line[offset] ?? 0)) | 0;
  return hash;
}

function foldedHash(line: Uint8Array, start: number, end: number): number {
  let hash = 0;
  for (let offset = start; offset < end; offset++) {
    const code = line[offset] ?? 0;
    if (!isSeparator(code)) hash = (Math.imul(hash, 31) + (code | LOWER_CASE)) | 0;
  }
  return hash;
}

// oxlint-disable-next-line max-params -- it runs a dozen times per line
function isFolded(text: string, line: Uint8Array, start: number, end: number): boolean {
  let index = 0;
  for (let offset = start; offset < end; offset++) {
    const code = line[offset] ?? 0;
    if (isSeparator(code)) continue;
    if (text.charCodeAt(index) !== (code | LOWER_CASE)) return false;
    index++;
  }
  return index === text.length;
}

function isSeparator(code: number): boolean {
  return code === UNDERSCORE || code === DASH || code === DOT;
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
