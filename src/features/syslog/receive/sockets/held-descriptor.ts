import { FFIType } from "bun:ffi";
import { openCLibrary } from "#platform/c-library";

/**
 * Names the descriptor that a thread holds beside the runtime's own, which closes none but those when a thread crashes:
 * an open socket that nobody reads would swallow what is sent to it. Shared by the thread and its owner.
 */
export type DescriptorCell = Int32Array<SharedArrayBuffer>;

const NONE = -1;

export function createDescriptorCell(): DescriptorCell {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)).fill(NONE);
}

export function noteDescriptor(cell: DescriptorCell, descriptor: number): void {
  Atomics.store(cell, 0, descriptor);
}

/**
 * Closes the descriptor, once, whoever asks: the thread when it is done with it, or its owner when the thread is gone.
 */
export function closeDescriptor(cell: DescriptorCell): void {
  const descriptor = Atomics.exchange(cell, 0, NONE);
  if (descriptor === NONE) return;
  const library = openCLibrary({ close: { args: [FFIType.i32], returns: FFIType.i32 } });
  library?.symbols.close(descriptor);
  library?.close();
}
