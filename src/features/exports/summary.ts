import { and, count, desc, eq, inArray, sql } from "drizzle-orm";
import { countStoredEvents, type SyslogEngine } from "#features/syslog";
import type { Db } from "#platform/database";
import { may, type Caller } from "#platform/http/guard";
import { toTimestamp } from "#platform/http/fields";
import { auditLog } from "#tables/audit";
import { devices } from "#tables/topology";
import type { ExportSummaryRead } from "./summary-models";

const TYPES = new Map<string, NonNullable<ExportSummaryRead["last_export_type"]>>([
  ["export.inventory", "Inventory"],
  ["export.firewall", "Firewall events"],
  ["export.report_pdf", "Network report"],
]);

/** How much there is to export, as far as the caller may, and what the caller has exported before. */
export async function getExportSummary(
  { db, engine }: { db: Db; engine: SyslogEngine },
  caller: Caller,
): Promise<ExportSummaryRead> {
  const own = and(eq(auditLog.actorUserId, caller.userId), inArray(auditLog.action, [...TYPES.keys()]));
  const [inventoryRows, firewallEvents, [counted], [last]] = await Promise.all([
    may(caller, "inventory_export") ? db.$count(devices) : null,
    may(caller, "firewall_export") ? countStoredEvents({ engine }) : null,
    db
      .select({ exports: count() })
      .from(auditLog)
      .where(and(own, sql`${auditLog.createdAt} > now() - interval '30 days'`)),
    db.select().from(auditLog).where(own).orderBy(desc(auditLog.id)).limit(1),
  ]);
  return {
    inventory_rows: inventoryRows,
    firewall_events: firewallEvents,
    exports_last_30_days: counted?.exports ?? 0,
    last_export_at: last === undefined ? null : toTimestamp(last.createdAt),
    last_export_type: TYPES.get(last?.action ?? "") ?? null,
    last_export_detail: last?.detail ?? null,
  };
}
