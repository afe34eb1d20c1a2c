/** Whether every word of the text is in what is known of a thing, whatever its case. A text without words is. */
export function hasEveryWord(known: readonly (string | null)[], text: string): boolean {
  const searched = known.join("\n").toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word));
}
