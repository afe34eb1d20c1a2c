import { and, count, desc, eq, inArray, max, sql } from "drizzle-orm";
import { countStoredEvents, type SyslogEngine } from "#features/syslog";
import type { Db } from "#platform/database";
import { may, type Caller } from "#platform/http/guard";
import { toTimestamp } from "#platform/http/fields";
import { auditLog } from "#tables/audit";
import { devices } from "#tables/topology";
import type { ExportSummaryRead, ExportType } from "./models";

/** By the action of the audit log. */
const TYPES: ReadonlyMap<string, ExportType> = new Map([
  ["export.inventory", "Inventory"],
  ["export.inventory_sheet", "Inventory sheet"],
  ["export.firewall", "Firewall events"],
  ["export.report_pdf", "Network report"],
  ["export.subnets", "Subnets"],
  ["export.reservations", "Reservations"],
  ["export.leases", "DHCP leases"],
  ["export.bindings", "Address history"],
  ["export.links", "Links"],
  ["export.service_checks", "Service checks"],
  ["export.monitors", "Monitors"],
  ["export.alert_events", "Alerts"],
  ["export.incidents", "Incidents"],
]);

/** How much there is to export, as far as the caller may, and what the caller has exported before. */
export async function getExportSummary(
  { db, engine }: { db: Db; engine: SyslogEngine },
  caller: Caller,
): Promise<ExportSummaryRead> {
  const own = and(eq(auditLog.actorUserId, caller.userId), inArray(auditLog.action, [...TYPES.keys()]));
  const newest = db
    .select({ id: max(auditLog.id) })
    .from(auditLog)
    .where(own)
    .groupBy(auditLog.action);
  const [inventoryRows, firewallEvents, [counted], rows] = await Promise.all([
    may(caller, "inventory_export") ? db.$count(devices) : null,
    may(caller, "firewall_export") ? countStoredEvents({ engine }) : null,
    db
      .select({ exports: count() })
      .from(auditLog)
      .where(and(own, sql`${auditLog.createdAt} > now() - interval '30 days'`)),
    db.select().from(auditLog).where(inArray(auditLog.id, newest)).orderBy(desc(auditLog.id)),
  ]);
  const lastExports = rows.flatMap(({ action, createdAt, detail }) => {
    const type = TYPES.get(action);
    return type === undefined ? [] : [{ type, at: toTimestamp(createdAt), detail }];
  });
  const [last] = lastExports;
  return {
    inventory_rows: inventoryRows,
    firewall_events: firewallEvents,
    exports_last_30_days: counted?.exports ?? 0,
    last_export_at: last?.at ?? null,
    last_export_type: last?.type ?? null,
    last_export_detail: last?.detail ?? null,
    last_exports: lastExports,
  };
}
