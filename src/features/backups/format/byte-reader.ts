import { BadBackup } from "./bad-backup";

/**
 * Takes octets from a source piece by piece, as many as are wanted, and never more into memory than those and one
 * piece.
 */
export class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Throws BadBackup where the source ends before. */
  async take(count: number): Promise<Buffer> {
    const pieces: Uint8Array[] = [];
    let missing = count;
    while (missing > 0) {
      if (this.#rest.length === 0 && !(await this.#fill())) throw new BadBackup("it ends too early");
      const piece = this.#rest.subarray(0, missing);
      this.#rest = this.#rest.subarray(piece.length);
      missing -= piece.length;
      pieces.push(piece);
    }
    return Buffer.concat(pieces, count);
  }

  /** So many octets as they come, without holding them all. Throws BadBackup where the source ends before. */
  async *takePieces(count: number): AsyncGenerator<Uint8Array> {
    let missing = count;
    while (missing > 0) {
      if (this.#rest.length === 0 && !(await this.#fill())) throw new BadBackup("it ends too early");
      const piece = this.#rest.subarray(0, missing);
      this.#rest = this.#rest.subarray(piece.length);
      missing -= piece.length;
      yield piece;
    }
  }

  async isAtEnd(): Promise<boolean> {
    return this.#rest.length === 0 && !(await this.#fill());
  }

  /** Ends the source too. */
  async close(): Promise<void> {
    await this.#source.return?.();
  }

  async #fill(): Promise<boolean> {
    for (;;) {
      const next = await this.#source.next();
      if (next.done === true) return false;
      if (next.value.length === 0) continue;
      this.#rest = next.value;
      return true;
    }
  }
}
