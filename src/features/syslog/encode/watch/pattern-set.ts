import type { EventColumn } from "../../event/columns";
import type { Condition } from "../../query/predicate";
import type { LineView } from "./line-view";
import { type ChunkMatches, LinePlaces, MatchCount } from "./match-count";
import { compileTest, type LineTest } from "./pattern-tests";
import { chooseTrigger, isSearched, nameOf, textOf, type Trigger } from "./triggers";
import { ValueIndex } from "./value-index";
import { WordFinder } from "./word-finder";

/** A pattern as it is sent to where lines are parsed. `key` tells a pattern from others and from what it was before. */
export type SentPattern = { key: number; conditions: Condition[] };

/** What became of the lines of a chunk. */
export type WatchedRows = {
  matches: ChunkMatches[];
  /** Of the lines that were looked at. */
  bytes: number;
  /** Processor time for all patterns, estimated from a part of the lines. */
  micros: number;
  /**
   * The same by pattern (`key`), of those that lines came to: each has the share of it that it had of the time of
   * single patterns.
   */
  costs: [number, number][];
  /** Why not all lines were looked at; null: they were. */
  failure: string | null;
};

/**
 * One line of so many is timed as a whole, and another pattern by pattern: that makes it slower, so it only tells the
 * shares.
 */
const TIMED = 64;
/** What takes longer, for each byte of the line, was interrupted. */
const MAX_MICROS = 0.5;

const TIMINGS = 1000;
const TIMING_MICROS = Math.min(...Array.from({ length: 5 }, measureTiming));

class Pattern {
  readonly key: number;
  /** All must hold. */
  readonly tests: readonly LineTest[];
  /** The line that it was looked at for last. */
  stamp = 0;
  count: MatchCount | undefined;
  /** Of the lines that were timed pattern by pattern. */
  micros = 0;

  constructor(key: number, tests: readonly LineTest[]) {
    this.key = key;
    this.tests = tests;
  }

  matches(view: LineView): boolean {
    for (const test of this.tests) if (!test(view)) return false;
    return true;
  }
}

/**
 * Looks for all patterns at once. A pattern is looked at only where a line has what the pattern demands first: a word,
 * of which all are found in one pass, or a value of a column, which is looked up among those of all patterns.
 */
export class PatternSet {
  readonly #words: WordFinder;
  /** By the number of a word. */
  readonly #byWord: Pattern[][];
  readonly #byColumn = new Map<EventColumn, ValueIndex<Pattern>>();
  readonly #indexes: readonly ValueIndex<Pattern>[];
  readonly #always: Pattern[] = [];
  readonly #patterns: Pattern[];
  #places = new LinePlaces();
  /** The line of the chunk. */
  #stamp = 0;
  /** Lines so far; goes on from chunk to chunk, so that no place in one is timed more often than others. */
  #turn = 0;
  #micros = 0;
  #bytes = 0;
  #view: LineView | undefined;

  constructor(sent: readonly SentPattern[]) {
    const chosen = chooseTriggers(sent);
    const needed = chosen.flatMap(({ trigger }) => (trigger.kind === "word" ? [textOf(trigger)] : []));
    this.#words = new WordFinder(
      needed,
      sent.flatMap(({ conditions }) => conditions.filter(isSearched)),
    );
    this.#byWord = needed.map(() => []);
    this.#patterns = chosen.map(({ key, conditions, trigger }) => {
      const pattern = new Pattern(key, this.#compile(conditions));
      this.#enter(pattern, trigger);
      return pattern;
    });
    this.#indexes = [...this.#byColumn.values()];
    for (const index of this.#indexes) index.prepare();
  }

  /** Begins another chunk. */
  begin(): void {
    this.#words.begin();
    this.#places = new LinePlaces();
    this.#stamp = 0;
    this.#micros = 0;
    this.#bytes = 0;
    for (const pattern of this.#patterns) {
      pattern.stamp = 0;
      pattern.count = undefined;
      pattern.micros = 0;
    }
  }

  /** Counts the line in view for each pattern that takes it. */
  take(view: LineView): void {
    this.#stamp++;
    this.#view = view;
    this.#bytes += view.line.bytes.length;
    const turn = this.#turn++ % TIMED;
    if (turn === TIMED / 2) {
      this.#look(view, this.#considerTimed);
      return;
    }
    const started = turn === 0 ? performance.now() : 0;
    this.#look(view, this.#consider);
    if (turn === 0) this.#micros += microsSince(started, MAX_MICROS * view.line.bytes.length);
  }

  /** Of the chunk, whose lines are let go. */
  result(): Omit<WatchedRows, "failure"> {
    this.#view = undefined;
    const matches = this.#patterns.flatMap(({ key, count }) =>
      count === undefined ? [] : [count.result(key, this.#places)],
    );
    const micros = this.#micros * TIMED;
    const all = this.#patterns.reduce((sum, pattern) => sum + pattern.micros, 0);
    const costs = this.#patterns
      .filter((pattern) => pattern.micros > 0)
      .map((pattern): [number, number] => [pattern.key, (pattern.micros / all) * micros]);
    return { matches, bytes: this.#bytes, micros, costs };
  }

  #look(view: LineView, consider: (pattern: Pattern) => void): void {
    this.#words.next();
    if (this.#byWord.length > 0) {
      const count = this.#words.scan(view);
      for (let place = 0; place < count; place++) {
        const patterns = this.#byWord[this.#words.found[place] ?? 0];
        if (patterns !== undefined) for (const pattern of patterns) consider(pattern);
      }
    }
    for (const index of this.#indexes) index.visit(view, consider);
    for (const pattern of this.#always) consider(pattern);
  }

  readonly #consider = (pattern: Pattern): void => {
    const view = this.#view;
    if (pattern.stamp === this.#stamp || view === undefined) return;
    pattern.stamp = this.#stamp;
    if (!pattern.matches(view)) return;
    this.#places.find(view);
    pattern.count ??= new MatchCount();
    pattern.count.add(view, this.#places);
  };

  readonly #considerTimed = (pattern: Pattern): void => {
    const started = performance.now();
    this.#consider(pattern);
    pattern.micros += microsSince(started, MAX_MICROS * (this.#view?.line.bytes.length ?? 0));
  };

  #compile(conditions: readonly Condition[]): LineTest[] {
    return conditions
      .toSorted((left, right) => effortOf(left) - effortOf(right))
      .map((condition) => compileTest(condition, (words) => this.#words.testOf(words)));
  }

  #enter(pattern: Pattern, trigger: Trigger): void {
    switch (trigger.kind) {
      case "word": {
        const word = this.#words.numberOf(textOf(trigger));
        this.#byWord[word]?.push(pattern);
        return;
      }
      case "value":
        for (const column of trigger.columns)
          for (const value of trigger.values) this.#indexOf(column).addValue(value, pattern);
        return;
      case "subnet": {
        const { columns, subnet } = trigger.condition;
        for (const column of columns) this.#indexOf(column).addSubnet(subnet, pattern);
        return;
      }
      case "any":
        this.#always.push(pattern);
    }
  }

  #indexOf(column: EventColumn): ValueIndex<Pattern> {
    const index = this.#byColumn.get(column) ?? new ValueIndex<Pattern>(column);
    this.#byColumn.set(column, index);
    return index;
  }
}

function chooseTriggers(sent: readonly SentPattern[]) {
  const uses = new Map<string, number>();
  for (const { conditions } of sent) {
    for (const condition of conditions.filter((each) => !each.isNegated)) {
      const name = nameOf(chooseTrigger([condition], () => 0));
      uses.set(name, (uses.get(name) ?? 0) + 1);
    }
  }
  const usesOf = (name: string) => uses.get(name) ?? 0;
  return sent.map((pattern) => ({ ...pattern, trigger: chooseTrigger(pattern.conditions, usesOf) }));
}

/** Words are known from the pass over the line; what is not among them comes last. */
function effortOf(condition: Condition): number {
  if (condition.kind === "contains") return isSearched(condition) ? 1 : 3;
  if (condition.kind === "names network") return 3;
  return condition.kind === "in subnet" ? 2 : 0;
}

/** Without what it takes to ask the clock, which of a pattern that is soon done with would be the greater part. */
function microsSince(started: number, most: number): number {
  const micros = (performance.now() - started) * 1000 - TIMING_MICROS;
  return Math.min(most, Math.max(0, micros));
}

/** What it takes to ask the clock, on this machine. */
function measureTiming(): number {
  const started = performance.now();
  for (let times = 0; times < TIMINGS; times++) performance.now();
  return ((performance.now() - started) * 1000) / TIMINGS;
}
