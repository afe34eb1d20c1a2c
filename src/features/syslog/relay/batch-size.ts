const MOST_BYTES = 1024 * 1024;
const LEAST_BYTES = 16 * 1024;

/** How much is sent at a time: less where that is too much for what is on the way, and then again, little by little, more. */
export class BatchSize {
  #bytes = MOST_BYTES;

  get bytes(): number {
    return this.#bytes;
  }

  /** So much is worth a request before its second is over. */
  get isFullFrom(): number {
    return this.#bytes / 2;
  }

  /** A batch was too large. False: there is none that is smaller. */
  shrink(): boolean {
    if (this.#bytes === LEAST_BYTES) return false;
    this.#bytes = Math.max(LEAST_BYTES, this.#bytes / 4);
    return true;
  }

  /** A batch was taken. */
  grow(): void {
    this.#bytes = Math.min(MOST_BYTES, this.#bytes + LEAST_BYTES);
  }
}
