/** The words of ISC's configuration syntax (dhcpd.leases(5)). Pure. */

export type Token = { kind: "word" | "string" | "open" | "close" | "end"; text: string; line: number };

/** Strings do not span lines: dhcpd writes line ends in them as octal. One that is not closed ends with its line. */
const TOKEN = /([\s\uFEFF]+|#[^\n]*)|"((?:[^"\\\n]|\\[^\n])*)"|([{};])|("[^\n]*|[^\s{};"]+)/y;

const SIGNS = { "{": "open", "}": "close", ";": "end" } as const;

/** Reads words, strings (without quotes, escapes as they stand) and signs; blanks and comments are left out. */
export function* iscTokens(text: string): Generator<Token> {
  let line = 1;
  const pattern = new RegExp(TOKEN);
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [, blank, string, sign, word] = match;
    if (string !== undefined) yield { kind: "string", text: string, line };
    else if (sign === "{" || sign === "}" || sign === ";") yield { kind: SIGNS[sign], text: sign, line };
    else if (word !== undefined) yield { kind: "word", text: word, line };
    else if (blank !== undefined) line += countLineEnds(blank);
  }
}

function countLineEnds(text: string): number {
  let count = 0;
  for (const sign of text) if (sign === "\n") count += 1;
  return count;
}

const ESCAPE = /\\([0-7]{1,3}|[^])|[^\\]+/g;
const NAMED: Readonly<Record<string, number>> = { n: 10, t: 9, r: 13, b: 8 };

/** The octets of a string with its escapes: octal (`\001`), `\"`, `\\`. */
export function unescapeOctets(text: string): number[] {
  const octets: number[] = [];
  for (const [whole, escaped] of text.matchAll(ESCAPE)) {
    if (escaped === undefined) octets.push(...new TextEncoder().encode(whole));
    else if (/^[0-7]/.test(escaped)) octets.push(Number.parseInt(escaped, 8) & 0xff);
    else octets.push(...(escaped in NAMED ? [NAMED[escaped] ?? 0] : new TextEncoder().encode(escaped)));
  }
  return octets;
}

export function unescapeText(text: string): string {
  return new TextDecoder().decode(new Uint8Array(unescapeOctets(text)));
}
