import { queryOptions } from "@tanstack/react-query";
import { answerOf, api, type Model } from "./client";

export type Undo = Model<"AuditUndo">;
/** What becomes of what somebody has changed since. */
export type OnConflict = "refuse" | "keep" | "overwrite";

/** What taking an entry back would do; nothing is changed. */
export const undoPreviewQuery = (id: number, onConflict: OnConflict) =>
  queryOptions({
    queryKey: ["audit", "undo", id, onConflict],
    queryFn: ({ signal }) =>
      answerOf(
        api.POST("/api/v1/audit/{audit_id}/undo", {
          params: { path: { audit_id: id }, query: { dry_run: true, on_conflict: onConflict } },
          signal,
        }),
      ),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

/** Takes an entry back; with `request` all that the same request has changed. */
export function takeBack(
  id: number,
  { onConflict = "refuse", scope = "entry" }: { onConflict?: OnConflict; scope?: "entry" | "request" } = {},
): Promise<Undo> {
  return answerOf(
    api.POST("/api/v1/audit/{audit_id}/undo", {
      params: { path: { audit_id: id }, query: { on_conflict: onConflict, scope } },
    }),
  );
}
