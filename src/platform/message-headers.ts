import { FFIType, ptr } from "bun:ffi";

/** Linux, 64 bits: sizes of struct mmsghdr and iovec, and where in the first what stands. */
export const HEADER_BYTES = 64;
export const HEADER_NAME_LENGTH = 8;
export const HEADER_CONTROL_LENGTH = 40;
export const HEADER_LENGTH = 56;
const HEADER_NAME = 0;
const HEADER_VECTORS = 16;
const HEADER_VECTOR_COUNT = 24;
const HEADER_CONTROL = 32;
const VECTOR_BYTES = 16;

export const MSG_TRUNC = 0x20;
export const MSG_DONTWAIT = 0x40;

/** recvmmsg(2). */
export const RECVMMSG = {
  args: [FFIType.i32, FFIType.ptr, FFIType.u32, FFIType.i32, FFIType.ptr],
  returns: FFIType.i32,
} as const;

/** Memory of many slots of one size, one behind the other. */
type Slots = { memory: Uint8Array; bytes: number };

type Memory = {
  /** Octets of messages. */
  data: Slots;
  /** Addresses of senders. */
  names: Slots;
  /** What the kernel says beside the octets. */
  controls?: Slots;
};

/** Memory that stays where it is: the runtime may move that of small arrays which it did not get as a buffer. */
export function stableMemory(bytes: number): Buffer<ArrayBuffer> {
  return Buffer.from(new ArrayBuffer(bytes));
}

/**
 * Headers for `count` messages of one call of recvmmsg(2), which tell the kernel where each of them goes. They point to
 * the vectors and to the memory that is given: all of it must be held for as long as they are used.
 */
export function describeMessages(count: number, { data, names, controls }: Memory) {
  const headers = stableMemory(count * HEADER_BYTES);
  const vectors = stableMemory(count * VECTOR_BYTES);
  const placeOf = ({ memory: slots, bytes }: Slots) => {
    const start = ptr(slots);
    return (slot: number) => BigInt(start + slot * bytes);
  };
  const [dataAt, nameAt] = [placeOf(data), placeOf(names)];
  const vectorAt = placeOf({ memory: vectors, bytes: VECTOR_BYTES });
  const controlAt = controls && placeOf(controls);
  for (let slot = 0; slot < count; slot++) {
    vectors.writeBigUInt64LE(dataAt(slot), slot * VECTOR_BYTES);
    vectors.writeBigUInt64LE(BigInt(data.bytes), slot * VECTOR_BYTES + 8);
    const header = slot * HEADER_BYTES;
    headers.writeBigUInt64LE(nameAt(slot), header + HEADER_NAME);
    headers.writeUInt32LE(names.bytes, header + HEADER_NAME_LENGTH);
    headers.writeBigUInt64LE(vectorAt(slot), header + HEADER_VECTORS);
    headers.writeBigUInt64LE(1n, header + HEADER_VECTOR_COUNT);
    if (controlAt !== undefined) headers.writeBigUInt64LE(controlAt(slot), header + HEADER_CONTROL);
  }
  return { headers, vectors };
}
