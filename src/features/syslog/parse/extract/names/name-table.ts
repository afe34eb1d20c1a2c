import { isDigit, isLetter } from "../../values/characters";

/** What is known by a name of a list, found by a part of a text that may write it with capitals and marks. */
export type NameTable<Meaning> = {
  /** `hash` is that of the part's letters and digits (`addedToHash`), from its last to its first. */
  find(hash: number, text: string, part: Part): Meaning | null;
};

type Part = { start: number; end: number };

/** Slots stay half empty. */
const SLOTS_PER_NAME = 2;
/** 2^32 by the golden ratio (Knuth, The Art of Computer Programming, volume 3, 6.4): neighbours are spread. */
const SPREAD = 0x9e3779b1;

/**
 * Names of lower-case letters and digits in three buffers: as objects thousands of them take ten times as much memory
 * of each thread, and a look-up waits for three places of it. Of a name that is there twice the first meaning counts.
 * At
 * most 65,535 names.
 */
export function createNameTable<Meaning>(
  named: readonly (readonly [name: string, meaning: Meaning])[],
): NameTable<Meaning> {
  const bits = Math.ceil(Math.log2(named.length * SLOTS_PER_NAME + 2));
  const slotOf = (hash: number) => Math.imul(hash, SPREAD) >>> (32 - bits);
  const mask = (1 << bits) - 1;
  /** The number of the name that is there, counted from 1. */
  const slots = new Uint16Array(1 << bits);
  const hashes = new Int32Array(named.length);
  const starts = new Uint32Array(named.length + 1);
  const letters = new Uint8Array(named.reduce((length, [name]) => length + name.length, 0));
  const meanings: Meaning[] = [];
  for (const [name, meaning] of named) add(name, meaning);
  return { find };

  function add(name: string, meaning: Meaning): void {
    const hash = hashOf(name);
    if (find(hash, name, { start: 0, end: name.length }) !== null) return;
    const number = meanings.length;
    const start = starts[number] ?? 0;
    for (let place = 0; place < name.length; place++) letters[start + place] = name.charCodeAt(place);
    starts[number + 1] = start + name.length;
    hashes[number] = hash;
    meanings.push(meaning);
    let slot = slotOf(hash);
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = number + 1;
  }

  function find(hash: number, text: string, part: Part): Meaning | null {
    for (let slot = slotOf(hash); ; slot = (slot + 1) & mask) {
      const number = (slots[slot] ?? 0) - 1;
      if (number < 0) return null;
      if (hashes[number] === hash && isWritten(number, text, part)) return meanings[number] ?? null;
    }
  }

  /** Whether the letters and digits of a part of a text are those of a name. */
  function isWritten(number: number, text: string, { start, end }: Part): boolean {
    let place = starts[number] ?? 0;
    const last = starts[number + 1] ?? 0;
    for (let offset = start; offset < end; offset++) {
      const code = text.charCodeAt(offset);
      if (isLetter(code)) {
        if (place === last || letters[place++] !== (code | 0x20)) return false;
      } else if (isDigit(code)) {
        if (place === last || letters[place++] !== code) return false;
      }
    }
    return place === last;
  }
}

function hashOf(name: string): number {
  let hash = 0;
  for (let offset = name.length - 1; offset >= 0; offset--) hash = addedToHash(hash, name.charCodeAt(offset));
  return hash;
}

/** The hash of what was hashed and one more character before it, which is lower case. */
export function addedToHash(hash: number, code: number): number {
  return (Math.imul(hash, 31) + code) | 0;
}
