import { recordAudit, type Actor } from "#features/audit";
import type { Db } from "#platform/database";
import type { FairQueue } from "#platform/fair-queue";
import type { Caller } from "#platform/http/guard";
import { downloadName } from "#platform/http/download";
import { defineTask, type WorkerPool } from "#platform/workers";
import type { ExportFile } from "../export-file";
import { createPrintQueue } from "../print-queue";
import type { Piece } from "../row-format";
import { collectSheet } from "./collect";
import type { SheetData } from "./data";
import type { SheetQuery } from "./models";

const renderTask = defineTask<SheetData, Uint8Array<ArrayBuffer>>(
  "render-sheet",
  new URL("../../../../workers/render-sheet.ts", import.meta.url),
);

export type SheetPrinter = {
  db: Db;
  pool: WorkerPool;
  version: string;
  /** What people call this service. */
  readAppName: () => Promise<string>;
};

export type SheetRequest = { query: SheetQuery; caller: Caller; actor: Actor; now: Date };

/** Of every sheet of this process: one is printed at a time, as each takes much memory. */
export function createSheetQueue(): FairQueue {
  return createPrintQueue({ atOnce: 1, one: "sheet", many: "inventory sheets" });
}

/**
 * The inventory as a PDF file for people, which is printed when it is read. Whoever takes it is entered in the audit
 * log.
 * @throws ApiError 404 where there is no such site, 422 where the devices are more than can be printed.
 */
export async function openSheet(
  printer: SheetPrinter,
  request: SheetRequest,
  { queue, signal }: { queue: FairQueue; signal: AbortSignal },
): Promise<ExportFile> {
  const { db, pool, version, readAppName } = printer;
  const { query, caller, actor, now } = request;
  const { site, parts } = await collectSheet(db, query.site_id);
  const product = await readAppName();
  const data = {
    product,
    version,
    author: caller.username,
    printedMs: now.getTime(),
    timeZone: query.time_zone,
    paper: query.paper,
    site,
    parts,
  };
  const rows = parts.reduce((sum, { devices }) => sum + devices.length, 0);
  const print = () => pool.run(renderTask, data, { signal });
  async function* content(): AsyncGenerator<Piece> {
    const bytes = await queue.run(caller.userId, print, signal);
    await recordAudit({ db, actor }, { action: "export.inventory_sheet", detail: `format=pdf rows=${rows}` });
    yield { bytes, rows };
  }
  const name = downloadName("inventory-sheet", { at: now, extension: "pdf" });
  return { name, contentType: "application/pdf", content: content() };
}

/** The same, printed already: what fails then is refused instead of begun. */
export async function printSheet(...asked: Parameters<typeof openSheet>): Promise<ExportFile> {
  const file = await openSheet(...asked);
  const first = await file.content.next();
  async function* content(): AsyncGenerator<Piece> {
    if (!first.done) yield first.value;
    yield* file.content;
  }
  return { ...file, content: content() };
}
