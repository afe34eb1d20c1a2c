import { FILE_START } from "../../parquet/file";
import type { FirewallEventRead } from "../../event/models";
import { listNewestIds } from "../../segments/catalog/catalog";
import { compileRequest, type RequestedFilters } from "../../query/compile-request";
import type { EventKey } from "../scan/event-key";
import type { EventReader } from "../event-reader";
import { BRIEF_EVENT, type BriefEvent, type EventShape, LISTED_EVENT } from "../results/event-row";
import { readExportPage } from "./export-page";
import { ParquetRows, STORED_ROW } from "./parquet-rows";

/** `userId`: for whom. Exports of all its sessions and keys wait behind each other. */
type ExportContext = { engine: EventReader; userId: number };

type ExportRequest = { filters: RequestedFilters; limit?: number | undefined };

/** Events of one page are held in memory at a time. More of them are read a third faster, and take twice the memory. */
const PAGE_EVENTS = 1500;
/** So that a file begins at once. */
const FIRST_PAGE_EVENTS = 500;

/**
 * The usual fields of all matching events, newest first, in pages; at most `limit` where that is given: what a list
 * with these filters goes through. Refuses bad filters, and a third export of the same user, before the first page;
 * throws between pages where a segment cannot be read, so that no export is short in silence.
 */
export function exportEvents(
  ctx: ExportContext,
  request: ExportRequest,
  signal: AbortSignal,
): AsyncGenerator<BriefEvent[]> {
  return readPages(ctx, { ...request, shape: BRIEF_EVENT }, signal);
}

/** The same, with every field that a list has. */
export function exportWholeEvents(
  ctx: ExportContext,
  request: ExportRequest,
  signal: AbortSignal,
): AsyncGenerator<FirewallEventRead[]> {
  return readPages(ctx, { ...request, shape: LISTED_EVENT }, signal);
}

/**
 * The same events as a Parquet file with the columns of the event store (docs/events.md), a row group for each page.
 * `rows` says how many events a piece has.
 */
export async function* exportParquet(
  ctx: ExportContext,
  request: ExportRequest,
  signal: AbortSignal,
): AsyncGenerator<{ octets: Uint8Array; rows: number }> {
  const file = new ParquetRows();
  const pages = readPages(ctx, { ...request, shape: STORED_ROW }, signal);
  let start = FILE_START;
  for await (const rows of pages) {
    yield { octets: Buffer.concat([start, file.encode(rows)]), rows: rows.length };
    start = NOTHING;
  }
  yield { octets: Buffer.concat([start, file.end()]), rows: 0 };
}

const NOTHING = new Uint8Array();

async function* readPages<Event>(
  { engine, userId }: ExportContext,
  { filters, limit, shape }: ExportRequest & { shape: EventShape<Event> },
  signal: AbortSignal,
): AsyncGenerator<Event[]> {
  const predicate = await compileRequest(engine, filters);
  const end = engine.queues.beginExport(userId, signal);
  try {
    const asOf = await listNewestIds(engine.exports.db);
    let left = limit ?? Infinity;
    let after: EventKey | undefined;
    do {
      const most = after === undefined ? FIRST_PAGE_EVENTS : PAGE_EVENTS;
      const page = { predicate, after, limit: Math.min(left, most), asOf, shape };
      const read = () => readExportPage(engine.exports, page, signal);
      const { events, next } = await engine.queues.readExportPage(userId, read, signal);
      // Whoever writes the rows takes them out of the page.
      left -= events.length;
      if (events.length > 0) yield events;
      // The rows of a page are garbage now, which the runtime would let grow to 150 MB (collecting in the background:
      // 130; so: 70).
      Bun.gc(true);
      after = next;
    } while (after !== undefined && left > 0);
  } finally {
    end();
  }
}
