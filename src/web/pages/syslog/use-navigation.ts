import { getRouteApi } from "@tanstack/react-router";
import { useCallback } from "react";
import { addTerm } from "../../components/query-bar/query-text";
import { FIELD_NAMES } from "../../components/query-bar/fields";
import { readRange, USUAL_FROM, type Range } from "../../format/range";
import type { FilterTerm } from "../../components/event-table/event-fields";
import { toasts } from "../../components/toast/toasts";
import type { EventSearch } from "../../url/event-search";

const route = getRouteApi("/shell/syslog");

/** What the page shows, and the ways to change it: each is one entry of the history. */
export function useEventNavigation() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const go = (change: EventSearch, options: { replace?: boolean } = {}) =>
    void navigate({ search: (old) => ({ ...old, ...change }), ...options });
  const run = (q: string) => go({ q: q === "" ? undefined : q });
  const { q = "" } = search;
  const filter = useCallback(
    (term: FilterTerm) => {
      const next = addTerm(q, term, FIELD_NAMES);
      if (next === undefined) toasts.tellError("This value does not fit into the query");
      else if (next !== q) void navigate({ search: (old) => ({ ...old, q: next }) });
    },
    [q, navigate],
  );
  return {
    search,
    range: readRange(search.from, search.to),
    run,
    filter,
    go,
    /** `typed`: a query that stands in the bar, which is asked then, too. */
    setRange: ({ from, to }: Range, typed = q) =>
      go({ q: typed === "" ? undefined : typed, from: from === USUAL_FROM ? undefined : from, to }),
    open: (id: number | undefined, options?: { replace: boolean }) => go({ id }, options),
  };
}
