const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true });
const LONGEST_VARINT = 8;

/** Writes whole numbers of any size in seven bits an octet, small ones of either sign in few octets, and text. */
export class OctetWriter {
  #octets = new Uint8Array(256);
  #length = 0;

  octet(value: number): void {
    this.#reserve(1);
    this.#octets[this.#length++] = value;
  }

  /** Of a whole number from 0 to 2^53 - 1. */
  whole(value: number): void {
    this.#reserve(LONGEST_VARINT);
    let rest = value;
    while (rest >= 0x80) {
      this.#octets[this.#length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.#octets[this.#length++] = rest;
  }

  /** Of a whole number of either sign. */
  signed(value: number): void {
    this.whole(value < 0 ? -2 * value - 1 : 2 * value);
  }

  text(value: string): void {
    const octets = encoder.encode(value);
    this.whole(octets.length);
    this.#reserve(octets.length);
    this.#octets.set(octets, this.#length);
    this.#length += octets.length;
  }

  finish(): Uint8Array {
    return this.#octets.subarray(0, this.#length);
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#octets.length) return;
    const larger = new Uint8Array(Math.max(this.#octets.length * 2, this.#length + count));
    larger.set(this.#octets);
    this.#octets = larger;
  }
}

/** Reads what `OctetWriter` wrote; throws where there is less. */
export class OctetReader {
  readonly #octets: Uint8Array;
  #place = 0;

  constructor(octets: Uint8Array) {
    this.#octets = octets;
  }

  octet(): number {
    const octet = this.#octets[this.#place++];
    if (octet === undefined) throw new Error("it ends too early");
    return octet;
  }

  whole(): number {
    let value = 0;
    for (let digit = 0; digit < LONGEST_VARINT; digit += 1) {
      const octet = this.octet();
      value += (octet & 0x7f) * 0x80 ** digit;
      if (octet < 0x80) return value;
    }
    throw new Error("a number is too long");
  }

  signed(): number {
    const value = this.whole();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  text(): string {
    const length = this.whole();
    const end = this.#place + length;
    if (end > this.#octets.length) throw new Error("it ends too early");
    const text = decoder.decode(this.#octets.subarray(this.#place, end));
    this.#place = end;
    return text;
  }

  /** Throws where something is left. */
  finish(): void {
    if (this.#place !== this.#octets.length) throw new Error("it is longer than what it holds");
  }
}
