/**
 * A word or phrase of a search text, as the service reads it; `field` where it was written as `field:value`. `start`
 * and `end` are its place in the text.
 */
export type Term = {
  field: string | undefined;
  text: string;
  isNegated: boolean;
  start: number;
  end: number;
};

export type TermContent = Pick<Term, "text" | "isNegated"> & { field?: string | undefined };

/** Longest search text that the service takes. */
export const MAX_QUERY_LENGTH = 500;

/** What people who come from other products write for a field; as the service takes it. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  src: "src_ip",
  srcip: "src_ip",
  dst: "dst_ip",
  dstip: "dst_ip",
  sport: "src_port",
  srcport: "src_port",
  dport: "dst_port",
  dstport: "dst_port",
  proto: "protocol",
  hostname: "source_host",
  host: "source_host",
};

/** The field that is meant by a name, whatever its case. */
export function meantBy(name: string): string {
  const lower = name.toLowerCase();
  return Object.hasOwn(OTHER_NAMES, lower) ? (OTHER_NAMES[lower] ?? lower) : lower;
}

/**
 * Splits a search text as the service does: words, "phrases", a leading - that negates, field:value for known fields, by
 * their names or those that others have for them.
 */
export function splitQuery(query: string, fields: ReadonlySet<string>): Term[] {
  const terms: Term[] = [];
  let at = 0;
  while (at < query.length) {
    if (/\s/.test(query[at] ?? "")) {
      at += 1;
      continue;
    }
    const start = at;
    const isNegated = /^-\S/.test(query.slice(at));
    if (isNegated) at += 1;
    const found = fieldAt(query.slice(at), fields);
    if (found !== undefined) at += found.written.length + 1;
    const { text, length } = textAt(query.slice(at));
    at += length;
    if (text !== "") terms.push({ field: found?.field, text, isNegated, start, end: at });
  }
  return terms;
}

function fieldAt(rest: string, fields: ReadonlySet<string>): { field: string; written: string } | undefined {
  const written = /^([a-z_]+):\S/i.exec(rest)?.[1];
  if (written === undefined) return undefined;
  const field = meantBy(written);
  return fields.has(field) ? { field, written } : undefined;
}

function textAt(rest: string): { text: string; length: number } {
  if (!rest.startsWith('"')) {
    const text = /^\S*/.exec(rest)?.[0] ?? "";
    return { text, length: text.length };
  }
  const end = rest.indexOf('"', 1);
  return end === -1
    ? { text: rest.slice(1), length: rest.length }
    : { text: rest.slice(1, end), length: end + 1 };
}

/** The term as it is written; undefined where the grammar, which knows no escapes, cannot say it. */
export function printTerm(
  { field, text, isNegated }: TermContent,
  fields: ReadonlySet<string>,
): string | undefined {
  const prefix = `${isNegated ? "-" : ""}${field === undefined ? "" : `${field}:`}`;
  return [`${prefix}${text}`, `${prefix}"${text}"`].find((written) => {
    const terms = splitQuery(written, fields);
    const [term] = terms;
    return terms.length === 1 && term?.text === text && term.field === field && term.isNegated === isNegated;
  });
}

/**
 * The query with one term more. What it says already is not said twice, and a term replaces its own opposite. Undefined
 * where the term cannot be written, or the query would be too long.
 */
export function addTerm(query: string, added: TermContent, fields: ReadonlySet<string>): string | undefined {
  const written = printTerm(added, fields);
  if (written === undefined) return undefined;
  const terms = splitQuery(query, fields);
  const isSame = ({ field, text }: Term) => field === added.field && text === added.text;
  if (terms.some((term) => isSame(term) && term.isNegated === added.isNegated)) return query;
  const rest = terms.filter(isSame).reduceRight(removeTerm, query);
  const next = `${closeQuote(rest)} ${written}`.trim();
  return next.length > MAX_QUERY_LENGTH ? undefined : next;
}

/** The query without one of its terms. */
export function removeTerm(query: string, { start, end }: Pick<Term, "start" | "end">): string {
  return [query.slice(0, start).trimEnd(), query.slice(end).trimStart()]
    .filter((part) => part !== "")
    .join(" ");
}

/** A phrase that is not closed would swallow what is put behind it. */
function closeQuote(query: string): string {
  return [...query.matchAll(/"/g)].length % 2 === 1 && /(?:^|[\s:-])"[^"]*$/.test(query)
    ? `${query}"`
    : query;
}
