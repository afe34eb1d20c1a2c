import type { WatchedRows } from "../encode/watch/pattern-set";

/** Processor time for a byte, in microseconds: 1 and 4 for a usual line, which takes some six in all. */
const MAX_FOR_ONE = 0.005;
const MAX_FOR_ALL = 0.02;
/** What is evaluated at a time: some 50,000 lines, or what has taken so long. */
const WINDOW_BYTES = 10_000_000;
const WINDOW_MICROS = 1_000_000;
type Costs = Pick<WatchedRows, "octets" | "micros" | "costs">;

/** What was taken in a window, in microseconds by pattern (`key`). */
type Window = { octets: number; micros: number; byKey: Map<number, number> };

/**
 * Tells which patterns take too much time, from what they took of the lines so far. Those that do not show up took next
 * to none. It takes two windows in a row: in one, something else may have held the processor.
 */
export class TimeBudget {
  /** Undefined: nobody took too much in the last one. */
  #excess: Window | undefined;
  #window = openWindow();

  /** Gives the patterns that are to stop now. */
  add(costs: Costs): number[] {
    addTo(this.#window, costs);
    const isOpen = this.#window.octets < WINDOW_BYTES && this.#window.micros < WINDOW_MICROS;
    return isOpen ? [] : this.#closeWindow();
  }

  #closeWindow(): number[] {
    const [before, now] = [this.#excess, this.#window];
    const isExcessive = listExcessive(now).length > 0;
    this.#window = openWindow();
    this.#excess = isExcessive ? now : undefined;
    if (!isExcessive || before === undefined) return [];
    const both = { ...now, byKey: new Map(now.byKey) };
    addTo(both, { ...before, costs: [...before.byKey] });
    return listExcessive(both);
  }
}

function openWindow(): Window {
  return { octets: 0, micros: 0, byKey: new Map() };
}

function addTo(window: Window, { octets, micros, costs }: Costs): void {
  window.octets += octets;
  window.micros += micros;
  for (const [key, cost] of costs) window.byKey.set(key, (window.byKey.get(key) ?? 0) + cost);
}

/** Those beyond what one may take, and of the others the dearest until all together take no more than they may. */
function listExcessive({ byKey, octets }: Window): number[] {
  const shares = [...byKey]
    .map(([key, micros]) => ({ key, share: micros / octets }))
    .toSorted((left, right) => right.share - left.share);
  let all = shares.reduce((sum, { share }) => sum + share, 0);
  return shares.flatMap(({ key, share }) => {
    if (share <= MAX_FOR_ONE && all <= MAX_FOR_ALL) return [];
    all -= share;
    return [key];
  });
}
