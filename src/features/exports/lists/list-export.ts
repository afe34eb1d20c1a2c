import { z } from "@hono/zod-openapi";
import { recordAudit, type Actor } from "#features/audit";
import type { HistoryReader } from "#features/monitoring";
import type { Caller } from "#platform/http/guard";
import type { Page, PageQuery } from "#platform/http/paging";
import { openExportFile, type ExportFile } from "../export-file";
import { csvFormat, encodeRows, jsonFormat, type Columns } from "../row-format";

export const ListExportQuery = z.object({ format: z.enum(["csv", "json"]).default("csv") });

/** `caller`: who takes it, and sees no more in the file than in the list. */
export type ListContext = HistoryReader & { caller: Caller; actor: Actor; now: Date };

type Row = Record<string, unknown>;

/** A list that can be taken whole. */
export type ListExport = {
  /** Behind `/api/v1/exports/`; also in the file's name, and in the audit log behind `export.`. */
  name: string;
  /** For people: `service checks`. */
  title: string;
  /** The fields of a row, which are the columns of a CSV file in the same order. */
  row: z.ZodObject;
  /** Reads a page, or the list from its beginning. */
  read: (ctx: ListContext, query: PageQuery) => Promise<Page<Row>>;
  /** The list is read whole: pages would each take as long. */
  isWhole?: boolean;
};

const PAGE_ROWS = 500;

/** The whole list as a file. Whoever takes it, and how many rows were taken, is entered in the audit log at its end. */
export function exportList(
  ctx: ListContext,
  { list, format }: { list: ListExport; format: "csv" | "json" },
): Promise<ExportFile> {
  const rowFormat = format === "csv" ? csvFormat(columnsOf(list)) : jsonFormat<Row>((row) => row);
  const action = `export.${list.name.replaceAll("-", "_")}`;
  return openExportFile({
    subject: list.name,
    at: ctx.now,
    format: rowFormat,
    pieces: encodeRows(rowFormat, readAll(ctx, list)),
    onEnd: (rows) => recordAudit(ctx, { action, detail: `format=${format} rows=${rows}` }),
  });
}

async function* readAll(ctx: ListContext, { read, isWhole }: ListExport): AsyncGenerator<Row[]> {
  let cursor: string | undefined;
  do {
    const page = await read(ctx, isWhole === true ? {} : { limit: PAGE_ROWS, cursor });
    if (page.rows.length > 0) yield page.rows;
    cursor = page.next;
  } while (cursor !== undefined);
}

function columnsOf({ row }: ListExport): Columns<Row> {
  return Object.keys(row.shape).map((name) => [name, (fields) => toCell(fields[name])]);
}

/** Lists of words as people write them; what has no fixed form as the API has it. */
export function toCell(value: unknown): string | number | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "string" || typeof value === "number") return value;
  const isOfWords = Array.isArray(value) && value.every((item) => typeof item === "string");
  return isOfWords ? value.join(", ") : JSON.stringify(value);
}
