import { readRange, USUAL_FROM } from "../format/range";
import { read } from "./search-params";

/** What the search and the live tail of events show, as their URLs say it: one state for both. */
export type EventSearch = {
  /** Search text in the service's grammar. */
  q?: string | undefined;
  /** `-15m` or an instant; absent: the last 15 minutes. */
  from?: string | undefined;
  to?: string | undefined;
  /** Columns of the table; absent: the usual ones. */
  columns?: string[] | undefined;
  /** Oldest first. */
  order?: "asc" | undefined;
  /** Long lines are shown in several. */
  wrap?: true | undefined;
  /** The event whose details are open. */
  id?: number | undefined;
};

export function parseEventSearch(raw: Readonly<Record<string, unknown>>): EventSearch {
  const { from, to } = readRange(read.text(raw, "from"), read.text(raw, "to"));
  return {
    q: read.text(raw, "q")?.trim() || undefined,
    from: from === USUAL_FROM ? undefined : from,
    to,
    columns: read.list(raw, "columns"),
    order: read.choice(raw, "order", ["asc"]),
    wrap: read.flag(raw, "wrap"),
    id: read.integer(raw, "id", { min: 1 }),
  };
}

/** Only the keys of the state, for a link to the other page of the two. */
export function eventSearchOf({ q, from, to, columns }: EventSearch): EventSearch {
  return { q, from, to, columns };
}
