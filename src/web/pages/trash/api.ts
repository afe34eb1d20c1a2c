import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { answerOf, api, type Model } from "../../api/client";
import { firstCursor, nextCursor } from "../../api/next-cursor";
import type { OnConflict } from "../../api/undo";
import type { TrashSearch } from "./search";

export type TrashItem = Model<"TrashItem">;
export type Restored = Model<"TrashRestored">;

const PAGE = 50;

/** What was deleted and can come back, the newest first. */
export const trashQuery = (search: TrashSearch) =>
  infiniteQueryOptions({
    queryKey: ["trash", "list", search],
    async queryFn({ pageParam: cursor, signal }) {
      const { data, response } = await api.GET("/api/v1/trash", {
        params: { query: { ...search, limit: PAGE, ...(cursor !== null && { cursor }) } },
        signal,
      });
      // Unreachable: whatever is no success was thrown by the client's fetch.
      if (data === undefined) throw new Error("our bug: a failure that nobody threw");
      return { items: data, next: nextCursor(response) };
    },
    initialPageParam: firstCursor(),
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** What bringing things back would do; nothing is changed. */
export const restorePreviewQuery = (ids: readonly number[], onConflict: OnConflict) =>
  queryOptions({
    queryKey: ["trash", "restore", ids, onConflict],
    queryFn: ({ signal }) =>
      answerOf(
        api.POST("/api/v1/trash/restore", {
          params: { query: { dry_run: true, on_conflict: onConflict } },
          body: { audit_ids: [...ids] },
          signal,
        }),
      ),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

/** Brings things back: all of them, or none. */
export function restore(ids: readonly number[], onConflict: OnConflict): Promise<Restored> {
  return answerOf(
    api.POST("/api/v1/trash/restore", {
      params: { query: { on_conflict: onConflict } },
      body: { audit_ids: [...ids] },
    }),
  );
}
