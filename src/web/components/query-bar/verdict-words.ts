import { FIELD_NAMES } from "./fields";
import { splitQuery, type Term } from "./query-text";

/** How vendors call a verdict, by the beginnings of their words. */
const WORDS: readonly [verdict: string, words: RegExp][] = [
  ["allow", /^(?:allow|accept|pass|permit)/i],
  ["deny", /^(?:den(?:y|ied)|block|refuse|prevent)/i],
  ["drop", /^(?:drop|discard)/i],
  ["reject", /^(?:reject|reset)/i],
];

/** The verdict that a vendor's word stands for, if it is one. */
export function verdictOf(word: string): string | undefined {
  return WORDS.find(([, words]) => words.test(word))?.[0];
}

/** One vendor's word in a query, and the same query for all of them. */
export type NarrowWord = { word: string; verdict: string; query: string };

/** `action:block` finds those vendors alone that say so. */
export function findNarrowWord(query: string): NarrowWord | undefined {
  const isNarrow = ({ field, text, isNegated }: Term) =>
    field === "action" && !isNegated && verdictOf(text) !== undefined;
  const term = splitQuery(query, FIELD_NAMES).find(isNarrow);
  const verdict = term === undefined ? undefined : verdictOf(term.text);
  if (term === undefined || verdict === undefined) return undefined;
  const wider = `${query.slice(0, term.start)}verdict:${verdict}${query.slice(term.end)}`;
  return { word: term.text, verdict, query: wider };
}
