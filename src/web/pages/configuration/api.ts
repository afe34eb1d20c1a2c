import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { answerOf, api, type Model } from "../../api/client";
import { firstCursor, nextCursor } from "../../api/next-cursor";
import type { OnConflict } from "../../api/undo";

export type Kind = Model<"ConfigurationKind">;
export type Plan = Model<"ConfigurationPlan">;
export type Change = Plan["changes"][number];
export type Apply = Model<"ConfigurationApply">;
export type Undo = Model<"ConfigurationUndo">;

const KEY = ["configuration"];

export const kindsQuery = () =>
  queryOptions({
    queryKey: [...KEY, "kinds"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/configuration/kinds", { signal })),
    staleTime: Infinity,
  });

/** What differs from the bundle that was applied last. It takes a while: only where somebody asks. */
export const driftQuery = () =>
  queryOptions({
    queryKey: [...KEY, "drift"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/configuration/drift", { signal })),
    staleTime: 0,
    retry: false,
  });

const SHOWN = 10;

/** Bundles that were applied, the latest first. */
export const appliesQuery = () =>
  infiniteQueryOptions({
    queryKey: [...KEY, "applies"],
    async queryFn({ pageParam: cursor, signal }) {
      const query = { limit: SHOWN, ...(cursor !== null && { cursor }) };
      const { data, response } = await api.GET("/api/v1/configuration/applies", {
        params: { query },
        signal,
      });
      // Unreachable: whatever is no success was thrown by the client's fetch.
      if (data === undefined) throw new Error("our bug: a failure that nobody threw");
      return { applies: data, next: nextCursor(response) };
    },
    initialPageParam: firstCursor(),
    getNextPageParam: ({ next }) => next,
  });

/** A bundle as somebody has chosen or written it, and what is to be done with it. */
export type Sending = { text: string; only: readonly string[]; isPruned: boolean };

function bodyOf(text: string) {
  return { bundle: text, format: /^\s*\{/.test(text) ? ("json" as const) : ("yaml" as const), secrets: {} };
}

function queryOf({ only, isPruned }: Sending) {
  return { ...(only.length > 0 && { only: only.join(",") }), ...(isPruned && { prune: "all" }) };
}

export function planBundle(sending: Sending): Promise<Plan> {
  return answerOf(
    api.POST("/api/v1/configuration/plan", {
      params: { query: queryOf(sending) },
      body: bodyOf(sending.text),
    }),
  );
}

/** Does what the plan of the fingerprint said; 409 where that is not what would be done now. */
export async function applyBundle(
  sending: Sending,
  { fingerprint, applyId }: { fingerprint: string; applyId: string },
): Promise<Apply> {
  const apply = await answerOf(
    api.POST("/api/v1/configuration/apply", {
      params: { query: { ...queryOf(sending), fingerprint, apply_id: applyId } },
      body: bodyOf(sending.text),
    }),
  );
  // Unreachable: an operation is what those get who ask not to wait.
  if (!("counts" in apply)) throw new Error("our bug: an operation that nobody asked for");
  return apply;
}

/** The whole configuration, as YAML. */
export async function exportBundle(): Promise<string> {
  return answerOf(api.GET("/api/v1/configuration", { parseAs: "text" }));
}

export async function getBundle(id: string): Promise<string> {
  return answerOf(
    api.GET("/api/v1/configuration/applies/{apply_id}/bundle", {
      params: { path: { apply_id: id } },
      parseAs: "text",
    }),
  );
}

function undo(
  id: string,
  { isDryRun, onConflict }: { isDryRun: boolean; onConflict: OnConflict },
  signal?: AbortSignal,
): Promise<Undo> {
  return answerOf(
    api.POST("/api/v1/configuration/applies/{apply_id}/undo", {
      params: { path: { apply_id: id }, query: { dry_run: isDryRun, on_conflict: onConflict } },
      ...(signal !== undefined && { signal }),
    }),
  );
}

export const undoPreviewQuery = (id: string, onConflict: OnConflict) =>
  queryOptions({
    queryKey: [...KEY, "undo", id, onConflict],
    queryFn: ({ signal }) => undo(id, { isDryRun: true, onConflict }, signal),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

export function takeBack(id: string, onConflict: OnConflict): Promise<Undo> {
  return undo(id, { isDryRun: false, onConflict });
}
