/** Characters of a search text. */
export const MAX_QUERY_LENGTH = 500;

/** A word or phrase of the search text; `field` where it was written as `field:value` with a known field. */
export type Term = { field: string | undefined; text: string; isNegated: boolean; isQuoted: boolean };

/** What people who come from other products write for a field. */
export const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ["src", "src_ip"],
  ["srcip", "src_ip"],
  ["dst", "dst_ip"],
  ["dstip", "dst_ip"],
  ["sport", "src_port"],
  ["srcport", "src_port"],
  ["dport", "dst_port"],
  ["dstport", "dst_port"],
  ["proto", "protocol"],
  ["hostname", "source_host"],
  ["host", "source_host"],
]);

/**
 * Splits a search text into terms: words, "phrases", a leading - that negates, and field:value for the given fields
 * only, by their names or those that others have for them (`src:`). All else is literal: there are no wildcards, escapes
 * or operators. A phrase that is not closed goes to the end.
 */
export function splitQuery(query: string, fields: ReadonlySet<string>): Term[] {
  const terms: Term[] = [];
  let rest = query.trimStart();
  while (rest !== "") {
    const isNegated = /^-\S/.test(rest);
    if (isNegated) rest = rest.slice(1);
    const found = findField(rest, fields);
    if (found !== undefined) rest = rest.slice(found.written.length + 1);
    const { text, length } = takeText(rest);
    const isQuoted = rest.startsWith('"');
    if (text !== "") terms.push({ field: found?.field, text, isNegated, isQuoted });
    rest = rest.slice(length).trimStart();
  }
  return terms;
}

/** A name before a colon counts as a field only where a value follows. */
function findField(
  rest: string,
  fields: ReadonlySet<string>,
): { field: string; written: string } | undefined {
  const [, name, value] = /^([a-z_]+):(\S)/i.exec(rest) ?? [];
  if (name === undefined || value === undefined) return undefined;
  const lower = name.toLowerCase();
  const field = OTHER_NAMES.get(lower) ?? lower;
  return fields.has(field) ? { field, written: name } : undefined;
}

function takeText(rest: string): { text: string; length: number } {
  if (rest.startsWith('"')) {
    const end = rest.indexOf('"', 1);
    return end === -1
      ? { text: rest.slice(1), length: rest.length }
      : { text: rest.slice(1, end), length: end + 1 };
  }
  const text = /^\S*/.exec(rest)?.[0] ?? "";
  return { text, length: text.length };
}
