import { FIELD_NAMES, findField, QUERY_FIELDS, type QueryField } from "./fields";
import { printTerm } from "./query-text";
import { verdictsBehind } from "./verdict-words";

/** One thing that can be put in place of what stands at the cursor. */
export type Suggestion = {
  /** Unique in the list. */
  id: string;
  /** As it will stand in the query. */
  insert: string;
  /** As it is shown, where that is not `insert`. */
  label?: string;
  hint?: string;
  /** Events with this value. */
  count?: number;
  /** The whole query is replaced, and run. */
  isQuery?: boolean;
};

/** What stands at the cursor, and where; `none`: inside of quotes, or in the middle of a word. */
export type Token =
  | { kind: "none" }
  | { kind: "start"; start: number; end: number; prefix: string; isNegated: boolean }
  | { kind: "value"; start: number; end: number; prefix: string; isNegated: boolean; field: QueryField };

/** The token that ends at the cursor. */
export function tokenAt(text: string, caret: number): Token {
  const before = text.slice(0, caret);
  if (isInQuotes(before) || /^\S/.test(text.slice(caret))) return { kind: "none" };
  const word = /\S*$/.exec(before)?.[0] ?? "";
  if (word.includes('"')) return { kind: "none" };
  const start = caret - word.length;
  const isNegated = word.startsWith("-");
  const content = isNegated ? word.slice(1) : word;
  const [, name = "", value = ""] = /^([a-z_]+):(.*)$/i.exec(content) ?? [];
  const field = findField(name);
  return field === undefined
    ? { kind: "start", start, end: caret, prefix: content.toLowerCase(), isNegated }
    : { kind: "value", start, end: caret, prefix: value.toLowerCase(), isNegated, field };
}

function isInQuotes(before: string): boolean {
  let isInside = false;
  for (let at = 0; at < before.length; at++) {
    if (before[at] !== '"') continue;
    if (isInside) isInside = false;
    // Only a quote at the beginning of a term opens a phrase.
    else isInside = at === 0 || /[\s:-]/.test(before[at - 1] ?? "");
  }
  return isInside;
}

const MAX_FIELDS = 12;

/** Fields whose names or other names begin so, then those that have it inside. */
export function suggestFields({ prefix, isNegated }: { prefix: string; isNegated: boolean }): Suggestion[] {
  const names = ({ name, aliases = [] }: QueryField) => [name, ...aliases];
  const begins = QUERY_FIELDS.filter((field) => names(field).some((name) => name.startsWith(prefix)));
  const contains = QUERY_FIELDS.filter(
    (field) => !begins.includes(field) && names(field).some((name) => name.includes(prefix)),
  );
  return [...begins, ...(prefix.length > 1 ? contains : [])].slice(0, MAX_FIELDS).map(({ name, label }) => ({
    id: `field ${name}`,
    insert: `${isNegated ? "-" : ""}${name}:`,
    label: `${name}:`,
    hint: label,
  }));
}

const MAX_VALUES = 20;

/** Values of a field that begin so, then those that have it inside; known ones or those that the service counted. */
export function suggestValues(
  { field, prefix, isNegated }: Extract<Token, { kind: "value" }>,
  counted: readonly { value: string; count: number }[],
): Suggestion[] {
  const known = field.values?.map(({ value, hint }) => ({ value, ...(hint !== undefined && { hint }) }));
  const all: readonly { value: string; hint?: string; count?: number }[] = known ?? counted;
  const matches = (place: (text: string) => boolean) =>
    all.filter(({ value, hint = "" }) => place(value.toLowerCase()) || (hint !== "" && place(hint)));
  const begins = matches((text) => text.startsWith(prefix));
  const contains = prefix === "" ? [] : matches((text) => text.includes(prefix));
  const listed = [...new Set([...begins, ...contains])]
    .slice(0, MAX_VALUES)
    .flatMap(({ value, hint, count }) => {
      const insert = printTerm({ field: field.name, text: value, isNegated }, FIELD_NAMES);
      return insert === undefined
        ? []
        : {
            id: `value ${value}`,
            insert,
            label: value,
            ...(hint && { hint }),
            ...(count !== undefined && { count }),
          };
    });
  return field.name === "action" ? [...suggestVerdict({ prefix, isNegated }), ...listed] : listed;
}

/** Vendors have words of their own for the same: the verdict finds all of them. */
function suggestVerdict({ prefix, isNegated }: { prefix: string; isNegated: boolean }): Suggestion[] {
  // The field alone where nothing is typed yet.
  const verdicts = prefix === "" ? [""] : verdictsBehind(prefix);
  return verdicts.map((verdict) => {
    const label = `verdict:${verdict}`;
    return {
      id: label,
      insert: `${isNegated ? "-" : ""}${label}`,
      label,
      hint: "whatever the vendor’s word",
    };
  });
}

/** The text and the cursor after a suggestion was taken: behind a value goes a blank, behind a field its value. */
export function applySuggestion(
  text: string,
  token: { start: number; end: number },
  insert: string,
): { text: string; caret: number } {
  const isField = insert.endsWith(":");
  const rest = text.slice(token.end).trimStart();
  const head = `${text.slice(0, token.start)}${insert}${isField ? "" : " "}`;
  return { text: isField && rest !== "" ? `${head} ${rest}` : `${head}${rest}`, caret: head.length };
}

/** The other filters: the query without what is being typed, for counting values. */
export function withoutToken(text: string, token: { start: number; end: number }): string {
  return `${text.slice(0, token.start)} ${text.slice(token.end)}`.replaceAll(/\s+/g, " ").trim();
}
