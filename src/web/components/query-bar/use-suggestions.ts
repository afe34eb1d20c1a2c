import { useEffect, useMemo, useState } from "react";
import type { AskTop, CountedValue, TopField } from "../../api/events";
import { suggestFields, suggestValues, withoutToken, type Suggestion, type Token } from "./completion";

/** After the last key, before values are counted. */
const TYPING_MS = 120;

type Counted = { field: TopField; query: string; values: readonly CountedValue[] };

/** What can be put at the cursor. Counted values come later, and the list before them stays until they do. */
export function useSuggestions(
  { text, token, isOpen }: { text: string; token: Token; isOpen: boolean },
  { askTop, queries }: { askTop: AskTop; queries: readonly Suggestion[] },
): readonly Suggestion[] {
  const [counted, setCounted] = useState<Counted | undefined>(undefined);
  const top = token.kind === "value" && token.field.values === undefined ? token.field.top : undefined;
  const query = token.kind === "none" ? text : withoutToken(text, token);
  useEffect(() => {
    if (!isOpen || top === undefined) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      askTop({ field: top, query }, abort.signal).then(
        (values) => abort.signal.aborted || setCounted({ field: top, query, values }),
        // A list that cannot be had, or comes too late, is not missed: the query can be typed to its end.
        () => undefined,
      );
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [isOpen, top, query, askTop]);
  return useMemo(() => {
    if (!isOpen || token.kind === "none") return [];
    if (token.kind === "value")
      return suggestValues(token, counted !== undefined && counted.field === top ? counted.values : []);
    const whole = text.trim() === "" ? queries : [];
    return [...whole, ...suggestFields(token)];
  }, [isOpen, token, counted, top, text, queries]);
}
