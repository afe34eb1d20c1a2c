import { RecentMap } from "#platform/recent-map";

const KEPT_MS = 60_000;
const MAX_KEPT = 1024;

/** Informs that were taken in the last minute, 1,024 at most: a sender that misses an answer sends its inform again. */
export class InformRepeats {
  readonly #now: () => number;
  readonly #taken = new RecentMap<string, { line: bigint | number; at: number }>(MAX_KEPT);

  /** `now` in milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Whether this sender's inform of this number, with these words, is one that was taken. */
  has(key: string, line: Buffer): boolean {
    const found = this.#taken.get(key);
    return found !== undefined && found.line === Bun.hash(line) && this.#now() - found.at <= KEPT_MS;
  }

  forget(key: string): void {
    this.#taken.delete(key);
  }

  add(key: string, line: Buffer): void {
    this.#taken.set(key, { line: Bun.hash(line), at: this.#now() });
  }
}
