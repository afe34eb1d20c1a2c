import {
  infiniteQueryOptions,
  queryOptions,
  skipToken,
  useMutation,
  useQueryClient,
  type InfiniteData,
} from "@tanstack/react-query";
import { answerOf, api, type Model } from "../../api/client";
import { readDeviceNames, type DeviceNames } from "../../api/device-names";
import { savedSearchesQuery } from "../../api/events";
import type { RequestFailure } from "../../api/request-failure";
import { resolveRange, type Range, type Window } from "../../format/range";
import { viewerZone } from "../../format/time";

/** The same window is asked for again by a person only. */
export const ASKED_BY_HAND = {
  staleTime: Infinity,
  retry: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;

/** What a person asks. `askedAt` (ms) tells one time of asking the same from the next. */
export type Question = { q: string; range: Range; order: "asc" | "desc"; askedAt: number };

/** A question with the window that its range meant when it was answered. */
export type Asked = { q: string; window: Window; order: "asc" | "desc" };

const PAGE_ROWS = 250;
/** More rows than these are not held: the list is continued from there. */
export const MAX_PAGES = 10;

export type EventPage = Model<"FirewallEventList"> & { asked: Asked; tookMs: number; names: DeviceNames };
export type EventPages = InfiniteData<EventPage, PageParam>;
type PageParam = { cursor: string; window: Window } | null;

export const filtersOf = ({ q, window: { start, end } }: Pick<Asked, "q" | "window">) => ({
  ...(q !== "" && { q }),
  start_time: start,
  end_time: end,
});

/** Pages of events. They are asked for again by a person only. */
export const eventsQuery = (question: Question) =>
  infiniteQueryOptions<EventPage, RequestFailure, EventPages, readonly unknown[], PageParam>({
    queryKey: ["events", "list", question],
    async queryFn({ pageParam, signal }) {
      const { q, range, order } = question;
      const begun = performance.now();
      const asked = { q, order, window: pageParam?.window ?? resolveRange(range, Date.now()) };
      const query = {
        ...filtersOf(asked),
        sort_dir: order,
        limit: PAGE_ROWS,
        ...(pageParam !== null && { cursor: pageParam.cursor }),
      };
      const answer = await answerOf(api.GET("/api/v1/syslog/events", { params: { query }, signal }));
      const tookMs = performance.now() - begun;
      return { ...answer, asked, tookMs, names: await readDeviceNames(answer.events, signal) };
    },
    initialPageParam: null,
    getNextPageParam: ({ next_cursor: cursor, asked: { window } }, pages) =>
      cursor !== null && pages.length < MAX_PAGES ? { cursor, window } : undefined,
    ...ASKED_BY_HAND,
    structuralSharing: false,
  });

/** The same events over time; undefined while they are not known. */
export const histogramQuery = (asked: Asked | undefined) =>
  queryOptions({
    queryKey: ["events", "histogram", asked?.q, asked?.window],
    queryFn:
      asked === undefined
        ? skipToken
        : ({ signal }) => {
            const query = { ...filtersOf(asked), by: "verdict" as const, time_zone: viewerZone() };
            return answerOf(api.GET("/api/v1/syslog/histogram", { params: { query }, signal }));
          },
    ...ASKED_BY_HAND,
  });

/** The file with exactly the events that the question finds. */
export function exportHref(asked: Asked, format: "csv" | "json" | "jsonl" | "parquet"): string {
  const query = new URLSearchParams({ format, all: "true", ...filtersOf(asked) });
  return `/api/v1/exports/firewall?${query.toString()}`;
}

export type SavedSearch = Model<"SavedSecuritySearch">;

export function useSaveSearch() {
  const queries = useQueryClient();
  return async (body: { name: string; filters: SavedSearch["filters"] }): Promise<SavedSearch> => {
    const saved = await answerOf(api.POST("/api/v1/syslog/searches", { body }));
    await queries.invalidateQueries({ queryKey: savedSearchesQuery().queryKey });
    return saved;
  };
}

export function useDeleteSearch(onDone: (search: SavedSearch) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: SavedSearch) =>
      answerOf(api.DELETE("/api/v1/syslog/searches/{search_id}", { params: { path: { search_id: id } } })),
    async onSuccess(_, search) {
      await queries.invalidateQueries({ queryKey: savedSearchesQuery().queryKey });
      onDone(search);
    },
  });
}
