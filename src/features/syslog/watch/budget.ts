import type { WatchedRows } from "./pattern-set";

/** Processor time for a line, in microseconds. A line takes some six in all. */
const MOST_FOR_ONE = 1;
const MOST_FOR_ALL = 4;
/** What is judged at a time: so many rows, or what has taken so long. */
const WINDOW_ROWS = 50_000;
const WINDOW_MICROS = 1_000_000;
/** A window in which something else held the processor says nothing. */
const WINDOWS_TO_STOP = 2;

/** Tells which patterns take too much time, from what they took of the lines so far. Those that do not show up took next to none. */
export class TimeBudget {
  #rows = 0;
  #micros = 0;
  #byKey = new Map<number, number>();
  /** Windows in a row in which a pattern was beyond its share. */
  #excesses = new Map<number, number>();

  /** Gives the patterns that are to stop now. */
  add({ rows, micros, costs }: Pick<WatchedRows, "rows" | "micros" | "costs">): number[] {
    this.#rows += rows;
    this.#micros += micros;
    for (const [key, cost] of costs) this.#byKey.set(key, (this.#byKey.get(key) ?? 0) + cost);
    return this.#rows < WINDOW_ROWS && this.#micros < WINDOW_MICROS ? [] : this.#closeWindow();
  }

  #closeWindow(): number[] {
    const excessive = listExcessive(this.#byKey, this.#rows);
    this.#rows = 0;
    this.#micros = 0;
    this.#byKey = new Map();
    this.#excesses = new Map(excessive.map((key) => [key, (this.#excesses.get(key) ?? 0) + 1]));
    return [...this.#excesses].filter(([, windows]) => windows >= WINDOWS_TO_STOP).map(([key]) => key);
  }
}

/** Those beyond what one may take, and of the others the dearest until all together take no more than they may. */
function listExcessive(byKey: ReadonlyMap<number, number>, rows: number): number[] {
  const shares = [...byKey]
    .map(([key, micros]) => ({ key, share: micros / rows }))
    .toSorted((left, right) => right.share - left.share);
  let all = shares.reduce((sum, { share }) => sum + share, 0);
  return shares.flatMap(({ key, share }) => {
    if (share <= MOST_FOR_ONE && all <= MOST_FOR_ALL) return [];
    all -= share;
    return [key];
  });
}
