import { isSame } from "../../event/byte-range";
import { APOSTROPHE, BACKSLASH, BLANK, QUOTE } from "../values/characters";
import { textOfBytes } from "../values/field-memo";
import type { FieldKeys } from "../values/fields";
import { withoutEscapes } from "../values/pairs";
import { keyHash } from "./key-marks";

/** A body with more pairs is read as a text. */
const MAX_PAIRS = 512;

/** The equals signs of the body that was looked at last, in order, where the key before each begins, and its hash. */
export const pairs = {
  count: 0,
  starts: new Int32Array(MAX_PAIRS),
  equals: new Int32Array(MAX_PAIRS),
  hashes: new Int32Array(MAX_PAIRS),
};

/** Notes one more equals sign. */
export function addPair(start: number, equals: number, hash: number): void {
  const { count } = pairs;
  if (count < MAX_PAIRS) {
    pairs.starts[count] = start;
    pairs.equals[count] = equals;
    pairs.hashes[count] = hash;
  }
  pairs.count++;
}

/** Whether all pairs of the body were noted. */
export function arePairsNoted(): boolean {
  return pairs.count <= MAX_PAIRS;
}

type Entry = { key: string; targets: { index: number; rank: number }[] };

/**
 * As `KeyedValues`, of the pairs of a body that stand in `pairs`: no text is made of a value before it is asked for. One
 * object serves all lines of a format.
 */
export class OctetValues<Name extends string> {
  readonly #entries = new Map<number, Entry[]>();
  readonly #indexes = new Map<string, number>();
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  readonly #ranks: Int32Array;
  /** Whether a value may have backslashes that keep what is behind them. */
  readonly #areEscaped: Uint8Array;
  #line: Uint8Array = new Uint8Array();
  /** Of the value that is put. */
  #isEscaped = 0;

  /** A key may stand for several names. */
  constructor(keys: FieldKeys<Name>) {
    for (const [name, list] of Object.entries<readonly string[] | undefined>(keys)) {
      const index = this.#indexes.size;
      this.#indexes.set(name, index);
      for (const [rank, key] of (list ?? []).entries()) this.#targetsOf(key).push({ index, rank });
    }
    this.#starts = new Int32Array(this.#indexes.size);
    this.#ends = new Int32Array(this.#indexes.size);
    this.#ranks = new Int32Array(this.#indexes.size);
    this.#areEscaped = new Uint8Array(this.#indexes.size);
  }

  /** As `readPairs`, of the body that begins at `start` and ends with its line. */
  read(line: Uint8Array, start: number, separator: number): void {
    this.#begin(line);
    let offset = start;
    // Behind a quote that does not close stands none that closes another.
    let mayClose = true;
    let mayCloseSingle = true;
    for (let pair = 0; pair < pairs.count; pair++) {
      const equals = pairs.equals[pair] ?? 0;
      if (equals < offset) continue;
      const value = equals + 1;
      let close = -1;
      if (line[value] === QUOTE && mayClose) {
        close = quoteEnd(line, value + 1, QUOTE);
        mayClose = close !== -1;
      } else if (line[value] === APOSTROPHE && mayCloseSingle) {
        close = quoteEnd(line, value + 1, APOSTROPHE);
        mayCloseSingle = close !== -1;
      }
      const end = close === -1 ? bareEnd(line, value, separator) : close;
      offset = close === -1 ? end : close + 1;
      this.#isEscaped = close === -1 ? 0 : 1;
      this.#put(line, pair, close === -1 ? value : value + 1, end);
    }
  }

  /** As `readExtension`, of pairs with blanks between them; `start` is where the first begins. */
  readExtension(line: Uint8Array, start: number): void {
    this.#begin(line);
    this.#isEscaped = 1;
    let before = -1;
    let valueStart = start;
    for (let pair = 0; pair < pairs.count; pair++) {
      const equals = pairs.equals[pair] ?? 0;
      if (equals < start || line[equals - 1] === BACKSLASH) continue;
      const keyStart = Math.max(pairs.starts[pair] ?? 0, valueStart);
      if (keyStart === equals || (keyStart > start && line[keyStart - 1] !== BLANK)) continue;
      if (before !== -1) this.#putTrimmed(line, before, valueStart, keyStart - 1);
      before = pair;
      valueStart = equals + 1;
    }
    if (before !== -1) this.#putTrimmed(line, before, valueStart, line.length);
  }

  /** The value of the first of the name's keys that has one; empty where none has. */
  readonly text = (name: Name): string => {
    const index = this.#indexes.get(name) ?? -1;
    const start = this.#starts[index] ?? 0;
    const end = this.#ends[index] ?? 0;
    if (start >= end) return "";
    const text = textOfBytes(this.#line, start, end);
    return this.#areEscaped[index] === 1 ? withoutEscapes(text) : text;
  };

  /** Lets go of the last line. */
  forget(): void {
    this.#line = new Uint8Array();
  }

  #begin(line: Uint8Array): void {
    this.#line = line;
    this.#ends.fill(0);
    this.#ranks.fill(MAX_PAIRS);
  }

  /** Without the blanks and the quotes around it. */
  // oxlint-disable-next-line max-params -- it runs two dozen times per line
  #putTrimmed(line: Uint8Array, pair: number, start: number, end: number): void {
    let first = start;
    let last = end;
    while (first < last && (line[first] ?? 0) <= BLANK) first++;
    while (first < last && (line[last - 1] ?? 0) <= BLANK) last--;
    const isQuoted = last - first > 1 && line[first] === QUOTE && line[last - 1] === QUOTE;
    if (isQuoted) this.#put(line, pair, first + 1, last - 1);
    else this.#put(line, pair, first, last);
  }

  // oxlint-disable-next-line max-params -- it runs two dozen times per line
  #put(line: Uint8Array, pair: number, start: number, end: number): void {
    const entries = start >= end ? undefined : this.#entries.get(pairs.hashes[pair] ?? 0);
    if (entries === undefined) return;
    const keyStart = pairs.starts[pair] ?? 0;
    const keyEnd = pairs.equals[pair] ?? 0;
    for (const { key, targets } of entries) {
      if (!isSame(key, line, keyStart, keyEnd)) continue;
      for (const { index, rank } of targets) {
        if (rank >= (this.#ranks[index] ?? 0)) continue;
        this.#ranks[index] = rank;
        this.#starts[index] = start;
        this.#ends[index] = end;
        this.#areEscaped[index] = this.#isEscaped;
      }
    }
  }

  #targetsOf(key: string): Entry["targets"] {
    const hash = keyHash(Buffer.from(key), 0, key.length);
    const entries = this.#entries.get(hash) ?? [];
    const known = entries.find((entry) => entry.key === key);
    if (known !== undefined) return known.targets;
    const entry = { key, targets: [] };
    this.#entries.set(hash, [...entries, entry]);
    return entry.targets;
  }
}

/** The offset of the quote that ends the value, or -1. */
export function quoteEnd(line: Uint8Array, start: number, quote: number): number {
  for (let end = start; end < line.length; end++) {
    if (line[end] === quote && (quote === APOSTROPHE || !isEscaped(line, end))) return end;
  }
  return -1;
}

/** Whether an odd number of backslashes stands before it. */
function isEscaped(line: Uint8Array, end: number): boolean {
  let start = end;
  while (line[start - 1] === BACKSLASH) start--;
  return (end - start) % 2 === 1;
}

/** Where a value without quotes ends. */
export function bareEnd(line: Uint8Array, start: number, separator: number): number {
  let end = start;
  while (end < line.length && (line[end] ?? 0) > BLANK && line[end] !== separator) end++;
  return end;
}
