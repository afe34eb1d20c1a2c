const ADDRESS_WINDOW_MS = 60_000;
/** Of one address in the window; many jobs may share one. */
const MAX_OF_ADDRESS = 600;
/** Of all of them in the window, of addresses that there was no room for. */
const MAX_KEPT = 10_000;
const TOKEN_MS = 1000;

/** Keeps a flood of reports from the database, in the memory of one process. */
export class PushLimit {
  readonly #nowMs: () => number;
  #windowEndsMs = 0;
  /** Reports of addresses in this window; those beyond `MAX_KEPT` share one count. */
  readonly #counts = new Map<string, number>();
  /** When reports to tokens that exist came last. */
  readonly #tokens = new Map<string, number>();

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** Counts a report of the address; gives the seconds that it has to wait, 0 where it has not. */
  count(address: string): number {
    const now = this.#nowMs();
    if (now >= this.#windowEndsMs) {
      this.#counts.clear();
      this.#windowEndsMs = now + ADDRESS_WINDOW_MS;
    }
    const isKnown = this.#counts.has(address) || this.#counts.size < MAX_KEPT;
    const key = isKnown ? address : "others";
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return count <= MAX_OF_ADDRESS ? 0 : Math.ceil((this.#windowEndsMs - now) / 1000);
  }

  /** Whether the token had a report within the last second. */
  isTooSoon(hash: string): boolean {
    const last = this.#tokens.get(hash);
    return last !== undefined && this.#nowMs() - last < TOKEN_MS;
  }

  note(hash: string): void {
    const now = this.#nowMs();
    this.#tokens.set(hash, now);
    if (this.#tokens.size <= MAX_KEPT) return;
    for (const [known, last] of this.#tokens) if (now - last >= TOKEN_MS) this.#tokens.delete(known);
  }
}
