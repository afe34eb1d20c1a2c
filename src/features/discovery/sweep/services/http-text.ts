import { cleanText } from "../clean-text";

/** Fields of a head that are read. */
const MAX_FIELDS = 64;
/** From there on nobody has a title. */
const MAX_TITLE_CHARACTERS = 1024;

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

/**
 * The head of an answer of HTTP, names in small letters and values cleaned, and what comes behind it; undefined where
 * it is none (RFC 9112 section 2.1).
 */
export function readHttpHead(answer: Buffer): { fields: Map<string, string>; body: string } | undefined {
  const text = answer.toString("utf8");
  if (!/^HTTP\/1\.[01] \d{3}/.test(text)) return undefined;
  const end = /\r?\n\r?\n/.exec(text);
  const head = end === null ? text : text.slice(0, end.index);
  const body = end === null ? "" : text.slice(end.index + end[0].length);
  return { fields: fieldsOf(head), body };
}

/** Fields of a head behind its first line, as HTTP and SSDP have them: the first of each name counts. */
export function fieldsOf(head: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of head.split(/\r?\n/).slice(1, MAX_FIELDS)) {
    const colon = line.indexOf(":");
    if (colon <= 0) continue;
    const name = line.slice(0, colon).trim().toLowerCase();
    if (!fields.has(name)) fields.set(name, cleanText(line.slice(colon + 1)));
  }
  return fields;
}

/** The title of a page; empty where it has none. */
export function titleOf(page: string): string {
  return elementText(page, "title");
}

/** The text of the first element with a name, without looking at what it stands in; empty where there is none. */
export function elementText(page: string, name: string): string {
  const begin = new RegExp(`<${name}(?:\\s[^<>]{0,200})?>`, "i").exec(page);
  if (begin === null) return "";
  const from = begin.index + begin[0].length;
  const rest = page.slice(from, from + MAX_TITLE_CHARACTERS);
  const end = rest.indexOf("<");
  return cleanText(withoutEntities(end < 0 ? rest : rest.slice(0, end)));
}

function withoutEntities(text: string): string {
  return text.replace(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,6});/gi, (all, inner: string) => {
    if (!inner.startsWith("#")) return ENTITIES[inner.toLowerCase()] ?? all;
    const isHexadecimal = /^#x/i.test(inner);
    return characterOf(isHexadecimal ? Number.parseInt(inner.slice(2), 16) : Number(inner.slice(1)));
  });
}

/** Empty where no character has the number. */
function characterOf(code: number): string {
  const isCharacter = code > 0 && code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff);
  return isCharacter ? String.fromCodePoint(code) : "";
}
