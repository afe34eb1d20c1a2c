import { sql } from "drizzle-orm";
import type { TargetMaintenance } from "#features/monitoring";
import type { Db } from "#platform/database";
import type { MaintainedTarget } from "./coverage";
import { occurrencesOf } from "./schedule";
import { maintenanceScopes, maintenanceWindows } from "./tables";
import { planOf } from "./windows";

/** More occurrences than that are of no use to anybody who looks at a chart. */
const MAX_OCCURRENCES = 500;

/**
 * The maintenance of one thing that lasted at some time between two moments, as windows and what they cover stand now,
 * in the order in which it began. Disabled windows are left out.
 */
export async function maintenanceOf(
  { db }: { db: Db },
  { target, from, to }: { target: MaintainedTarget; from: Date; to: Date },
): Promise<TargetMaintenance[]> {
  const { deviceId, serviceCheckId, monitorId } = target;
  const rows = await db.select().from(maintenanceWindows).where(sql`${maintenanceWindows.isEnabled}
    AND (${maintenanceWindows.coversEverything} OR ${maintenanceWindows.id} IN (
      WITH RECURSIVE
      own AS (SELECT topology_group_id, site_id, tags FROM devices WHERE id = ${deviceId}::bigint),
      around_groups (id) AS (
        SELECT topology_group_id FROM own WHERE topology_group_id IS NOT NULL
        UNION SELECT inner_group.parent_id FROM topology_groups inner_group JOIN around_groups ON inner_group.id = around_groups.id
          WHERE inner_group.parent_id IS NOT NULL),
      around_sites (id) AS (
        SELECT site_id FROM own WHERE site_id IS NOT NULL
        UNION SELECT inner_site.parent_id FROM sites inner_site JOIN around_sites ON inner_site.id = around_sites.id
          WHERE inner_site.parent_id IS NOT NULL),
      own_tags (tag) AS (
        SELECT unnest(tags) FROM own UNION SELECT unnest(tags) FROM monitors WHERE id = ${monitorId}::bigint)
      SELECT scope.maintenance_id FROM ${maintenanceScopes} scope
      WHERE scope.device_id = ${deviceId}::bigint OR scope.service_check_id = ${serviceCheckId}::bigint
        OR scope.monitor_id = ${monitorId}::bigint OR scope.group_id IN (SELECT id FROM around_groups)
        OR scope.site_id IN (SELECT id FROM around_sites) OR scope.tag IN (SELECT tag FROM own_tags)))`);
  const plans = rows.map((row) => ({ key: row, plan: planOf(row) }));
  const found: TargetMaintenance[] = [];
  for (const { key, startsAt, endsAt } of occurrencesOf(plans, {
    startsAt: from.getTime(),
    endsAt: to.getTime(),
  })) {
    if (found.length === MAX_OCCURRENCES) break;
    found.push({
      maintenanceId: key.id,
      title: key.title,
      startsAt: new Date(startsAt),
      endsAt: new Date(endsAt),
    });
  }
  return found;
}
