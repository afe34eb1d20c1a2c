import type { SyslogEngine } from "#features/syslog";
import type { Route } from "#platform/http/route";
import type { ExportDesk } from "./answer";
import { firewallExportRoutes } from "./firewall/routes";
import { inventoryExportRoutes } from "./inventory/routes";
import { listExportRoutes } from "./lists/routes";
import type { PrinterOptions } from "./report/print";
import { reportRoutes } from "./report/routes";
import { sheetRoutes } from "./sheet/routes";
import type { ReportMailing } from "./schedules/mailing";
import { reportScheduleRoutes } from "./schedules/routes";
import { exportSummaryRoutes } from "./summary/routes";

type ExportDeps = {
  desk: ExportDesk;
  engine: SyslogEngine;
  printer: Omit<PrinterOptions, "db" | "engine">;
  mailing: ReportMailing;
};

export function exportRoutes({ desk, engine, printer: printing, mailing }: ExportDeps): Route[] {
  const { db, runner: operations, log } = desk;
  const printer = { ...printing, db, engine };
  return [
    ...firewallExportRoutes({ desk, engine }),
    ...inventoryExportRoutes({ desk }),
    ...listExportRoutes({ desk }),
    ...exportSummaryRoutes({ db, engine }),
    ...sheetRoutes({ desk, printer }),
    ...reportRoutes({ ...printer, operations, log }),
    ...reportScheduleRoutes({ db, mailing }),
  ];
}
