import { FIELD_NAMES } from "./fields";
import { splitQuery, type Term } from "./query-text";

/** How vendors call a verdict: what their words begin with. */
const STEMS: readonly [verdict: string, stems: readonly string[]][] = [
  ["allow", ["allow", "accept", "pass", "permit"]],
  ["deny", ["deny", "denied", "block", "refuse", "prevent"]],
  ["drop", ["drop", "discard"]],
  ["reject", ["reject", "reset"]],
];

/** The verdict that a vendor's word stands for, if it is one. */
export function verdictOf(word: string): string | undefined {
  const text = word.toLowerCase();
  return STEMS.find(([, stems]) => stems.some((stem) => text.startsWith(stem)))?.[0];
}

/** Verdicts whose words begin like this. */
export function verdictsBehind(prefix: string): string[] {
  return STEMS.filter(([, stems]) =>
    stems.some((stem) => stem.startsWith(prefix) || prefix.startsWith(stem)),
  ).map(([verdict]) => verdict);
}

/** One vendor's word in a query, and the same query for all of them. */
export type NarrowWord = { word: string; verdict: string; query: string };

/** `blocked` finds those lines alone that have the word in them; others say `deny`, `Blocked by` or a number. */
export function findBareVerdict(query: string): NarrowWord | undefined {
  const terms = splitQuery(query, FIELD_NAMES);
  if (terms.some(({ field }) => field === "verdict")) return undefined;
  const term = terms.find(
    ({ field, text, isNegated, start, end }) =>
      field === undefined && !isNegated && query.slice(start, end) === text && isVerdictWord(text),
  );
  return term === undefined ? undefined : widen(query, term);
}

/** `action:block` finds those vendors alone that say so. */
export function findNarrowWord(query: string): NarrowWord | undefined {
  const isNarrow = ({ field, text, isNegated }: Term) =>
    field === "action" && !isNegated && verdictOf(text) !== undefined;
  const term = splitQuery(query, FIELD_NAMES).find(isNarrow);
  return term === undefined ? undefined : widen(query, term);
}

/** A whole word in one of its forms: `pass` and `passed`, but no `password`. */
function isVerdictWord(text: string): boolean {
  const word = text.toLowerCase();
  return STEMS.some(([, stems]) =>
    stems.some((stem) => word.startsWith(stem) && /^(?:s|es|d|p?ed|t?ed)?$/.test(word.slice(stem.length))),
  );
}

function widen(query: string, { text, start, end }: Term): NarrowWord | undefined {
  const verdict = verdictOf(text);
  if (verdict === undefined) return undefined;
  const wider = `${query.slice(0, start)}verdict:${verdict}${query.slice(end)}`;
  return { word: text, verdict, query: wider };
}
