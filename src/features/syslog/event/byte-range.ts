/** A part of bytes: from `start` up to and without `end`. */
export type ByteRange = { start: number; end: number };

/** A text of a line: where it stands in the line's bytes; `text` where the range is empty. Null: the line has none. */
export type LineText = ByteRange & { text: string | null };

/** Of the runtime: the text of a part of any bytes, without a view of the part. */
const { latin1Slice } = Buffer.prototype;

/** The text that ASCII bytes are. */
export function textOf(bytes: Uint8Array, start: number, end: number): string {
  return latin1Slice.call(bytes, start, end);
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
