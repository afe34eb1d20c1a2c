/** Less is read into memory of its own size: where few lines come nothing is kept for more. */
const LARGE_BYTES = 512 * 1024;
/** As many as are read, parsed and on their way back at a time. */
const MAX_SPARE = 4;

/**
 * Memory for what is read of the journal. It moves to the thread that parses and comes back: new memory for each part
 * would have to be mapped page by page, and what is left of it collected as garbage several times a second.
 */
export class ReadMemory {
  #spare: ArrayBuffer[] = [];

  /** Room for so many octets, of at most `most`; what stands in it means nothing. */
  take(length: number, most: number): Buffer {
    if (length < LARGE_BYTES) {
      this.#spare = [];
      return Buffer.allocUnsafeSlow(length);
    }
    const spare = this.#spare.pop();
    if (spare !== undefined && spare.byteLength >= length) return Buffer.from(spare, 0, length);
    return Buffer.allocUnsafeSlow(Math.max(length, most)).subarray(0, length);
  }

  /** Takes back what nobody looks at any more. */
  giveBack(memory: ArrayBuffer): void {
    if (memory.byteLength >= LARGE_BYTES && this.#spare.length < MAX_SPARE) this.#spare.push(memory);
  }
}
