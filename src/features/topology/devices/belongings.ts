import { and, inArray, or, sql, type SQL } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { z } from "zod";
import { keepRows, keptInside, presentOf, type RemovedRows } from "#features/audit";
import { anyOf } from "#platform/any-of";
import { alertRules } from "#tables/alerts";
import { maintenanceScopes } from "#tables/maintenance";
import { deviceDependencies, groupMembers, serviceChecks } from "#tables/monitoring";
import { statusPageComponents } from "#tables/status-pages";
import { isSensorOfPeople, sensors } from "#tables/sensors";
import { deviceIdentities, favouriteDevices, relationships, topologyLayouts } from "../tables";
import { toRelationshipRead } from "../links/models";
import type { Context } from "./service";

export const DELETED = "topology.device_deleted";

type Kept = Record<string, RemovedRows>;

/**
 * What goes with devices and is no field of theirs, for their audit rows, by device: links, places on the map, its own
 * service checks, sensors that people have added or set bounds on, what was chosen to depend on it or it on, whose
 * favourite each is, what it is told by, and where people have named it or a check of it. A link between two of them is
 * with both. Belongs before the deletion, in its transaction.
 */
export async function keepBelongings(ctx: Context, ids: readonly number[]): Promise<Map<number, Kept>> {
  const [links, positions, checks, bounded, choices, favourites] = [
    await readLinks(ctx, ids),
    await readPositions(ctx, ids),
    await readChecks(ctx, ids),
    await readSensors(ctx, ids),
    await readChoices(ctx, ids),
    await readFavourites(ctx, ids),
  ];
  const named = new Map<string, Map<number, unknown[]>>();
  for (const one of NAMING) named.set(one.kind, await readNaming(ctx, one, ids));
  const kept = new Map<number, Kept>();
  for (const id of ids) {
    const naming: Kept = {};
    for (const one of NAMING)
      naming[one.kind] = await keepNaming(ctx, one, { id, rows: named.get(one.kind)?.get(id) ?? [] });
    kept.set(
      id,
      presentOf({
        relationships: await keepLinks(ctx, id, links.get(id) ?? []),
        layout_positions: { count: positions.get(id)?.length ?? 0, rows: positions.get(id) ?? [] },
        service_checks: await keepChecks(ctx, id, checks.get(id) ?? []),
        sensors: await keepSensors(ctx, id, bounded.get(id) ?? []),
        dependencies: await keepChoices(ctx, id, choices.get(id) ?? []),
        favourites: { count: favourites.get(id)?.length ?? 0, rows: favourites.get(id) ?? [] },
        ...naming,
      }),
    );
  }
  return kept;
}

/** What names a device, or a service check of it, and goes with it. */
type Naming = { kind: string; rowsOf: (ids: readonly number[]) => SQL };

const namingRows = (table: PgTable) => (ids: readonly number[]) => sql`
  SELECT CASE WHEN naming.device_id = ${anyOf(ids)} THEN naming.device_id ELSE own.device_id END AS device, to_jsonb(naming) AS row
  FROM ${table} AS naming LEFT JOIN ${serviceChecks} AS own ON own.id = naming.service_check_id
  WHERE naming.device_id = ${anyOf(ids)} OR own.device_id = ${anyOf(ids)} ORDER BY naming.id`;

const NAMING: readonly Naming[] = [
  {
    kind: "identities",
    rowsOf: (ids) => sql`SELECT device_id AS device, to_jsonb(seen) AS row FROM ${deviceIdentities} AS seen
      WHERE device_id = ${anyOf(ids)} ORDER BY kind, value`,
  },
  { kind: "group_members", rowsOf: namingRows(groupMembers) },
  { kind: "alert_rules", rowsOf: namingRows(alertRules) },
  { kind: "maintenance_scopes", rowsOf: namingRows(maintenanceScopes) },
  { kind: "status_page_components", rowsOf: namingRows(statusPageComponents) },
];

const NamingRows = z.array(z.object({ device: z.coerce.number(), row: z.unknown() }));

async function readNaming({ db }: Context, { rowsOf }: Naming, ids: readonly number[]) {
  const rows = NamingRows.parse([...(await db.execute(rowsOf(ids)))]);
  const byDevice = Map.groupBy(rows, ({ device }) => device);
  return new Map([...byDevice].map(([id, own]) => [id, own.map(({ row }) => row)]));
}

async function keepNaming(
  ctx: Context,
  { kind, rowsOf }: Naming,
  { id, rows }: { id: number; rows: readonly unknown[] },
): Promise<RemovedRows> {
  const target = `device:${id}`;
  const all = sql`SELECT row FROM (${rowsOf([id])}) AS own`;
  return keptInside(rows) ?? (await keepRows(ctx, { action: DELETED, target, kind, rows: all }));
}

async function readLinks({ db }: Context, ids: readonly number[]): Promise<Map<number, unknown[]>> {
  const { sourceDeviceId, targetDeviceId, id } = relationships;
  const rows = await db
    .select()
    .from(relationships)
    .where(or(inArray(sourceDeviceId, [...ids]), inArray(targetDeviceId, [...ids])))
    .orderBy(id);
  const found = new Map<number, unknown[]>(ids.map((device) => [device, []]));
  for (const row of rows) {
    const link = toRelationshipRead(row);
    for (const end of [row.sourceDeviceId, row.targetDeviceId]) found.get(end)?.push(link);
  }
  return found;
}

async function keepLinks(ctx: Context, id: number, links: readonly unknown[]): Promise<RemovedRows> {
  return (
    keptInside(links) ??
    (await keepRows(ctx, {
      action: DELETED,
      target: `device:${id}`,
      kind: "relationships",
      rows: sql`SELECT to_jsonb(gone) AS row FROM ${relationships} AS gone
        WHERE source_device_id = ${id} OR target_device_id = ${id} ORDER BY gone.id`,
    }))
  );
}

async function readPositions({ db }: Context, ids: readonly number[]) {
  const { id, ownerUserId, name, positions } = topologyLayouts;
  const wanted = sql`string_to_array(${ids.map((device) => `device-${device}`).join(",")}, ',')`;
  const rows = await db
    .select({
      layout_id: id,
      owner_user_id: ownerUserId,
      layout: name,
      node: sql<string>`place.key`,
      position: sql<unknown>`place.value`,
    })
    .from(topologyLayouts)
    .innerJoin(sql`LATERAL jsonb_each(${positions}) AS place`, sql`place.key = ANY (${wanted})`)
    .where(sql`${positions} ?| ${wanted}`)
    .orderBy(id);
  return Map.groupBy(rows, ({ node }) => Number(node.replace("device-", "")));
}

async function readChecks({ db }: Context, ids: readonly number[]): Promise<Map<number, unknown[]>> {
  const rows = await db
    .select({ deviceId: serviceChecks.deviceId, check: sql<unknown>`to_jsonb(${serviceChecks})` })
    .from(serviceChecks)
    .where(inArray(serviceChecks.deviceId, [...ids]))
    .orderBy(serviceChecks.id);
  const found = new Map<number, unknown[]>(ids.map((device) => [device, []]));
  for (const { deviceId, check } of rows) found.get(deviceId ?? 0)?.push(check);
  return found;
}

async function keepChecks(ctx: Context, id: number, checks: readonly unknown[]): Promise<RemovedRows> {
  return (
    keptInside(checks) ??
    (await keepRows(ctx, {
      action: DELETED,
      target: `device:${id}`,
      kind: "service_checks",
      rows: sql`SELECT to_jsonb(gone) AS row FROM ${serviceChecks} AS gone WHERE device_id = ${id} ORDER BY gone.id`,
    }))
  );
}

async function readSensors({ db }: Context, ids: readonly number[]): Promise<Map<number, unknown[]>> {
  const rows = await db
    .select({ deviceId: sensors.deviceId, sensor: sql<unknown>`to_jsonb(${sensors})` })
    .from(sensors)
    .where(and(inArray(sensors.deviceId, [...ids]), isSensorOfPeople))
    .orderBy(sensors.id);
  const found = Map.groupBy(rows, ({ deviceId }) => deviceId);
  return new Map([...found].map(([id, own]) => [id, own.map(({ sensor }) => sensor)]));
}

async function keepSensors(ctx: Context, id: number, kept: readonly unknown[]): Promise<RemovedRows> {
  return (
    keptInside(kept) ??
    (await keepRows(ctx, {
      action: DELETED,
      target: `device:${id}`,
      kind: "sensors",
      rows: sql`SELECT to_jsonb(gone) AS row FROM ${sensors} AS gone
        WHERE device_id = ${id} AND ${isSensorOfPeople} ORDER BY gone.id`,
    }))
  );
}

async function readChoices({ db }: Context, ids: readonly number[]): Promise<Map<number, unknown[]>> {
  const { deviceId, parentId } = deviceDependencies;
  const rows = await db
    .select({ device_id: deviceId, parent_id: parentId })
    .from(deviceDependencies)
    .where(or(inArray(deviceId, [...ids]), inArray(parentId, [...ids])))
    .orderBy(deviceId, parentId);
  const found = new Map<number, unknown[]>(ids.map((device) => [device, []]));
  for (const row of rows) {
    found.get(row.device_id)?.push(row);
    if (row.parent_id !== null) found.get(row.parent_id)?.push(row);
  }
  return found;
}

async function keepChoices(ctx: Context, id: number, choices: readonly unknown[]): Promise<RemovedRows> {
  return (
    keptInside(choices) ??
    (await keepRows(ctx, {
      action: DELETED,
      target: `device:${id}`,
      kind: "dependencies",
      rows: sql`SELECT to_jsonb(gone) AS row FROM ${deviceDependencies} AS gone
        WHERE device_id = ${id} OR parent_id = ${id} ORDER BY gone.device_id`,
    }))
  );
}

async function readFavourites({ db }: Context, ids: readonly number[]) {
  const { userId, deviceId } = favouriteDevices;
  const rows = await db
    .select({ user_id: userId, device_id: deviceId })
    .from(favouriteDevices)
    .where(inArray(deviceId, [...ids]))
    .orderBy(userId);
  return Map.groupBy(rows, (row) => row.device_id);
}
