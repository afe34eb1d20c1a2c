import { recordAudit, type Actor } from "#features/audit";
import type { EventReader } from "#features/syslog";
import type { Db } from "#platform/database";
import type { Caller } from "#platform/http/guard";
import { defineTask, type WorkerPool } from "#platform/workers";
import { collectReport } from "./collect/report";
import type { ReportData } from "./data";
import type { ReportQuery } from "./models";
import { periodOf, type Period } from "./period";

const renderTask = defineTask<ReportData, Uint8Array<ArrayBuffer>>(
  "render-report",
  new URL("../../../../workers/render-report.ts", import.meta.url),
);

export type PrinterOptions = {
  db: Db;
  engine: EventReader;
  pool: WorkerPool;
  version: string;
  /** What people call this service. */
  readAppName: () => Promise<string>;
};

export type ReportRequest = { query: ReportQuery; caller: Caller; actor: Actor; now: Date };

type Asked = { period: Period; signal: AbortSignal };

/** What the report of the period says to that caller. */
export async function collectFor(
  { db, engine, version, readAppName }: PrinterOptions,
  { query, caller, now }: Omit<ReportRequest, "actor">,
  { period, signal }: Asked,
): Promise<ReportData> {
  const ctx = { db, engine, caller, now, version, product: await readAppName() };
  return collectReport(ctx, { period, query }, signal);
}

export function render(
  { pool }: Pick<PrinterOptions, "pool">,
  data: ReportData,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  return pool.run(renderTask, data, { signal });
}

/**
 * Makes a report as a PDF file at once, for nobody who would have to wait for a turn. Throws ApiError 422 for a period
 * that is none.
 */
export async function printReport(
  options: PrinterOptions,
  request: ReportRequest,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const period = periodOf(request.query, request.now);
  const file = await render(options, await collectFor(options, request, { period, signal }), signal);
  await recordPrint(options.db, request, { period, file });
  return file;
}

/** Enters a report in the audit log. */
export async function recordPrint(
  db: Db,
  { actor, query }: ReportRequest,
  { period, file }: { period: Period; file: Uint8Array },
): Promise<void> {
  const [from, to] = [period.from, period.to].map((moment) => moment.toISOString());
  const detail = `from=${from} to=${to} paper=${query.paper} bytes=${file.byteLength}`;
  await recordAudit({ db, actor }, { action: "export.report_pdf", detail });
}
