/** Messages that were lost, by reason. */
export type Losses = Readonly<Record<string, number>>;

/** A bout of losses lasts until nothing has been lost for so long. */
const BOUT_MS = 5 * 60_000;
/** Who has not looked for longer does not know when it was that something was lost. */
const MAX_PAUSE_MS = 2 * 60_000;

/** Tells from counters that only grow what has been lost lately. */
export class LossWatch {
  /** Counters at the last look. */
  #seen: Losses | undefined;
  #lookedAtMs = Number.NEGATIVE_INFINITY;
  #lastLossMs = Number.NEGATIVE_INFINITY;
  #bout: Record<string, number> = {};

  /**
   * What has been lost in the bout that lasts; null: nothing for the last five minutes. `nowMs` may be any clock, and
   * may be set back.
   */
  look(counters: Losses, nowMs: number): Losses | null {
    const isCurrent = Math.abs(nowMs - this.#lookedAtMs) <= MAX_PAUSE_MS;
    const fresh = isCurrent ? growthOf(this.#seen ?? {}, counters) : {};
    this.#seen = { ...counters };
    this.#lookedAtMs = nowMs;
    if (Math.abs(nowMs - this.#lastLossMs) >= BOUT_MS) this.#bout = {};
    for (const [reason, count] of Object.entries(fresh))
      this.#bout[reason] = (this.#bout[reason] ?? 0) + count;
    if (Object.keys(fresh).length > 0) this.#lastLossMs = nowMs;
    return Object.keys(this.#bout).length === 0 ? null : { ...this.#bout };
  }
}

function growthOf(before: Losses, after: Losses): Losses {
  const growth = Object.entries(after).map(
    ([reason, count]) => [reason, count - (before[reason] ?? 0)] as const,
  );
  return Object.fromEntries(growth.filter(([, count]) => count > 0));
}
