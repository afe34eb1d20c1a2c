/** Characters of a search text. */
export const MAX_QUERY_LENGTH = 500;

/** A word or phrase of the search text; `field` where it was written as `field:value` with a known field. */
export type Term = { field: string | undefined; text: string; isNegated: boolean };

/**
 * Splits a search text into terms: words, "phrases", a leading - that negates, and field:value for the
 * given fields only. All else is literal: there are no wildcards, escapes or operators. A phrase that is not closed
 * goes to the end.
 */
export function splitQuery(query: string, fields: ReadonlySet<string>): Term[] {
  const terms: Term[] = [];
  let rest = query.trimStart();
  while (rest !== "") {
    const isNegated = /^-\S/.test(rest);
    if (isNegated) rest = rest.slice(1);
    const field = findField(rest, fields);
    if (field !== undefined) rest = rest.slice(field.length + 1);
    const { text, length } = takeText(rest);
    if (text !== "") terms.push({ field, text, isNegated });
    rest = rest.slice(length).trimStart();
  }
  return terms;
}

/** A name before a colon counts as a field only where a value follows. */
function findField(rest: string, fields: ReadonlySet<string>): string | undefined {
  const [, name, value] = /^([a-z_]+):(\S)/i.exec(rest) ?? [];
  if (name === undefined || value === undefined) return undefined;
  return fields.has(name.toLowerCase()) ? name.toLowerCase() : undefined;
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
