import { FFIType, type Library } from "bun:ffi";
import { openCLibrary } from "../c-library";

/** Of struct pollfd: descriptor, what is waited for, what is there. */
const ENTRY_BYTES = 8;
const EVENTS_AT = 4;
const POLLIN = 1;

const FUNCTIONS = {
  poll: { args: [FFIType.ptr, FFIType.u64, FFIType.i32], returns: FFIType.i32 },
} as const;

/** Blocks the thread until there is something to read on one of the sockets. */
export class PacketWait {
  readonly #library: Library<typeof FUNCTIONS>;
  readonly #entries: Buffer<ArrayBuffer>;

  constructor(descriptors: readonly number[]) {
    const library = openCLibrary(FUNCTIONS);
    if (library === null) throw new Error("our bug: sockets without a C library");
    this.#library = library;
    this.#entries = Buffer.from(new ArrayBuffer(descriptors.length * ENTRY_BYTES));
    for (const [index, descriptor] of descriptors.entries()) {
      this.#entries.writeInt32LE(descriptor, index * ENTRY_BYTES);
      this.#entries.writeInt16LE(POLLIN, index * ENTRY_BYTES + EVENTS_AT);
    }
  }

  waitFor(milliseconds: number): void {
    this.#library.symbols.poll(this.#entries, this.#entries.length / ENTRY_BYTES, milliseconds);
  }
}
