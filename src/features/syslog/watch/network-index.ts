type Network<Entry> = { low: number; high: number; entry: Entry };

/** Networks of version 4, each with what it stands for: all that take in an address are found in few steps. */
export class NetworkIndex<Entry> {
  readonly #networks: Network<Entry>[] = [];
  /** Where another set of networks begins to take in addresses, rising; made anew after each that is added. */
  #bounds: Float64Array | undefined;
  #entries: Entry[][] = [];

  /** `low` and `high`: the first and the last address. */
  add(range: { low: number; high: number }, entry: Entry): void {
    this.#networks.push({ ...range, entry });
    this.#bounds = undefined;
  }

  get size(): number {
    return this.#networks.length;
  }

  find(address: number): readonly Entry[] {
    const bounds = (this.#bounds ??= this.#cut());
    let low = 0;
    let high = bounds.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((bounds[middle] ?? 0) <= address) low = middle + 1;
      else high = middle;
    }
    return this.#entries[low] ?? NOTHING;
  }

  #cut(): Float64Array {
    const bounds = [...new Set(this.#networks.flatMap(({ low, high }) => [low, high + 1]))].toSorted(
      (left, right) => left - right,
    );
    // Below the first bound there is no network.
    this.#entries = [-1, ...bounds].map((start) =>
      this.#networks.filter(({ low, high }) => start >= low && start <= high).map(({ entry }) => entry),
    );
    return Float64Array.from(bounds);
  }
}

const NOTHING: readonly never[] = [];
