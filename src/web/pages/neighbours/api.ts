import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { answerOf, api, type Model } from "../../api/client";
import { forgetNeighbours, NEIGHBOURS_KEY } from "../../api/neighbours";
import { firstCursor, nextCursor } from "../../api/next-cursor";
import { pollEvery } from "../../api/polling";
import { FRESH } from "../../api/query-client";
import { neighbourFilter, type NeighboursSearch } from "./search";

export type Source = Model<"LldpSource">;

const PAGE = 100;
const POLL_MS = 10_000;
const SOON_MS = 2000;
const LATER_MS = 30_000;

/** What devices have heard, last seen first. */
export const neighboursQuery = (search: NeighboursSearch) =>
  infiniteQueryOptions({
    queryKey: [...NEIGHBOURS_KEY, "list", neighbourFilter(search)],
    async queryFn({ pageParam: cursor, signal }) {
      const { data, response } = await api.GET("/api/v1/lldp/neighbours", {
        params: { query: { ...neighbourFilter(search), limit: PAGE, ...(cursor !== null && { cursor }) } },
        signal,
      });
      // Unreachable: whatever is no success was thrown by the client's fetch.
      if (data === undefined) throw new Error("our bug: a failure that nobody threw");
      return { neighbours: data, next: nextCursor(response) };
    },
    initialPageParam: firstCursor(),
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval: pollEvery(POLL_MS),
  });

/** Devices that were asked or are to be; asked for often while some are due. */
export const sourcesQuery = () =>
  queryOptions({
    queryKey: [...NEIGHBOURS_KEY, "sources"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/lldp/sources", { signal })),
    refetchInterval: ({ state }) => ((state.data ?? []).some(isDue) ? SOON_MS : LATER_MS),
  });

/** Whether a device is to be asked now. */
export function isDue({ due_at: at }: Source): boolean {
  return at !== null && Date.parse(at) <= Date.now();
}

export const scheduleQuery = () =>
  queryOptions({
    queryKey: ["neighbour-schedule"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/lldp/schedule", { signal })),
  });

export function useScanAll() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => answerOf(api.POST("/api/v1/lldp/scan")),
    onSuccess: () => forgetNeighbours(queries),
  });
}

export function useSaveSchedule() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (minutes: number | null) =>
      answerOf(api.PUT("/api/v1/lldp/schedule", { body: { interval_minutes: minutes } })),
    async onSuccess(saved) {
      queries.setQueryData(scheduleQuery().queryKey, saved);
      await forgetNeighbours(queries);
    },
  });
}

/** How many neighbours are kept, and what they take. */
export const statusQuery = () =>
  queryOptions({
    queryKey: [...NEIGHBOURS_KEY, "status"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/lldp/status", { signal })),
    staleTime: FRESH.figures,
  });
