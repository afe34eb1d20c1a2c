/**
 * Keeps the entries that were set last, so many at most: whoever fills it costs the others their places, and never
 * memory.
 */
export class RecentMap<Key, Value> {
  readonly #most: number;
  readonly #entries = new Map<Key, Value>();

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key);
  }

  /** The entry is the newest then, also where it was there before. */
  set(key: Key, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#most) return;
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest);
      return;
    }
  }

  delete(key: Key): void {
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }
}
