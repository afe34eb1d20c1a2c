/**
 * Gives out a collector's event ids: strictly increasing, and at least the arrival in µs since the epoch. The journal's
 * thread alone gives them, also for batches that other threads collected.
 */
export class IdAllocator {
  #lastId: number;

  /** Gives nothing at or below `lastId`. */
  constructor(lastId: number) {
    this.#lastId = lastId;
  }

  /**
   * Claims the ids of one batch. `lastIdFrom` tells which id the batch ends with when it starts with a given one.
   * Returns first and last id of the batch.
   */
  claim(arrivalMicros: number, lastIdFrom: (firstId: number) => number): { firstId: number; lastId: number } {
    const firstId = Math.max(this.#lastId + 1, arrivalMicros);
    this.#lastId = lastIdFrom(firstId);
    return { firstId, lastId: this.#lastId };
  }
}
