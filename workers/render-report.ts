import { move, transferableSymbol, valueSymbol } from "piscina";
import type { ReportData } from "../src/features/exports/report/data";
import { renderReport } from "../src/features/exports/report/render";

/** Prints a report; see renderReport. The caller gets the file, which moves there instead of being copied. */
export default async function renderReportTask(data: ReportData): Promise<ReturnType<typeof move>> {
  const file = await renderReport(data);
  // The thread may outlive the report by far: what fonts and pages took would stay with it until the next collection.
  Bun.gc(true);
  return move({ [transferableSymbol]: [file.buffer], [valueSymbol]: file });
}
