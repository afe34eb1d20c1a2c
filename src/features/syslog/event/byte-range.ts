/** A part of octets: from `start` up to and without `end`. */
export type ByteRange = { start: number; end: number };

/** The text that ASCII octets are. */
export function textOf(octets: Uint8Array, start: number, end: number): string {
  return Buffer.from(octets.buffer, octets.byteOffset + start, end - start).toString("latin1");
}

/** Whether a text is what ASCII octets say. */
// oxlint-disable-next-line max-params -- it runs two dozen times per line
export function isSame(text: string, octets: Uint8Array, start: number, end: number): boolean {
  if (text.length !== end - start) return false;
  for (let index = 0; index < text.length; index++) {
    if (text.charCodeAt(index) !== octets[start + index]) return false;
  }
  return true;
}
