import { FFIType, type Library } from "bun:ffi";
import { openCLibrary } from "../c-library";
import { stableMemory } from "../message-headers";

/** struct pollfd: descriptor, what is waited for, what is there. */
const ENTRY_BYTES = 8;
const EVENTS_AT = 4;
const READY_AT = 6;
const NOBODY = -1;

export const POLL_READ = 1;
export const POLL_WRITE = 4;

const FUNCTIONS = {
  poll: { args: [FFIType.ptr, FFIType.u64, FFIType.i32], returns: FFIType.i32 },
} as const;

/** Descriptors in numbered places, for one poll(2) after another. */
export class PollSet {
  readonly #library: Library<typeof FUNCTIONS>;
  readonly #entries: Buffer;
  readonly #places: number;

  constructor(places: number) {
    const library = openCLibrary(FUNCTIONS);
    if (library === null) throw new Error("our bug: descriptors without a C library");
    this.#library = library;
    this.#places = places;
    this.#entries = stableMemory(places * ENTRY_BYTES);
    for (let place = 0; place < places; place++) this.clear(place);
  }

  set(place: number, descriptor: number, events: number): void {
    this.#entries.writeInt32LE(descriptor, place * ENTRY_BYTES);
    this.#entries.writeInt16LE(events, place * ENTRY_BYTES + EVENTS_AT);
    this.#entries.writeInt16LE(0, place * ENTRY_BYTES + READY_AT);
  }

  clear(place: number): void {
    this.set(place, NOBODY, 0);
  }

  /** Whether the last wait found something there, an error too. */
  isReady(place: number): boolean {
    return this.#entries.readInt16LE(place * ENTRY_BYTES + READY_AT) !== 0;
  }

  /** Blocks the thread until something is there, or the time is over. */
  waitFor(milliseconds: number): void {
    this.#library.symbols.poll(this.#entries, this.#places, milliseconds);
  }
}
