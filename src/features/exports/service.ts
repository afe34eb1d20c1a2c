import { setImmediate } from "node:timers/promises";
import { recordAudit, type Actor } from "#features/audit";
import { exportEvents, type FirewallEventRead, type SyslogEngine } from "#features/syslog";
import type { Db } from "#platform/database";
import { downloadName } from "#platform/http/download";
import { badRequest } from "#platform/errors";
import { dateTime } from "#platform/http/fields";
import { ROW_FORMATS, type RowFormat } from "./firewall-format";
import type { FirewallExportQuery } from "./models";

export type ExportContext = { db: Db; engine: SyslogEngine; userId: number; actor: Actor; now: Date };

/** A file on its way to the caller. Reading `content` may throw: then the file is incomplete and must not look whole. */
export type ExportFile = {
  name: string;
  contentType: string;
  content: AsyncGenerator<Uint8Array>;
};

/** Rows that are formatted at a time; some milliseconds of work. */
const SLICE_ROWS = 500;

/**
 * Matching events as a file, newest first. The first page is read before this returns, so that a search that fails is refused
 * instead of begun. Whoever takes it, and how many rows were taken, is entered in the audit log at its end.
 * @throws ApiError 400 where a filter cannot have its value.
 */
export async function exportFirewallEvents(
  ctx: ExportContext,
  query: FirewallExportQuery,
  signal: AbortSignal,
): Promise<ExportFile> {
  const { format, limit, all, start_time: start, end_time: end, ...filters } = query;
  const window = { start_time: readInstant(start), end_time: readInstant(end) };
  const pages = exportEvents(
    ctx,
    { filters: { ...filters, ...window }, limit: all ? undefined : limit },
    signal,
  );
  const first = await pages.next();
  const rowFormat = ROW_FORMATS[format];
  return {
    name: downloadName("firewall-events", { at: ctx.now, extension: format }),
    contentType: rowFormat.contentType,
    content: encodeFile(rowFormat, startingWith(first, pages), (rows) =>
      recordAudit(ctx, { action: "export.firewall", detail: `format=${format} rows=${rows}` }),
    ),
  };
}

function readInstant(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const parsed = dateTime().safeParse(text);
  if (!parsed.success) throw badRequest("Invalid datetime filter");
  return parsed.data;
}

async function* startingWith<T>(
  first: IteratorResult<T, unknown>,
  rest: AsyncGenerator<T>,
): AsyncGenerator<T> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}

async function* encodeFile(
  format: RowFormat,
  pages: AsyncGenerator<FirewallEventRead[]>,
  onEnd: (rows: number) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let rows = 0;
  try {
    yield encoder.encode(format.head);
    for await (const events of pages) {
      for (let start = 0; start < events.length; start += SLICE_ROWS) {
        const slice = events.slice(start, start + SLICE_ROWS);
        const text = format.rows(slice, rows === 0);
        rows += slice.length;
        yield encoder.encode(text);
        await setImmediate();
      }
    }
    if (format.tail !== "") yield encoder.encode(format.tail);
  } finally {
    await onEnd(rows);
  }
}
