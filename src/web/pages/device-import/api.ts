import { queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "../../api/client";
import { nextCursor } from "../../api/next-cursor";
import type { ImportResult } from "./verdicts";

export const MODES = [
  { value: "upsert", label: "Add new devices and change known ones" },
  { value: "create", label: "Only add: a known device is an error" },
  { value: "update", label: "Only change: an unknown device is an error" },
  { value: "skip", label: "Only add: known devices are left alone" },
] as const;
export type Mode = (typeof MODES)[number]["value"];

/** The address plan, for what it says of addresses that are imported. */
export const planQuery = () =>
  queryOptions({
    queryKey: ["device-import", "plan"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/ipam/subnets", { signal })),
  });

/** One that has come meanwhile stays as it is. */
export function addSite(name: string) {
  return answerOf(
    api.POST("/api/v1/topology/sites", { params: { query: { mode: "skip" } }, body: { name } }),
  );
}

type Options = { mode: Mode; isDryRun: boolean; importId?: string; signal?: AbortSignal };

/** Imports a CSV file; the good rows are written even where others are not. */
export function importDevices(
  csv: string,
  { mode, isDryRun, importId, signal }: Options,
): Promise<ImportResult> {
  return answerOf(
    api.POST("/api/v1/topology/devices/import", {
      params: {
        query: {
          mode,
          on_error: "row",
          dry_run: isDryRun,
          ...(importId !== undefined && { import_id: importId }),
        },
      },
      headers: { "Content-Type": "text/csv" },
      body: csv,
      bodySerializer: (text) => text,
      ...(signal !== undefined && { signal }),
    }),
  );
}

/** All verdicts of an import: its answer has only the first of many. */
export async function readVerdicts(importId: string, result: ImportResult): Promise<Rows> {
  const { created, updated, unchanged, skipped, failed } = result;
  if (result.rows.length === created + updated + unchanged + skipped + failed) return result.rows;
  const rows: Rows = [];
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
    const page = await readPage(importId, cursor);
    for (const row of page.rows) rows.push(row);
    cursor = page.next;
  }
  return rows;
}

type Rows = ImportResult["rows"];

async function readPage(
  importId: string,
  cursor: string | undefined,
): Promise<{ rows: Rows; next: string | undefined }> {
  const { data, response } = await api.GET("/api/v1/topology/devices/imports/{import_id}/rows", {
    params: { path: { import_id: importId }, query: cursor === undefined ? {} : { cursor } },
  });
  // Unreachable: whatever is no success was thrown by the client's fetch.
  if (data === undefined) throw new Error("our bug: a failure that nobody threw");
  return { rows: data, next: nextCursor(response) ?? undefined };
}

const POLL_MS = 400;

/** How far an import is. It is known only once the service has begun with it. */
export const progressQuery = (importId: string) =>
  queryOptions({
    queryKey: ["device-import", "progress", importId],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET("/api/v1/topology/devices/imports/{import_id}", {
          params: { path: { import_id: importId } },
          signal,
        }),
      ),
    retry: false,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: POLL_MS,
  });

export async function cancelImport(importId: string): Promise<void> {
  await answerOf(
    api.DELETE("/api/v1/topology/devices/imports/{import_id}", { params: { path: { import_id: importId } } }),
  );
}
