import { inArray, or, sql, type SQL } from "drizzle-orm";
import { recordAudits, type RemovedRows } from "#features/audit";
import type { Db } from "#platform/database";
import { notFound } from "#platform/errors";
import { requireUnchanged, type EntityTags } from "#platform/http/conditional";
import { readAffected, type Affected } from "#platform/http/affected";
import { deletionPreview, type DeletionPreview } from "#platform/http/dry-run";
import { readAffectedDevices } from "../device-names";
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
    .set({ positions: sql`${topologyLayouts.positions} - ${nodesOf(ids)}` })
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

/** What layouts call the devices, however many, in one parameter. */
function nodesOf(ids: readonly number[]): SQL {
  return sql`string_to_array(${ids.map((id) => `device-${id}`).join(",")}, ',')`;
}

function placesAny(ids: readonly number[]): SQL {
  return sql`${topologyLayouts.positions} ?| ${nodesOf(ids)}`;
}

/** What a deletion of devices would take along, by name. */
export async function previewOf(
  { db, belongings }: Pick<DeletionContext, "db" | "belongings">,
  ids: readonly number[],
): Promise<DeletionPreview> {
  const removed: Record<string, Affected> = {};
  const unassigned: Record<string, Affected> = {};
  for (const { kind, readRemoved, readUnassigned } of belongings) {
    if (readRemoved !== undefined) removed[kind] = await readRemoved(db, ids);
    if (readUnassigned !== undefined) unassigned[kind] = await readUnassigned(db, ids);
  }
  return deletionPreview({
    deleted: {
      devices: await readAffectedDevices(db, inArray(devices.id, [...ids])),
      relationships: await readLinks(db, ids),
      interfaces: await readAffected(db, {
        from: deviceInterfaces,
        where: inArray(deviceInterfaces.deviceId, [...ids]),
        name: deviceInterfaces.name,
        orderBy: [deviceInterfaces.nameKey],
      }),
      layout_positions: await readPlaces(db, ids),
      ...removed,
    },
    unassigned,
  });
}

function readLinks(db: Db, ids: readonly number[]): Promise<Affected> {
  const { id, sourceDeviceId, targetDeviceId } = relationships;
  return readAffected(db, {
    from: sql`${relationships} JOIN ${devices} AS source ON source.id = ${sourceDeviceId}
      JOIN ${devices} AS target ON target.id = ${targetDeviceId}`,
    where: or(inArray(sourceDeviceId, [...ids]), inArray(targetDeviceId, [...ids])),
    name: sql`${deviceNameOf(sql`source`)} || ' – ' || ${deviceNameOf(sql`target`)}`,
    orderBy: [id],
  });
}

/** A layout counts once for each of the devices that it has a place for: lots of devices add up. */
function readPlaces(db: Db, ids: readonly number[]): Promise<Affected> {
  const { id, name, positions } = topologyLayouts;
  return readAffected(db, {
    from: topologyLayouts,
    where: placesAny(ids),
    name,
    orderBy: [id],
    weight: sql`(SELECT count(*) FROM unnest(${nodesOf(ids)}) AS node WHERE ${positions} ? node)`,
  });
}
