const HOUR_MS = 3_600_000;
/** No reporter alone may take all of what there is for everyone. */
const SHARE_OF_ONE = 1 / 4;
const MAX_REPORTERS = 4096;
/** Reporters that found no room have one share together. */
const OTHERS = "";

/**
 * Bounds how many rows an hour made-up lines can add: in all, and for one reporter a quarter of that. Renewals of what
 * is known add none. Hours are counted from the first row, by a clock that is never set.
 */
export class FloodGate {
  readonly #most: number;
  readonly #clock: () => number;
  /** By reporter, in the running hour. */
  readonly #added = new Map<string, number>();
  #addedInAll = 0;
  #hourEndsAt = -Infinity;

  constructor(most: number, clock: () => number = () => performance.now()) {
    this.#most = most;
    this.#clock = clock;
  }

  /** Whether so many new rows may be written; they are counted then. */
  admit(reporter: string, rows: number): boolean {
    this.#beginHour();
    const name = this.#nameOf(reporter);
    const added = (this.#added.get(name) ?? 0) + rows;
    if (added > this.#most * SHARE_OF_ONE || this.#addedInAll + rows > this.#most) return false;
    this.#added.set(name, added);
    this.#addedInAll += rows;
    return true;
  }

  /** No new row of this reporter is taken until the hour is over. */
  isShutFor(reporter: string): boolean {
    this.#beginHour();
    const added = this.#added.get(this.#nameOf(reporter)) ?? 0;
    return added + 1 > this.#most * SHARE_OF_ONE || this.#addedInAll + 1 > this.#most;
  }

  #nameOf(reporter: string): string {
    return this.#added.has(reporter) || this.#added.size < MAX_REPORTERS ? reporter : OTHERS;
  }

  #beginHour(): void {
    const now = this.#clock();
    if (now < this.#hourEndsAt) return;
    this.#hourEndsAt = now + HOUR_MS;
    this.#added.clear();
    this.#addedInAll = 0;
  }
}
