import type { ByteRange } from "../event/byte-range";
import { ByteWriter } from "./byte-writer";

/** More different texts than that have no place. */
export const MAX_TEXTS = 2048;
/** Twice as many as there are texts, so that a search among them is short. */
const SLOT_BITS = 12;
const SLOTS = 2 ** SLOT_BITS;
/** 2^32 divided by the golden ratio: spreads neighbours. */
const SPREAD = 0x9e_37_79_b1;
const ASCII = 0x80;

const encoded = new ByteWriter();

/**
 * Different texts and their places, from 1 on in the order in which they came, as the dictionary page of a column has
 * them.
 */
export class TextDictionary {
  /** Of each text its length in 32 bits, then its bytes. */
  readonly #plain = new ByteWriter();
  readonly #starts = new Int32Array(MAX_TEXTS);
  readonly #lengths = new Int32Array(MAX_TEXTS);
  /** Places by the hash of the bytes, or next to it; 0: none. */
  readonly #slots = new Uint16Array(SLOTS);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  clear(): void {
    if (this.#size > 0) this.#slots.fill(0);
    this.#plain.clear();
    this.#size = 0;
  }

  /** The place of a text, which is entered where it is new; 0 where there is no room for it. */
  placeOf(text: string): number {
    let hash = 0;
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (code >= ASCII) return this.#placeOfEncoded(text);
      hash = Math.imul(hash, 31) + code;
    }
    for (let slot = slotOf(hash); ; slot = (slot + 1) & (SLOTS - 1)) {
      const place = this.#slots[slot] ?? 0;
      if (place !== 0 && !this.#isText(place, text)) continue;
      if (place !== 0 || this.#size === MAX_TEXTS) return place;
      this.#enter(slot, text.length);
      this.#plain.text(text);
      return this.#size;
    }
  }

  /** As `placeOf`, of a text in UTF-8. */
  placeOfBytes(bytes: Uint8Array, part: ByteRange): number {
    let hash = 0;
    for (let index = part.start; index < part.end; index++) hash = Math.imul(hash, 31) + (bytes[index] ?? 0);
    for (let slot = slotOf(hash); ; slot = (slot + 1) & (SLOTS - 1)) {
      const place = this.#slots[slot] ?? 0;
      if (place !== 0 && !this.#isBytes(place, bytes, part)) continue;
      if (place !== 0 || this.#size === MAX_TEXTS) return place;
      this.#enter(slot, part.end - part.start);
      this.#plain.part(bytes, part);
      return this.#size;
    }
  }

  /** Where the text of a place stands in `bytes`. */
  rangeOf(place: number): ByteRange {
    const start = this.#starts[place - 1] ?? 0;
    return { start, end: start + (this.#lengths[place - 1] ?? 0) };
  }

  /** Valid until another text is entered. */
  get bytes(): Uint8Array {
    return this.#plain.view();
  }

  /** Writes the texts in the order of their places. */
  write(out: ByteWriter): void {
    out.bytes(this.#plain.view());
  }

  #placeOfEncoded(text: string): number {
    encoded.clear();
    const end = encoded.text(text);
    return this.placeOfBytes(encoded.view(), { start: 0, end });
  }

  /** Makes a place for a text of so many bytes, which are to be written next. */
  #enter(slot: number, length: number): void {
    this.#plain.uint32(length);
    this.#starts[this.#size] = this.#plain.length;
    this.#lengths[this.#size] = length;
    this.#slots[slot] = ++this.#size;
  }

  #isText(place: number, text: string): boolean {
    if (this.#lengths[place - 1] !== text.length) return false;
    const memory = this.#plain.reserve(0);
    const start = this.#starts[place - 1] ?? 0;
    for (let index = 0; index < text.length; index++) {
      if (memory[start + index] !== text.charCodeAt(index)) return false;
    }
    return true;
  }

  #isBytes(place: number, bytes: Uint8Array, part: ByteRange): boolean {
    if (this.#lengths[place - 1] !== part.end - part.start) return false;
    const memory = this.#plain.reserve(0);
    const shift = (this.#starts[place - 1] ?? 0) - part.start;
    for (let index = part.start; index < part.end; index++) {
      if (memory[shift + index] !== bytes[index]) return false;
    }
    return true;
  }
}

function slotOf(hash: number): number {
  return Math.imul(hash, SPREAD) >>> (32 - SLOT_BITS);
}
