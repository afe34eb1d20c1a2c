import { useCallback } from "react";

type Navigate<Search> = (to: { search: (old: Search) => Search; replace: boolean }) => unknown;

/** Changes what the URL of a page says: a decision, which Back takes back, or in its place while somebody types. */
export function useSearchChange<Search>(navigate: Navigate<Search>) {
  return useCallback(
    (changes: Partial<Search>, isTyping = false) =>
      void navigate({ search: (old) => ({ ...old, ...changes }), replace: isTyping }),
    [navigate],
  );
}
