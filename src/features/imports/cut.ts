/** At most so many UTF-16 units of a text, without half a character or blanks at its end. */
export function cut(text: string, length: number): string {
  const half = /[\uD800-\uDBFF]$/;
  return text.slice(0, length).replace(half, "").trimEnd();
}
