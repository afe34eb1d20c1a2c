import { isSame } from "../../event/byte-range";
import { BLANK } from "../values/characters";

/** The offset from `start` on of a text of ASCII in a line, or -1; the start itself of an empty one. */
export function indexIn(line: Uint8Array, text: string, start: number): number {
  const first = text.charCodeAt(0);
  if (text.length === 0) return start;
  const limit = line.length - text.length;
  for (let offset = start; offset <= limit; offset++)
    if (line[offset] === first && isSame(text, line, offset, offset + text.length)) return offset;
  return -1;
}

/** The offset of the last such octet that is not before `start`, or -1. */
export function lastIndexIn(line: Uint8Array, code: number, start: number): number {
  for (let offset = line.length - 1; offset >= start; offset--) if (line[offset] === code) return offset;
  return -1;
}

/** The offset of the next blank, or the end. */
export function wordEnd(line: Uint8Array, start: number): number {
  let end = start;
  while (end < line.length && line[end] !== BLANK) end++;
  return end;
}

/** Whether a text of ASCII stands there. */
export function isAt(line: Uint8Array, start: number, text: string): boolean {
  return start + text.length <= line.length && isSame(text, line, start, start + text.length);
}

/** Whether one of some texts of ASCII does. */
export function isAnyAt(line: Uint8Array, start: number, texts: readonly string[]): boolean {
  return texts.some((text) => isAt(line, start, text));
}
