import { setImmediate } from "node:timers/promises";
import { COLUMN_NAMES, type EventColumn } from "../../event/columns";
import { FILE_START } from "../../parquet/file";
import type { FirewallEventRead } from "../../event/models";
import { compileRequest, type RequestedFilters } from "../../query/compile-request";
import type { EventBatch } from "../../store/event-batch";
import type { EventKey } from "../../store/event-key";
import type { EventReader } from "../event-reader";
import { BRIEF_EVENT, type BriefEvent, type EventShape, LISTED_EVENT } from "../../store/event-row";
import { CsvRows } from "./csv-rows";
import { ParquetRows } from "./parquet-rows";

/** `userId`: for whom. Exports of all its sessions and keys wait behind each other. */
type ExportContext = { engine: EventReader; userId: number };

type ExportRequest = { filters: RequestedFilters; limit?: number | undefined };

/** Events that are held in memory at a time, as their files have them. More are read in less time. */
const BATCH_EVENTS = 5000;
/** So that a file begins at once. */
const FIRST_BATCH_EVENTS = 500;
/** Events that are made of a batch at a time. */
const PAGE_EVENTS = 2000;

/** A piece of a file, and how many events it has. */
type Piece = { bytes: Uint8Array; rows: number };

/**
 * Columns of all matching events as a CSV file, newest first; at most `limit` where that is given: what a list with
 * these filters goes through. Refuses bad filters, and a third export of the same user, before the first event; throws
 * between pieces where a segment cannot be read, so that no export is short in silence.
 */
export async function* exportCsv(
  ctx: ExportContext,
  request: ExportRequest & { columns: readonly EventColumn[] },
  signal: AbortSignal,
): AsyncGenerator<Piece> {
  const file = new CsvRows();
  yield { bytes: file.encodeNames(request.columns), rows: 0 };
  for await (const batch of readBatches(ctx, request, signal)) {
    for (let start = 0; start < batch.rows; start += PAGE_EVENTS) {
      const end = Math.min(start + PAGE_EVENTS, batch.rows);
      yield { bytes: file.encode(batch, { start, end }), rows: end - start };
      await setImmediate();
    }
  }
}

/** The usual fields of the same events, in pages. */
export function exportEvents(
  ctx: ExportContext,
  request: ExportRequest,
  signal: AbortSignal,
): AsyncGenerator<BriefEvent[]> {
  return exportShape(ctx, { ...request, shape: BRIEF_EVENT }, signal);
}

/** The same, with every field that a list has. */
export function exportWholeEvents(
  ctx: ExportContext,
  request: ExportRequest,
  signal: AbortSignal,
): AsyncGenerator<FirewallEventRead[]> {
  return exportShape(ctx, { ...request, shape: LISTED_EVENT }, signal);
}

/**
 * The same events as a Parquet file with the columns of the event store (docs/events.md), a row group for each batch.
 */
export async function* exportParquet(
  ctx: ExportContext,
  request: ExportRequest,
  signal: AbortSignal,
): AsyncGenerator<Piece> {
  const file = new ParquetRows();
  let start = FILE_START;
  for await (const batch of readBatches(ctx, { ...request, columns: COLUMN_NAMES }, signal)) {
    yield { bytes: Buffer.concat([start, await file.encode(batch)]), rows: batch.rows };
    start = NOTHING;
  }
  yield { bytes: Buffer.concat([start, file.end()]), rows: 0 };
}

const NOTHING = new Uint8Array();

async function* exportShape<Event>(
  ctx: ExportContext,
  { shape, ...request }: ExportRequest & { shape: EventShape<Event> },
  signal: AbortSignal,
): AsyncGenerator<Event[]> {
  for await (const batch of readBatches(ctx, { ...request, columns: shape.columns }, signal)) {
    for (let start = 0; start < batch.rows; start += PAGE_EVENTS) {
      const length = Math.min(PAGE_EVENTS, batch.rows - start);
      // Whoever writes the events takes them out of the page.
      yield Array.from({ length }, (_, index) => shape.toEvent(batch.toRow(start + index)));
      // The events of a page are garbage now, which the runtime would let grow.
      Bun.gc(true);
    }
  }
}

/** Each batch is valid until the next. */
async function* readBatches(
  { engine, userId }: ExportContext,
  { filters, limit, columns }: ExportRequest & { columns: readonly EventColumn[] },
  signal: AbortSignal,
): AsyncGenerator<EventBatch> {
  const predicate = await compileRequest(engine, filters);
  const end = engine.queues.beginExport(userId, signal);
  try {
    const pages = await engine.events.openExport(columns);
    let left = limit ?? Infinity;
    let after: EventKey | undefined;
    do {
      const size = after === undefined ? FIRST_BATCH_EVENTS : BATCH_EVENTS;
      const page = { predicate, after, limit: Math.min(left, size) };
      const read = () => pages.read(page, signal);
      after = await engine.queues.readExportPage(userId, read, signal);
      // Keys and decompressed pages are garbage now, which the runtime would let grow to a multiple.
      Bun.gc(true);
      left -= pages.batch.rows;
      if (pages.batch.rows > 0) yield pages.batch;
    } while (after !== undefined && left > 0);
  } finally {
    end();
  }
}
