import type { LineView } from "./line-view";
import { findAnchor, NeedleAutomaton, unifyCases } from "./needles";
import { type Contains, type LineTest, searchTest } from "./pattern-tests";
import { isSearched, MIN_WORD_BYTES, textOf } from "./triggers";

/** All words together; beyond it those that no pattern begins with are looked for one by one. */
const MAX_BYTES = 16_384;
/** Names of senders whose words are remembered. */
const MAX_HOSTS = 4096;

const NONE = new Int32Array();

type Host = { needles: Int32Array; isAscii: boolean };

/** Finds the words of all patterns in a line, and in its sender's name, in one pass. */
export class WordFinder {
  readonly #automaton: NeedleAutomaton;
  readonly #numbers = new Map<string, number>();
  readonly #stamps: Int32Array;
  readonly #found: Int32Array;
  readonly #hosts = new Map<string, Host>();
  #lastHost: string | null = null;
  #host: Host | undefined;
  #stamp = 0;
  #isScanned = false;
  /** That a word occurs is certain: line and name are of ASCII. */
  #isCertain = true;

  /**
   * `needed`: texts of anchors that are looked for in every line; `others`: conditions that are asked about some lines.
   */
  constructor(needed: readonly string[], others: readonly Contains[]) {
    for (const text of needed) this.#number(text);
    let bytes = 0;
    for (const condition of others) {
      const anchor = findAnchor(condition.text);
      if (anchor === undefined || !anchor.isWhole || bytes > MAX_BYTES) continue;
      if (anchor.bytes.length < MIN_WORD_BYTES) continue;
      bytes += anchor.bytes.length;
      this.#number(textOf({ anchor }));
    }
    const needles = [...this.#numbers.keys()];
    this.#automaton = new NeedleAutomaton(needles.map((text) => Buffer.from(text, "latin1")));
    this.#stamps = new Int32Array(needles.length);
    this.#found = new Int32Array(needles.length);
  }

  /** The number of a word that was named as needed. */
  numberOf(text: string): number {
    return this.#numbers.get(text) ?? -1;
  }

  /** Forgets all lines, so that no stamp comes a second time. */
  begin(): void {
    this.#stamps.fill(0);
    this.#stamp = 0;
  }

  /** Turns to the next line. */
  next(): void {
    this.#stamp++;
    this.#isScanned = false;
  }

  /** The words of the line that was scanned, by their numbers; as many as `scan` gave. */
  get found(): Int32Array {
    return this.#found;
  }

  /** Gives how many different words the line has. */
  scan({ line }: LineView): number {
    const bytes = line.isAscii ? line.bytes : Buffer.from(unifyCases(line.rawLog));
    let count = this.#automaton.scan(bytes, this.#stamps, this.#stamp, this.#found);
    const host = this.#hostOf(line.fields.sourceHost);
    const inHost = host?.needles ?? NONE;
    for (let place = 0; place < inHost.length; place++) {
      const needle = inHost[place] ?? 0;
      if (this.#stamps[needle] === this.#stamp) continue;
      this.#stamps[needle] = this.#stamp;
      this.#found[count++] = needle;
    }
    this.#isScanned = true;
    this.#isCertain = line.isAscii && host?.isAscii !== false;
    return count;
  }

  /**
   * The test for a text that is looked for in the line and its sender's name; undefined where it is not among the
   * words.
   */
  testOf(condition: Contains): LineTest | undefined {
    if (!isSearched(condition)) return undefined;
    const anchor = findAnchor(condition.text);
    const needle = anchor === undefined ? undefined : this.#numbers.get(textOf({ anchor }));
    if (anchor === undefined || needle === undefined) return undefined;
    const search = searchTest(condition);
    return (view) => {
      if (!this.#isScanned) this.scan(view);
      if (this.#stamps[needle] !== this.#stamp) return false;
      return (anchor.isWhole && this.#isCertain) || search(view);
    };
  }

  #number(text: string): void {
    if (!this.#numbers.has(text)) this.#numbers.set(text, this.#numbers.size);
  }

  #hostOf(name: string | null): Host | undefined {
    if (name !== this.#lastHost) {
      this.#lastHost = name;
      this.#host = name === null || name === "" ? undefined : (this.#hosts.get(name) ?? this.#readHost(name));
    }
    return this.#host;
  }

  #readHost(name: string): Host {
    const bytes = Buffer.from(unifyCases(name));
    const stamps = new Int32Array(this.#stamps.length);
    const found = new Int32Array(this.#stamps.length);
    const count = this.#automaton.scan(bytes, stamps, 1, found);
    const host = { needles: found.slice(0, count), isAscii: Buffer.byteLength(name) === name.length };
    if (this.#hosts.size >= MAX_HOSTS) this.#hosts.clear();
    this.#hosts.set(name, host);
    return host;
  }
}
