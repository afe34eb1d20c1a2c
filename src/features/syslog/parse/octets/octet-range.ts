import type { ByteRange } from "../../event/byte-range";
import { BLANK, TILDE } from "../values/characters";

/** Nothing of a line. */
export const NO_RANGE: ByteRange = { start: 0, end: 0 };

/** Whether something stands there. */
export function isThere({ start, end }: ByteRange): boolean {
  return start !== end;
}

export function setRange(range: ByteRange, start: number, end: number): void {
  range.start = start;
  range.end = end;
}

/** Makes a range the same as another. */
export function copyRange(from: ByteRange, to: ByteRange): void {
  setRange(to, from.start, from.end);
}

/** Whether a line is printable ASCII there. */
export function isPrintable(line: Uint8Array, start: number, end: number): boolean {
  for (let offset = start; offset < end; offset++) {
    const code = line[offset] ?? 0;
    if (code < BLANK || code > TILDE) return false;
  }
  return true;
}
