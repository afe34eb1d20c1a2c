import { move } from "piscina";
import type { ReportData } from "../src/features/exports/report/data";
import { renderReport } from "../src/features/exports/report/render";

/** Prints a report; see renderReport. The file's buffer moves to the main thread. */
export default async function renderReportTask(data: ReportData): Promise<Uint8Array<ArrayBuffer>> {
  const file = await renderReport(data);
  move(file);
  return file;
}
