type Network<Entry> = { low: number; high: number; entry: Entry };

/** Networks of version 4, each with what it stands for: all that take in an address are found in few steps. */
export class NetworkIndex<Entry> {
  readonly #networks: Network<Entry>[] = [];
  /** Where another set of networks begins to take in addresses, rising. */
  #bounds = new Float64Array();
  #entries: Entry[][] = [];

  /** `low` and `high`: the first and the last address. */
  add(range: { low: number; high: number }, entry: Entry): void {
    this.#networks.push({ ...range, entry });
  }

  get size(): number {
    return this.#networks.length;
  }

  /** Once all are added, and before any is found. */
  prepare(): void {
    const bounds = [...new Set(this.#networks.flatMap(({ low, high }) => [low, high + 1]))].toSorted(
      (left, right) => left - right,
    );
    // Below the first bound there is no network.
    this.#entries = [-1, ...bounds].map((start) =>
      this.#networks.filter(({ low, high }) => start >= low && start <= high).map(({ entry }) => entry),
    );
    this.#bounds = Float64Array.from(bounds);
  }

  find(address: number): readonly Entry[] {
    const bounds = this.#bounds;
    let low = 0;
    let high = bounds.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((bounds[middle] ?? 0) <= address) low = middle + 1;
      else high = middle;
    }
    return this.#entries[low] ?? NOTHING;
  }
}

const NOTHING: readonly never[] = [];
