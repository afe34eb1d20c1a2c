import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { resolveRange, type Range } from "../format/range";
import { parseEventSearch } from "../url/event-search";
import { answerOf, api, type Model } from "./client";
import { FRESH } from "./query-client";

/** What search and live tail both ask of the events. */
type FirewallEvent = Model<"FirewallEventRead">;

/** One event with all that is known of it; it never changes. */
export const eventQuery = (id: number) =>
  queryOptions({
    queryKey: ["events", "detail", id],
    queryFn: ({ signal }) =>
      answerOf(api.GET("/api/v1/syslog/events/{event_id}", { params: { path: { event_id: id } }, signal })),
    staleTime: Infinity,
  });

const NEIGHBOURS = 5;

/** The events of the same sender just before and after one, oldest first, that one among them. */
export const surroundingQuery = (event: Pick<FirewallEvent, "id" | "received_at" | "sender">) =>
  queryOptions({
    queryKey: ["events", "surrounding", event.id],
    async queryFn({ signal }) {
      const at = event.received_at.replace(/(\.\d{3})\d+Z$/, "$1Z");
      const sender = event.sender === null ? {} : { sender: event.sender };
      const [before, after] = await Promise.all([
        listAround({ ...sender, end_time: at, sort_dir: "desc" }, signal),
        listAround({ ...sender, start_time: at, sort_dir: "asc" }, signal),
      ]);
      const all = new Map([...before.toReversed(), ...after].map((one) => [one.id, one]));
      const events = [...all.values()].sort((one, other) => one.id - other.id);
      const place = events.findIndex(({ id }) => id === event.id);
      return events.slice(Math.max(0, place - NEIGHBOURS), place + NEIGHBOURS + 1);
    },
    staleTime: FRESH.lists,
  });

async function listAround(
  window: { sender?: string; start_time?: string; end_time?: string; sort_dir: "asc" | "desc" },
  signal: AbortSignal,
): Promise<FirewallEvent[]> {
  const query = { ...window, limit: 4 * NEIGHBOURS };
  return (await answerOf(api.GET("/api/v1/syslog/events", { params: { query }, signal }))).events;
}

export const savedSearchesQuery = () =>
  queryOptions({
    queryKey: ["events", "saved"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/syslog/searches", { signal })),
  });

const NONE: readonly { name: string; query: string }[] = [];

/** The queries of the person's saved searches, for the completion. */
export function useSavedQueries(): readonly { name: string; query: string }[] {
  const { data: searches } = useQuery(savedSearchesQuery());
  return useMemo(
    () => searches?.map(({ name, filters }) => ({ name, query: parseEventSearch(filters).q ?? "" })) ?? NONE,
    [searches],
  );
}

/** A field whose frequent values the service counts. */
export type TopField =
  | "sender"
  | "source_host"
  | "src_ip"
  | "dst_ip"
  | "nat_src_ip"
  | "nat_dst_ip"
  | "src_port"
  | "dst_port"
  | "protocol"
  | "action"
  | "interface"
  | "interface_out"
  | "rule_id"
  | "tracker_id"
  | "reason"
  | "app"
  | "msgid"
  | "vendor"
  | "parser";

export type CountedValue = { value: string; count: number };

/** Counts the values of a field in the events that the rest of the query finds. */
export type AskTop = (
  request: { field: TopField; query: string },
  signal: AbortSignal,
) => Promise<readonly CountedValue[]>;

const MAX_VALUES = 50;
/** A list that takes longer comes too late. */
const PATIENCE_MS = 1000;
const MINUTE = 60_000;

/** Counts values for the completion of queries: inside of the window, and kept for as long as a minute of it lasts. */
export function useAskTop({ from, to }: Range): AskTop {
  const queries = useQueryClient();
  return useCallback(
    ({ field, query }, signal) => {
      const { start, end } = resolveRange({ from, to }, Math.ceil(Date.now() / MINUTE) * MINUTE);
      return queries.fetchQuery({
        queryKey: ["events", "top", { field, query, start, end }],
        queryFn: async () => {
          const window = { start_time: start, end_time: end };
          const answer = await answerOf(
            api.GET("/api/v1/syslog/top", {
              params: { query: { field, ...(query !== "" && { q: query }), ...window, limit: MAX_VALUES } },
              signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
            }),
          );
          return answer.values;
        },
        retry: false,
        staleTime: MINUTE,
      });
    },
    [queries, from, to],
  );
}
