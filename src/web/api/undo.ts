import { queryOptions } from "@tanstack/react-query";
import { answerOf, api, type Model } from "./client";

export type Undo = Model<"AuditUndo">;
/** What becomes of what somebody has changed since. */
export type OnConflict = "refuse" | "keep" | "overwrite";

/** The answer of a write, and the id of its entry in the audit log, by which it can be taken back. */
export async function noted<Answer extends { data?: unknown; error?: unknown; response: Response }>(
  call: Promise<Answer>,
) {
  const { response } = await call;
  const id = Number(response.headers.get("X-Audit-Id") ?? Number.NaN);
  return { answer: await answerOf(call), entryId: Number.isSafeInteger(id) ? id : null };
}

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
