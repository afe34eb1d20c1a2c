/** Less is read into memory of its own size: where few lines come nothing is kept for more. */
const LARGE_BYTES = 512 * 1024;
/** What a record of unusual length took is not kept for those of usual length. */
const MOST_BYTES = 4 * 1024 * 1024;
/** As many as are read, parsed and on their way back at a time. */
const MAX_SPARE = 4;

/**
 * Memory for what is read of the journal. It moves to the thread that parses and comes back: new memory for each part
 * would have to be mapped page by page, and what is left of it collected as garbage several times a second.
 */
export class ReadMemory {
  #spare: ArrayBuffer[] = [];
  /** The last part was a large one: more of them are likely. */
  #isBusy = true;

  /** Room for so many octets, of at most `most`; what stands in it means nothing. */
  take(length: number, most: number): Buffer {
    this.#isBusy = length >= LARGE_BYTES;
    if (!this.#isBusy) {
      this.#spare = [];
      return Buffer.allocUnsafeSlow(length);
    }
    const spare = this.#spare.pop();
    if (spare !== undefined && spare.byteLength >= length) return Buffer.from(spare, 0, length);
    return Buffer.allocUnsafeSlow(Math.max(length, most)).subarray(0, length);
  }

  /** Takes back what nobody looks at any more. */
  giveBack(memory: ArrayBuffer): void {
    const isUsual = memory.byteLength >= LARGE_BYTES && memory.byteLength <= MOST_BYTES;
    if (this.#isBusy && isUsual && this.#spare.length < MAX_SPARE) this.#spare.push(memory);
  }
}
