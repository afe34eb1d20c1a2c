import { eq, inArray, or, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { recordAudits, type RemovedRows } from "#features/audit";
import type { Db } from "#platform/database";
import { notFound } from "#platform/errors";
import { requireUnchanged, type EntityTags } from "#platform/http/conditional";
import { deletionPreview, type DeletionPreview } from "#platform/http/dry-run";
import { listDeviceNames } from "../device-names";
import { deviceInterfaces, deviceNameOf, devices, relationships, topologyLayouts } from "../tables";
import { DELETED, keepBelongings, type DeletionContext } from "./belongings";
import type { DeviceBulkDeleteResult } from "./bulk-models";
import { readDevices } from "./device-rows";
import { DEVICE_VERSION } from "./models";

type Deletion = { ids: readonly number[]; userId: number; isDryRun: boolean };

/**
 * Removes a device with its links, interfaces, service checks and places on the map. Throws 404, 412 where it is not
 * that of `ifMatch`.
 */
export function deleteDevice(
  ctx: DeletionContext,
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
    if (isDryRun) return previewOf({ ...ctx, db }, locked);
    await removeDevices({ ...ctx, db }, { ids: locked, userId, isDryRun });
    return undefined;
  });
}

/** Removes devices as `deleteDevice` does; ids that no device has are skipped. Throws 404 where none is left. */
export function deleteDevices(ctx: DeletionContext, input: Deletion): Promise<DeviceBulkDeleteResult> {
  return ctx.db.transaction(async (db) => {
    const ids = await lockDevices(db, input.ids);
    if (ids.length === 0) throw notFound("No matching devices found");
    if (input.isDryRun) return { deleted: 0, preview: await previewOf({ ...ctx, db }, ids) };
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

/** Removes devices that are locked, with what goes with them, and notes each; gives how much of each kind that is. */
export async function removeDevices(
  ctx: DeletionContext,
  { ids, userId }: Deletion,
): Promise<ReadonlyMap<number, Record<string, number>>> {
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
  return new Map(
    gone.map(({ id, interfaces }) => [
      id,
      { interfaces: interfaces.length, ...countsOf(belongings.get(id)) },
    ]),
  );
}

function countsOf(kept: Readonly<Record<string, RemovedRows>> = {}): Record<string, number> {
  return Object.fromEntries(Object.entries(kept).map(([kind, { count }]) => [kind, count]));
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
export async function previewOf(
  { db, belongings }: Pick<DeletionContext, "db" | "belongings">,
  ids: readonly number[],
): Promise<DeletionPreview> {
  const { sourceDeviceId, targetDeviceId } = relationships;
  const source = alias(devices, "source");
  const target = alias(devices, "target");
  const links = await db
    .select({
      name: sql<string>`${deviceNameOf(sql`source`)} || ' – ' || ${deviceNameOf(sql`target`)}`,
    })
    .from(relationships)
    .innerJoin(source, eq(source.id, sourceDeviceId))
    .innerJoin(target, eq(target.id, targetDeviceId))
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
  const names: Record<string, string[]> = {};
  const unassigned: Record<string, string[]> = {};
  for (const { kind, listNames, listUnassigned } of belongings) {
    if (listNames !== undefined) names[kind] = await listNames(db, ids);
    if (listUnassigned !== undefined) unassigned[kind] = await listUnassigned(db, ids);
  }
  const namesOf = (rows: { name: string }[]) => rows.map(({ name }) => name);
  return deletionPreview({
    deleted: {
      devices: await listDeviceNames(db, inArray(devices.id, [...ids])),
      relationships: namesOf(links),
      interfaces: namesOf(interfaces),
      layout_positions: namesOf(layouts),
      ...names,
    },
    unassigned,
  });
}
