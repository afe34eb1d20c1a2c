import type { SyslogEngine } from "#features/syslog";
import type { Db } from "#platform/database";
import { route, type Route } from "#platform/http/route";
import { getExportSummary } from "./summary";
import { ExportSummaryRead } from "./models";

export function exportSummaryRoutes(ctx: { db: Db; engine: SyslogEngine }): Route[] {
  return [
    route(
      {
        method: "get",
        path: "/api/v1/exports/summary",
        tag: "exports",
        summary: "What there is to export, and the caller's own last export",
        access: "authenticated",
        response: ExportSummaryRead,
      },
      ({ caller }) => getExportSummary(ctx, caller),
    ),
  ];
}
