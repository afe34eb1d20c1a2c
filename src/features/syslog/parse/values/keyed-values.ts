import type { FieldKeys } from "./fields";

type Entry = { key: string; slot: number };
/** What a key fills, and how many keys are preferred to it there. */
type Target = { index: number; rank: number };

/**
 * The values of the wanted keys of one line, by the names that they stand for. One object serves all lines of a format,
 * so a line costs no table; keys that nobody asks for are not even cut out.
 */
export class KeyedValues<Name extends string> {
  /** By hash of the key; keys that share one are behind each other. */
  readonly #entries = new Map<number, Entry[]>();
  readonly #targets: Target[][] = [];
  readonly #indexes = new Map<string, number>();
  readonly #values: string[] = [];
  readonly #ranks: number[] = [];

  /** A key may stand for several names. */
  constructor(keys: FieldKeys<Name>) {
    for (const [name, list] of Object.entries<readonly string[] | undefined>(keys)) {
      const index = this.#values.length;
      this.#indexes.set(name, index);
      this.#values.push("");
      this.#ranks.push(Infinity);
      for (const [rank, key] of (list ?? []).entries()) this.#targetsOf(key).push({ index, rank });
    }
  }

  /** Forgets the line before. */
  clear(): void {
    this.#values.fill("");
    this.#ranks.fill(Infinity);
  }

  /** The place of the key that stands in `text` from `start` to `end`, or -1 where nobody asks for it. */
  slotOf(text: string, start: number, end: number): number {
    const entries = this.#entries.get(hashOf(text, start, end));
    if (entries === undefined) return -1;
    for (const { key, slot } of entries) {
      if (key.length === end - start && text.startsWith(key, start)) return slot;
    }
    return -1;
  }

  /** Takes the value of a key; of a key that repeats the first that has a text counts. */
  put(slot: number, value: string): void {
    const targets = this.#targets[slot];
    if (value === "" || targets === undefined) return;
    for (const { index, rank } of targets) {
      if (rank >= (this.#ranks[index] ?? Infinity)) continue;
      this.#ranks[index] = rank;
      this.#values[index] = value;
    }
  }

  /** The value of the first of the name's keys that has one; empty where none has. */
  readonly text = (name: Name): string => {
    const index = this.#indexes.get(name);
    return index === undefined ? "" : (this.#values[index] ?? "");
  };

  #targetsOf(key: string): Target[] {
    const slot = this.slotOf(key, 0, key.length);
    const known = this.#targets[slot];
    if (known !== undefined) return known;
    const hash = hashOf(key, 0, key.length);
    this.#entries.set(hash, [...(this.#entries.get(hash) ?? []), { key, slot: this.#targets.length }]);
    const targets: Target[] = [];
    this.#targets.push(targets);
    return targets;
  }
}

function hashOf(text: string, start: number, end: number): number {
  let hash = end - start;
  for (let offset = start; offset < end; offset++) hash = (Math.imul(hash, 31) + text.charCodeAt(offset)) | 0;
  return hash;
}
