import { infiniteQueryOptions, keepPreviousData, useMutation, useQueryClient } from "@tanstack/react-query";
import { answerOf, api } from "../../api/client";
import { firstCursor, nextCursor } from "../../api/next-cursor";
import { pollEvery } from "../../api/polling";
import { isRunning, type Operation } from "../../components/operation/words";
import type { ActivitySearch } from "./search";

const PAGE = 50;
const POLL_MS = { running: 1500, quiet: 10_000 };
const KEY = ["operations"];

/** Operations, the latest first; asked for again and again, as others begin and end them too. */
export const operationsQuery = (search: ActivitySearch) =>
  infiniteQueryOptions({
    queryKey: [...KEY, "list", search],
    async queryFn({ pageParam: cursor, signal }) {
      const { data, response } = await api.GET("/api/v1/operations", {
        params: { query: { ...search, limit: PAGE, ...(cursor !== null && { cursor }) } },
        signal,
      });
      // Unreachable: whatever is no success was thrown by the client's fetch.
      if (data === undefined) throw new Error("our bug: a failure that nobody threw");
      return { operations: data, next: nextCursor(response) };
    },
    initialPageParam: firstCursor(),
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval(query) {
      const hasRunning = query.state.data?.pages.some(({ operations }) => operations.some(isRunning));
      return pollEvery(hasRunning ? POLL_MS.running : POLL_MS.quiet)(query);
    },
  });

/** Asks an operation to end. */
export function useCancel() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Operation) =>
      answerOf(api.DELETE("/api/v1/operations/{operation_id}", { params: { path: { operation_id: id } } })),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}
