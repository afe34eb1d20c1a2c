/** Longer words are looked for by their beginning, and then read in full. */
const MAX_ANCHOR_BYTES = 24;

/**
 * What of a text must occur, byte by byte and in lower case, in every line that has the text in any case. `isWhole`:
 * in a line of ASCII, to occur is also enough. Undefined: no part of it is sure.
 */
export type Anchor = { bytes: Uint8Array; isWhole: boolean };

/** Letters that are found for a letter of ASCII in another case, as Unicode has it: the long s and the Kelvin sign. */
const FOREIGN_CASES = /[\u017f\u212a]/gu;

/** The text with letters of ASCII in place of those that are the same but for their case. */
export function unifyCases(text: string): string {
  return text.replace(FOREIGN_CASES, (letter) => (letter === "\u017f" ? "s" : "k"));
}

/** Letters beyond ASCII that may be written in another way. */
const CASED = /(?:(?!\p{ASCII})[\p{Changes_When_Casemapped}\p{Changes_When_Casefolded}])+/u;

/** The longest run of characters of which each is of ASCII, or is written in one way only. */
export function findAnchor(text: string): Anchor | undefined {
  const own = unifyCases(text);
  const runs = own.split(CASED).map((run) => Buffer.from(run));
  const [longest] = runs.toSorted((left, right) => right.length - left.length);
  if (longest === undefined || longest.length === 0) return undefined;
  const bytes = longest.subarray(0, MAX_ANCHOR_BYTES).map(lowerCase);
  // What is cut within a character is an anchor all the same: it is of bytes.
  return { bytes, isWhole: own.length <= MAX_ANCHOR_BYTES && longest.length === own.length };
}

/** Of ASCII alone. */
function lowerCase(byte: number): number {
  return byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte;
}

/** Stands behind the offset of a state in which a needle ends. */
const ENDS = 0x8000_0000 | 0;
const BYTE_VALUES = 256;

type Node = { next: Map<number, number>; fallback: number; needles: number[] };

/**
 * Finds all needles in one pass over a line, however many there are (Aho and Corasick, 1975, as a table of states).
 * Needles are distinct, not empty, and in lower case; lines may be in any case.
 */
export class NeedleAutomaton {
  /** Of a byte: its column in the table. Bytes that no needle has share one. */
  readonly #classes = new Uint8Array(BYTE_VALUES);
  /** Where each row of the table begins stands for its state; `ENDS` is added where needles end there. */
  readonly #table: Int32Array;
  /** By the number of a state. */
  readonly #needles: Int32Array[];
  readonly #width: number;
  /** So many bytes, and one more, the longest needle has. */
  readonly #overlap: number;

  constructor(needles: readonly Uint8Array[]) {
    this.#overlap = Math.max(1, ...needles.map(({ length }) => length)) - 1;
    this.#width = this.#classify(needles);
    const nodes = buildTrie(needles);
    const order = linkFallbacks(nodes);
    this.#needles = nodes.map((node) => Int32Array.from(node.needles));
    this.#table = new Int32Array(nodes.length * this.#width);
    for (const state of order) this.#writeRow(nodes, state);
  }

  /**
   * Sets `stamps` of each needle that occurs to `stamp`, and appends to `found` those that had another; gives how many
   * are in `found`. Two halves of a line are walked at once, as each step waits for the one before: the second begins
   * early enough for what lies across.
   */
  // oxlint-disable-next-line max-params -- it runs for every line
  scan(line: Uint8Array, stamps: Int32Array, stamp: number, found: Int32Array): number {
    const table = this.#table;
    const classes = this.#classes;
    const half = Math.min(line.length, (line.length + this.#overlap + 1) >> 1);
    const offset = half === line.length ? half : half - this.#overlap;
    const both = line.length - offset;
    let count = 0;
    let state = 0;
    let other = 0;
    for (let index = 0; index < both; index++) {
      state = table[state + (classes[line[index] ?? 0] ?? 0)] ?? 0;
      other = table[other + (classes[line[index + offset] ?? 0] ?? 0)] ?? 0;
      if ((state | other) >= 0) continue;
      if (state < 0) count = this.#note((state &= ~ENDS), stamps, stamp, { found, count });
      if (other < 0) count = this.#note((other &= ~ENDS), stamps, stamp, { found, count });
    }
    for (let index = both; index < half; index++) {
      state = table[state + (classes[line[index] ?? 0] ?? 0)] ?? 0;
      if (state < 0) count = this.#note((state &= ~ENDS), stamps, stamp, { found, count });
    }
    return count;
  }

  // oxlint-disable-next-line max-params -- as of `scan`
  #note(
    state: number,
    stamps: Int32Array,
    stamp: number,
    { found, count }: { found: Int32Array; count: number },
  ): number {
    const ending = this.#needles[state / this.#width] ?? NONE;
    let next = count;
    for (let place = 0; place < ending.length; place++) {
      const needle = ending[place] ?? 0;
      if (stamps[needle] === stamp) continue;
      stamps[needle] = stamp;
      found[next++] = needle;
    }
    return next;
  }

  #classify(needles: readonly Uint8Array[]): number {
    let width = 1;
    for (const byte of needles.flatMap((needle) => [...needle])) {
      if (this.#classes[byte] === 0) this.#classes[byte] = width++;
    }
    for (let upper = 0x41; upper <= 0x5a; upper++) this.#classes[upper] = this.#classes[upper | 0x20] ?? 0;
    return width;
  }

  /** The rows of states that are nearer to the start are written already. */
  #writeRow(nodes: readonly Node[], state: number): void {
    const node = nodes[state];
    if (node === undefined) return;
    const row = state * this.#width;
    if (state !== 0)
      this.#table.copyWithin(row, node.fallback * this.#width, (node.fallback + 1) * this.#width);
    for (const [byte, next] of node.next) {
      const isEnd = (nodes[next]?.needles.length ?? 0) > 0;
      this.#table[row + (this.#classes[byte] ?? 0)] = (next * this.#width) | (isEnd ? ENDS : 0);
    }
  }
}

const NONE = new Int32Array();

function buildTrie(needles: readonly Uint8Array[]): Node[] {
  const root: Node = { next: new Map(), fallback: 0, needles: [] };
  const nodes = [root];
  for (const [index, needle] of needles.entries()) {
    let node = root;
    for (const byte of needle) {
      let next = node.next.get(byte);
      if (next === undefined) {
        next = nodes.push({ next: new Map(), fallback: 0, needles: [] }) - 1;
        node.next.set(byte, next);
      }
      node = nodes[next] ?? root;
    }
    node.needles.push(index);
  }
  return nodes;
}

/** Sets where each state goes on from where nothing fits, and gives the states by their distance from the start. */
function linkFallbacks(nodes: readonly Node[]): number[] {
  const order = [0];
  for (const state of order) {
    const node = nodes[state];
    for (const [byte, next] of node?.next ?? []) {
      order.push(next);
      const child = nodes[next];
      if (node === undefined || child === undefined || state === 0) continue;
      let fallback = node.fallback;
      while (fallback !== 0 && nodes[fallback]?.next.has(byte) !== true)
        fallback = nodes[fallback]?.fallback ?? 0;
      child.fallback = nodes[fallback]?.next.get(byte) ?? 0;
      child.needles.push(...(nodes[child.fallback]?.needles ?? []));
    }
  }
  return order;
}
