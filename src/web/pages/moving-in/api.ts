import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { answerOf, api, type Model } from "../../api/client";
import type { OnConflict } from "../../api/undo";
import { firstCursor, nextCursor } from "../../api/next-cursor";

export type Source = Model<"ImportSource">;
export type Import = Model<"Import">;
export type ImportSummary = Model<"ImportSummary">;
export type Row = Model<"ImportRow">;
export type Action = Row["action"];
export type Existing = Import["existing"];
export type Undo = Model<"ImportUndo">;

/** By table and field the column; null: none. */
export type Mapping = Record<string, Record<string, string | null>>;

const KEY = ["moving-in"];
export const EARLIER = [...KEY, "imports"];

export const sourcesQuery = () =>
  queryOptions({
    queryKey: [...KEY, "sources"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/import-sources", { signal })),
    staleTime: Infinity,
  });

const EARLIER_SHOWN = 20;

/** Imports that were written, the latest first. */
export const importsQuery = () =>
  infiniteQueryOptions({
    queryKey: EARLIER,
    async queryFn({ pageParam: cursor, signal }) {
      const query = { limit: EARLIER_SHOWN, dry_run: false, ...(cursor !== null && { cursor }) };
      const { data, response } = await api.GET("/api/v1/imports", { params: { query }, signal });
      // Unreachable: whatever is no success was thrown by the client's fetch.
      if (data === undefined) throw new Error("our bug: a failure that nobody threw");
      return { imports: data, next: nextCursor(response) };
    },
    initialPageParam: firstCursor(),
    getNextPageParam: ({ next }) => next,
  });

/** With what was found in its files and not taken over. */
export function getImport(id: string): Promise<Import> {
  return answerOf(api.GET("/api/v1/imports/{run_id}", { params: { path: { run_id: id } } }));
}

export type Sending = {
  source: Source["name"];
  files: readonly File[];
  mapping: Mapping;
  existing: Existing;
};

/** Sends the files; tried, nothing of them is written. */
export function sendFiles(
  { source, files, mapping, existing }: Sending,
  { isDryRun, importId }: { isDryRun: boolean; importId: string },
): Promise<Import> {
  const form = new FormData();
  if (Object.keys(mapping).length > 0) form.append("mapping", JSON.stringify(mapping));
  for (const file of files) form.append("file", file);
  return answerOf(
    api.POST("/api/v1/imports", {
      params: { query: { source, existing, dry_run: isDryRun, import_id: importId } },
      // The form itself is sent, not what the document says of its parts.
      body: { file: [] },
      bodySerializer: () => form,
    }),
  );
}

const PAGE = 200;

/** The verdicts on an import's rows, of one kind where asked. */
export const rowsQuery = (id: string, action: Action | undefined) =>
  infiniteQueryOptions({
    queryKey: [...KEY, "rows", id, action ?? "all"],
    async queryFn({ pageParam: cursor, signal }) {
      const { data, response } = await api.GET("/api/v1/imports/{run_id}/rows", {
        params: {
          path: { run_id: id },
          query: { limit: PAGE, ...(action !== undefined && { action }), ...(cursor !== null && { cursor }) },
        },
        signal,
      });
      // Unreachable: whatever is no success was thrown by the client's fetch.
      if (data === undefined) throw new Error("our bug: a failure that nobody threw");
      return { rows: data, next: nextCursor(response) };
    },
    initialPageParam: firstCursor(),
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });

type Undoing = { isDryRun: boolean; onConflict: OnConflict; undoId?: string };

function undo(id: string, { isDryRun, onConflict, undoId }: Undoing, signal?: AbortSignal): Promise<Undo> {
  const query = {
    dry_run: isDryRun,
    on_conflict: onConflict,
    ...(undoId !== undefined && { undo_id: undoId }),
  };
  return answerOf(
    api.POST("/api/v1/imports/{run_id}/undo", {
      params: { path: { run_id: id }, query },
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

export function takeBack(id: string, onConflict: OnConflict, undoId: string): Promise<Undo> {
  return undo(id, { isDryRun: false, onConflict, undoId });
}
