/** Groups rows by one value after the other. Kinds are numbered in the order of their values, the first value first. */
export class RowKinds {
  /** By row. */
  readonly #kinds: Uint32Array;
  #count = 1;

  constructor(rows: number) {
    this.#kinds = new Uint32Array(rows);
  }

  /** Parts kinds whose rows differ in this value. */
  refine(values: Uint32Array | Float64Array, compare: (left: number, right: number) => number): void {
    const kinds = this.#kinds;
    const found = Array.from({ length: this.#count }, () => new Map<number, number>());
    const parts: { kind: number; value: number }[] = [];
    for (let row = 0; row < kinds.length; row++) {
      const kind = kinds[row] ?? 0;
      const value = values[row] ?? 0;
      let part = found[kind]?.get(value);
      if (part === undefined) {
        part = parts.push({ kind, value }) - 1;
        found[kind]?.set(value, part);
      }
      kinds[row] = part;
    }
    const sorted = [...parts.entries()].sort(
      ([, left], [, right]) => left.kind - right.kind || compare(left.value, right.value),
    );
    const ranks = new Uint32Array(parts.length);
    let rank = 0;
    let previous = sorted[0]?.[1];
    for (const [part, entry] of sorted) {
      if (previous?.kind !== entry.kind || compare(previous.value, entry.value) !== 0) rank += 1;
      ranks[part] = rank;
      previous = entry;
    }
    for (let row = 0; row < kinds.length; row++) kinds[row] = ranks[kinds[row] ?? 0] ?? 0;
    this.#count = rank + 1;
  }

  /** The rows, kind by kind; those of a kind as they were. */
  order(): Uint32Array {
    const kinds = this.#kinds;
    const next = new Uint32Array(this.#count + 1);
    for (let row = 0; row < kinds.length; row++) {
      const kind = kinds[row] ?? 0;
      next[kind + 1] = (next[kind + 1] ?? 0) + 1;
    }
    for (let kind = 0; kind < this.#count; kind++) next[kind + 1] = (next[kind + 1] ?? 0) + (next[kind] ?? 0);
    const order = new Uint32Array(kinds.length);
    for (let row = 0; row < kinds.length; row++) {
      const kind = kinds[row] ?? 0;
      const place = next[kind] ?? 0;
      order[place] = row;
      next[kind] = place + 1;
    }
    return order;
  }
}
