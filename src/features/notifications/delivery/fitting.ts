const ELLIPSIS = "…";

/**
 * The pieces in a row, at most `longest` UTF-16 units: whole pieces only, and an ellipsis in place of those that found
 * no room. A text is the row of its characters, none of which is cut in two; half a surrogate pair becomes U+FFFD.
 */
export function fit(pieces: Iterable<string>, longest: number): string {
  let text = "";
  let beginning = "";
  for (const piece of pieces) {
    text += piece;
    if (text.length > longest) return `${beginning}${ELLIPSIS}`.toWellFormed();
    if (text.length < longest) beginning = text;
  }
  return text.toWellFormed();
}

/** Where a service that reads mentions would find one: `@name`, `<@id>`, `<!channel>`; not within a mail address. */
const MENTION = /(?<![\w.])@(?=[\w&!])|<(?=!\w)/gu;
const WORD_JOINER = "\u2060";

/** For services that cannot be told to ping nobody: it looks the same, and is no mention any more. */
export function withoutMentions(text: string): string {
  return text.replace(MENTION, `$&${WORD_JOINER}`);
}

/** On one line, without control characters. */
export function lineOf(text: string): string {
  return text.replace(/\p{Cc}+/gu, " ").trim();
}
