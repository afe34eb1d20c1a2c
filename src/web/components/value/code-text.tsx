/** A text whose parts between backticks are what somebody types or reads in a file. */
export function CodeText({ text }: { text: string }) {
  // Every second part stood between two of them.
  return text.split("`").map((part, place) => (place % 2 === 1 ? <code key={place}>{part}</code> : part));
}
