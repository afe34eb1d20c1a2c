import { FFIType, ptr } from "bun:ffi";
import { openCLibrary } from "./c-library";

/** Of madvise(2). */
const MADV_DONTNEED = 4;
/** The largest pages that Linux is built with. */
const PAGE_BYTES = 64 * 1024;

/** Whole pages of this process's memory. */
export type Range = { start: bigint; bytes: bigint };

/**
 * Takes ranges out of this process's memory until they are used again: what is a file's is read from it then, all else
 * is zero. Does nothing but on Linux.
 */
export function letGo(ranges: readonly Range[]): void {
  if (ranges.length === 0) return;
  const library = openCLibrary({
    madvise: { args: [FFIType.u64, FFIType.u64, FFIType.i32], returns: FFIType.i32 },
  });
  for (const { start, bytes } of ranges) library?.symbols.madvise(start, bytes, MADV_DONTNEED);
  library?.close();
}

/** The same of an array of which nobody needs a byte any more: those in its whole pages are zero where it is used again. */
export function letGoOf(array: Uint8Array): void {
  const at = ptr(array);
  const start = Math.ceil(at / PAGE_BYTES) * PAGE_BYTES;
  const end = Math.floor((at + array.length) / PAGE_BYTES) * PAGE_BYTES;
  if (end > start) letGo([{ start: BigInt(start), bytes: BigInt(end - start) }]);
}
