import { useMemo, useState } from "react";
import { readRange } from "../../format/range";
import type { EventSearch } from "../../url/event-search";
import type { Question } from "./api";

/** What the URL asks. The answer stands until a person asks again: by the URL, or for the same once more. */
export function useQuestion(search: EventSearch): { question: Question; askAgain: () => void } {
  const { q = "", from, to, order = "desc" } = search;
  const [askedAt, setAskedAt] = useState(() => Date.now());
  const question = useMemo(
    (): Question => ({ q, range: readRange(from, to), order, askedAt }),
    [q, from, to, order, askedAt],
  );
  return { question, askAgain: () => setAskedAt(Date.now()) };
}

/** The last answer that there was: it stays while the next one is on its way, or does not come. */
export function useLast<Answer>(answer: Answer | undefined): Answer | undefined {
  const [last, setLast] = useState(answer);
  if (answer !== undefined && answer !== last) setLast(answer);
  return answer ?? last;
}
