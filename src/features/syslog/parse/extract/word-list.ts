/** The words of a text that lists them, parted by blanks or lines. */
export function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

/** The same, to be asked whether a word is one of them. */
export function wordSet(text: string): ReadonlySet<string> {
  return new Set(wordsOf(text));
}
