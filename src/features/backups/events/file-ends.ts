/** A Parquet file begins and ends with it (its format's specification, "File format"). */
const MAGIC = Buffer.from("PAR1");
/** Before the last magic: the length of the footer. */
const LENGTH_OCTETS = 4;
const TAIL_OCTETS = LENGTH_OCTETS + MAGIC.length;

/** The first and last octets of a file that comes in pieces. */
export class FileEnds {
  #head = Buffer.alloc(0);
  #tail = Buffer.alloc(0);

  add(piece: Uint8Array): void {
    if (this.#head.length < MAGIC.length)
      this.#head = Buffer.concat([this.#head, piece.subarray(0, MAGIC.length - this.#head.length)]);
    const last = piece.subarray(Math.max(0, piece.length - TAIL_OCTETS));
    this.#tail = Buffer.concat([this.#tail, last]).subarray(-TAIL_OCTETS);
  }

  /** Whether the file of so many octets can be a Parquet file with a footer in it. */
  areThoseOfParquet(octets: number): boolean {
    if (octets < MAGIC.length + TAIL_OCTETS || this.#tail.length < TAIL_OCTETS) return false;
    const footer = this.#tail.readUInt32LE(0);
    return (
      this.#head.equals(MAGIC) &&
      this.#tail.subarray(LENGTH_OCTETS).equals(MAGIC) &&
      footer > 0 &&
      footer <= octets - MAGIC.length - TAIL_OCTETS
    );
  }
}
