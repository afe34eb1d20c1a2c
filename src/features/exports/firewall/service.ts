import { recordAudit, type Actor } from "#features/audit";
import {
  exportCsv,
  exportEvents,
  exportParquet,
  exportWholeEvents,
  type FirewallEventRead,
  type EventReader,
} from "#features/syslog";
import type { Db } from "#platform/database";
import { badRequest } from "#platform/errors";
import { dateTime } from "#platform/http/fields";
import { requireInOrder } from "#platform/http/time-window";
import { openExportFile, type ExportFile } from "../export-file";
import { FirewallExportRow, type FirewallExportQuery } from "./models";
import { CSV, encodeRows, jsonFormat, jsonLinesFormat } from "../row-format";

export type ExportContext = { db: Db; engine: EventReader; userId: number; actor: Actor; now: Date };

const NAMES = FirewallExportRow.keyof().options;

/** The usual columns. */
export const EVENTS_AS_JSON = jsonFormat<FirewallExportRow>((event) =>
  Object.fromEntries(NAMES.map((name) => [name, event[name]])),
);

/** For programs: every field that a list has. */
const JSON_LINES = jsonLinesFormat<FirewallEventRead>((event) => event);

const PARQUET = { contentType: "application/vnd.apache.parquet", extension: "parquet" };

/**
 * Matching events as a file, newest first. The first page is read before this returns, so that a search that fails is
 * refused instead of begun. Whoever takes it, and how many rows were taken, is entered in the audit log at its end.
 * @throws ApiError 400 where a filter cannot have its value, 422 where the window ends before it begins.
 */
export async function exportFirewallEvents(
  ctx: ExportContext,
  query: FirewallExportQuery,
  signal: AbortSignal,
): Promise<ExportFile> {
  const { format, limit, all, start_time: start, end_time: end, ...filters } = query;
  const window = { start_time: readInstant(start), end_time: readInstant(end) };
  requireInOrder(window);
  const request = { filters: { ...filters, ...window }, limit: all ? undefined : limit };
  return openExportFile({
    subject: "firewall-events",
    at: ctx.now,
    ...openPieces(ctx, { format, request }, signal),
    onEnd: (rows) => recordAudit(ctx, { action: "export.firewall", detail: `format=${format} rows=${rows}` }),
  });
}

type Request = Parameters<typeof exportEvents>[1];

function openPieces(
  ctx: ExportContext,
  { format, request }: { format: FirewallExportQuery["format"]; request: Request },
  signal: AbortSignal,
): Pick<Parameters<typeof openExportFile>[0], "format" | "pieces"> {
  if (format === "parquet") return { format: PARQUET, pieces: exportParquet(ctx, request, signal) };
  if (format === "jsonl")
    return { format: JSON_LINES, pieces: encodeRows(JSON_LINES, exportWholeEvents(ctx, request, signal)) };
  if (format === "json")
    return { format: EVENTS_AS_JSON, pieces: encodeRows(EVENTS_AS_JSON, exportEvents(ctx, request, signal)) };
  return { format: CSV, pieces: exportCsv(ctx, { ...request, columns: NAMES }, signal) };
}

function readInstant(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const parsed = dateTime().safeParse(text);
  if (!parsed.success) throw badRequest("Invalid datetime filter");
  return parsed.data;
}
