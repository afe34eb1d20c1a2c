import { inArray, sql } from "drizzle-orm";
import { changesOf, recordAudit } from "#features/audit";
import type { Db } from "#platform/database";
import { notFound } from "#platform/errors";
import { devices } from "../tables";
import type { DeviceBulkUpdateRequest, DeviceBulkUpdateResult } from "./bulk-models";
import { lockDevices } from "./delete";
import { deviceColumns } from "./device-columns";
import { MAX_TAGS } from "./fields";
import { chooseGroup, requireSite, requireSnmpProfile } from "./references";
import type { Context } from "./service";

/**
 * Gives many devices the same values; ids that no device has are skipped, and named. Throws 404 where none is left, or
 * for a group or site.
 */
export function updateDevices(
  ctx: Context,
  request: DeviceBulkUpdateRequest,
): Promise<DeviceBulkUpdateResult> {
  const { device_ids: wanted, add_tags: added = [], remove_tags: removed = [], ...given } = request;
  return ctx.db.transaction(async (db) => {
    const ids = await lockDevices(db, wanted);
    if (ids.length === 0) throw notFound("No matching devices found");
    const saysNothing = Object.keys(request).every((name) => name === "device_ids");
    const group = await chooseGroup(db, saysNothing ? { topology_group_id: null } : given);
    await requireSite(db, given.site_id);
    await requireSnmpProfile(db, given.snmp_profile_id);
    const before = await readStates(db, ids);
    await db
      .update(devices)
      .set({
        ...deviceColumns(given),
        ...group,
        ...(given.vendor === undefined ? {} : { vendor: given.vendor, isVendorDerived: false }),
        ...(added.length + removed.length === 0 ? {} : { tags: retagged(added, removed) }),
        updatedAt: new Date(),
      })
      .where(inArray(devices.id, ids));
    const after = await readStates(db, ids);
    await recordAudit(
      { db, actor: ctx.actor },
      {
        action: "topology.devices_bulk_updated",
        target: `count:${ids.length}`,
        detail: `group=${group?.topologyGroup ?? ""} site=${given.site_id ?? ""}`,
        ...changesOf(before, after),
      },
    );
    const known = new Set(ids);
    return { updated: ids.length, unknown_device_ids: [...new Set(wanted)].filter((id) => !known.has(id)) };
  });
}

/** Those that it has stay before new ones. */
function retagged(added: readonly string[], removed: readonly string[]) {
  const [plus, minus] = [added, removed].map((list) => sql`${sql.param(list, devices.tags)}::text[]`);
  return sql`ARRAY(
    SELECT tag FROM unnest(${devices.tags} || ${plus}) WITH ORDINALITY AS listed (tag, place)
    WHERE tag <> ALL (${minus}) GROUP BY tag ORDER BY min(place) LIMIT ${MAX_TAGS})`;
}

/** What bulk changes may touch, by the device's id, for the audit log. */
async function readStates(db: Db, ids: readonly number[]): Promise<Record<string, unknown>> {
  const rows = await db
    .select()
    .from(devices)
    .where(inArray(devices.id, [...ids]));
  return Object.fromEntries(
    rows.map((row) => [
      String(row.id),
      {
        topology_group_id: row.topologyGroupId,
        topology_group: row.topologyGroup,
        site_id: row.siteId,
        snmp_profile_id: row.snmpProfileId,
        device_type: row.deviceType,
        vendor: row.vendor,
        os: row.os,
        status: row.status,
        lifecycle: row.lifecycle,
        expected_status: row.expectedStatus,
        monitoring_paused: row.monitoringPaused,
        icon: row.icon,
        color: row.color,
        vlan_id: row.vlanId,
        subnet: row.subnet,
        tags: row.tags,
      },
    ]),
  );
}
