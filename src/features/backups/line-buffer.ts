const FIRST_OCTETS = 64 * 1024;
/** Of a UTF-16 unit in UTF-8. */
const MAX_OCTETS = 3;
const LINE_FEED = 0x0a;

/**
 * Lines as octets, each with its line feed, in one piece of memory that is used again and again: gigabytes go through
 * it, and what is thrown away would pile up where the process has other things to do than to collect it.
 */
export class LineBuffer {
  readonly #reserved: number;
  #memory = Buffer.allocUnsafe(FIRST_OCTETS);
  #end: number;

  /** `reserved` octets before the lines are the caller's. */
  constructor(reserved = 0) {
    this.#reserved = reserved;
    this.#end = reserved;
  }

  /** Of the lines so far. */
  get octets(): number {
    return this.#end - this.#reserved;
  }

  add(line: string): void {
    this.#makeRoom(line.length * MAX_OCTETS + 1);
    this.#end += this.#memory.write(line, this.#end);
    this.#memory[this.#end] = LINE_FEED;
    this.#end += 1;
  }

  /** Puts zeros behind the lines. */
  pad(octets: number): void {
    this.#makeRoom(octets);
    this.#memory.fill(0, this.#end, this.#end + octets);
    this.#end += octets;
  }

  /** What there is, the reserved octets included, and begins anew; good until the next line. */
  take(): Buffer {
    const taken = this.#memory.subarray(0, this.#end);
    this.#end = this.#reserved;
    return taken;
  }

  #makeRoom(octets: number): void {
    if (this.#end + octets <= this.#memory.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#memory.length * 2, this.#end + octets));
    this.#memory.copy(larger, 0, 0, this.#end);
    this.#memory = larger;
  }
}
