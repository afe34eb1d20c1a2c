import type { EventColumn } from "../event/columns";

/** Characters of the n-grams of an index: a shorter text is looked for without it. */
export const NGRAM = 4;

/**
 * Texts with an index of the n-grams that occur in a block of rows, and what of them it is made of: a condition on just
 * that, by LIKE, passes over blocks.
 */
export const INDEXED_TEXTS: Partial<Record<EventColumn, string>> = {
  raw_log: "lower(raw_log)",
  source_host: "lower(ifNull(source_host, ''))",
};

/** The pattern that finds a text of ASCII in lower case. */
export function likePattern(text: string): string {
  return `%${text.toLowerCase().replaceAll(/[\\%_]/g, "\\$&")}%`;
}
