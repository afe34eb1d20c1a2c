import { and, inArray, notInArray, or, sql, type SQL } from "drizzle-orm";
import { recordAudits } from "#features/audit";
import type { Db } from "#platform/database";
import { notFound } from "#platform/errors";
import { requireUnchanged, type EntityTags } from "#platform/http/conditional";
import { deletionPreview, type DeletionPreview } from "#platform/http/dry-run";
import { alertRules } from "#tables/alerts";
import { deviceDependencies, serviceChecks } from "#tables/monitoring";
import { isSensorOfPeople, sensors } from "#tables/sensors";
import { toolResults } from "#tables/tools";
import { listDeviceNames } from "../device-names";
import { deviceInterfaces, devices, relationships, topologyLayouts } from "../tables";
import { DELETED, keepBelongings } from "./belongings";
import type { DeviceBulkDeleteResult } from "./bulk-models";
import { readDevices } from "./device-rows";
import { DEVICE_VERSION } from "./models";
import type { Context } from "./service";

type Deletion = { ids: readonly number[]; userId: number; isDryRun: boolean };

/**
 * Removes a device with its links, interfaces, service checks and places on the map. Throws 404, 412 where it is not
 * that of `ifMatch`.
 */
export function deleteDevice(
  ctx: Context,
  input: { id: number; userId: number; ifMatch: EntityTags; isDryRun: boolean },
): Promise<DeletionPreview | undefined> {
  const { id, userId, ifMatch, isDryRun } = input;
  return ctx.db.transaction(async (db) => {
    const locked = await lockDevices(db, [id]);
    if (locked.length === 0) throw notFound("Device not found");
    if (ifMatch !== undefined) {
      const [current] = await readDevices({ db }, { ids: [id], userId });
      if (current !== undefined) requireUnchanged(ifMatch, { current, versioned: DEVICE_VERSION });
    }
    if (isDryRun) return previewOf(db, locked);
    await removeDevices({ ...ctx, db }, { ids: locked, userId, isDryRun });
    return undefined;
  });
}

/** Removes devices as `deleteDevice` does; ids that no device has are skipped. Throws 404 where none is left. */
export function deleteDevices(ctx: Context, input: Deletion): Promise<DeviceBulkDeleteResult> {
  return ctx.db.transaction(async (db) => {
    const ids = await lockDevices(db, input.ids);
    if (ids.length === 0) throw notFound("No matching devices found");
    if (input.isDryRun) return { deleted: 0, preview: await previewOf(db, ids) };
    await removeDevices({ ...ctx, db }, { ...input, ids });
    return { deleted: ids.length, preview: null };
  });
}

/** In the order of their ids, so that two who want some of the same do not wait for each other for ever. */
export async function lockDevices(db: Db, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .select({ id: devices.id })
    .from(devices)
    .where(inArray(devices.id, [...ids]))
    .orderBy(devices.id)
    .for("update");
  return rows.map(({ id }) => id);
}

/** Removes devices that are locked, with what goes with them, and notes each. */
export async function removeDevices(ctx: Context, { ids, userId }: Deletion): Promise<void> {
  const { db } = ctx;
  const gone = await readDevices({ db }, { ids, userId });
  const belongings = await keepBelongings(ctx, ids);
  await db
    .update(topologyLayouts)
    .set({ positions: sql`${topologyLayouts.positions} - ${textArray(nodesOf(ids))}` })
    .where(placesAny(ids));
  await db.delete(devices).where(inArray(devices.id, [...ids]));
  await recordAudits(
    ctx,
    gone.map((device) => ({
      action: DELETED,
      target: `device:${device.id}`,
      detail: device.ip_address,
      before: { ...device, removed: belongings.get(device.id) ?? {} },
    })),
  );
}

function nodesOf(ids: readonly number[]): string[] {
  return ids.map((id) => `device-${id}`);
}

function textArray(texts: readonly string[]): SQL {
  return sql`ARRAY[${sql.join(
    texts.map((text) => sql`${text}`),
    sql`, `,
  )}]::text[]`;
}

function placesAny(ids: readonly number[]): SQL {
  return sql`${topologyLayouts.positions} ?| ${textArray(nodesOf(ids))}`;
}

/** What a deletion of devices would take along, by name. */
export async function previewOf(db: Db, ids: readonly number[]): Promise<DeletionPreview> {
  const { sourceDeviceId, targetDeviceId, relationshipType } = relationships;
  const links = await db
    .select({
      name: sql<string>`${relationshipType} || ' ' || ${sourceDeviceId} || '-' || ${targetDeviceId}`,
    })
    .from(relationships)
    .where(or(inArray(sourceDeviceId, [...ids]), inArray(targetDeviceId, [...ids])))
    .orderBy(relationships.id);
  const interfaces = await db
    .select({ name: deviceInterfaces.name })
    .from(deviceInterfaces)
    .where(inArray(deviceInterfaces.deviceId, [...ids]))
    .orderBy(deviceInterfaces.nameKey);
  const layouts = await db
    .select({ name: topologyLayouts.name })
    .from(topologyLayouts)
    .where(placesAny(ids))
    .orderBy(topologyLayouts.id);
  const checks = await db
    .select({ name: serviceChecks.label })
    .from(serviceChecks)
    .where(inArray(serviceChecks.deviceId, [...ids]))
    .orderBy(serviceChecks.id);
  const bounded = await db
    .select({ name: sensors.name })
    .from(sensors)
    .where(and(inArray(sensors.deviceId, [...ids]), isSensorOfPeople))
    .orderBy(sensors.id);
  const results = await db
    .select({ name: sql<string>`${toolResults.finding} ->> 'tool'` })
    .from(toolResults)
    .where(inArray(toolResults.deviceId, [...ids]))
    .orderBy(toolResults.id);
  const rules = await db
    .select({ name: alertRules.name })
    .from(alertRules)
    .where(inArray(alertRules.deviceId, [...ids]))
    .orderBy(alertRules.id);
  const { deviceId, parentId } = deviceDependencies;
  const dependents = db
    .select({ id: deviceId })
    .from(deviceDependencies)
    .where(inArray(parentId, [...ids]));
  const namesOf = (rows: { name: string }[]) => rows.map(({ name }) => name);
  return deletionPreview({
    deleted: {
      devices: await listDeviceNames(db, inArray(devices.id, [...ids])),
      relationships: namesOf(links),
      interfaces: namesOf(interfaces),
      layout_positions: namesOf(layouts),
      service_checks: namesOf(checks),
      sensors: namesOf(bounded),
      tool_results: namesOf(results),
      alert_rules: namesOf(rules),
    },
    unassigned: {
      dependencies: await listDeviceNames(
        db,
        and(inArray(devices.id, dependents), notInArray(devices.id, [...ids])),
      ),
    },
  });
}
