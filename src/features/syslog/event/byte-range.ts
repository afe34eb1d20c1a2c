/** A part of bytes: from `start` up to and without `end`. */
export type ByteRange = { start: number; end: number };

/** A text of a line: where it stands in the line's bytes; `text` where the range is empty. Null: the line has none. */
export type LineText = ByteRange & { text: string | null };

/** The text that ASCII bytes are. */
export function textOf(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString("latin1");
}

/** Whether a text is what ASCII bytes say. */
// oxlint-disable-next-line max-params -- it runs two dozen times per line
export function isSame(text: string, bytes: Uint8Array, start: number, end: number): boolean {
  if (text.length !== end - start) return false;
  for (let index = 0; index < text.length; index++) {
    if (text.charCodeAt(index) !== bytes[start + index]) return false;
  }
  return true;
}
