/** The words of a text that lists them, parted by blanks or lines. */
export function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

/** The same, to be asked whether a word is one of them. */
export function wordSet(text: string): ReadonlySet<string> {
  return new Set(wordsOf(text));
}

const WORD_OF_NAME = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g;

/** The words that a name is put together of, in small letters: `clientIPAddress` and `client_ip_address` have the same. */
export function wordsOfName(name: string): string[] {
  return (name.match(WORD_OF_NAME) ?? []).map((word) => word.toLowerCase());
}
