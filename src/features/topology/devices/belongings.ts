import { inArray, or, sql } from "drizzle-orm";
import { keepRows, keepRowsOfEach, keptInside, presentOf, type RemovedRows } from "#features/audit";
import { anyOf } from "#platform/any-of";
import { deviceIdentities, favouriteDevices, relationships, topologyLayouts } from "../tables";
import { toRelationshipRead } from "../links/models";
import type { DeviceBelonging } from "./belonging";
import type { Context } from "./service";

export const DELETED = "topology.device_deleted";

type Kept = Record<string, RemovedRows>;

/** What may be done with a device that goes, with all that other features have of it. */
export type DeletionContext = Context & { belongings: readonly DeviceBelonging[] };

/**
 * What goes with devices and is no field of theirs, for their audit rows, by device: links, places on the map, whose
 * favourite each is, what it is told by, and what other features have of it. A link between two of them is with both.
 * Belongs before the deletion, in its transaction.
 */
export async function keepBelongings(
  ctx: DeletionContext,
  ids: readonly number[],
): Promise<Map<number, Kept>> {
  const [links, positions, favourites] = [
    await readLinks(ctx, ids),
    await readPositions(ctx, ids),
    await readFavourites(ctx, ids),
  ];
  const others = [IDENTITIES, ...ctx.belongings].flatMap(({ kind, kept }) =>
    kept === undefined ? [] : [{ kind, rowsOf: kept.rowsOf }],
  );
  const found = new Map<string, ReadonlyMap<number, RemovedRows>>();
  for (const { kind, rowsOf } of others)
    found.set(kind, await keepRowsOfEach(ctx, { action: DELETED, targetOf, kind, ids, rowsOf }));
  const kept = new Map<number, Kept>();
  for (const id of ids) {
    const own: Kept = {};
    for (const [kind, rows] of found) own[kind] = rows.get(id) ?? NONE;
    kept.set(
      id,
      presentOf({
        relationships: await keepLinks(ctx, id, links.get(id) ?? []),
        layout_positions: { count: positions.get(id)?.length ?? 0, rows: positions.get(id) ?? [] },
        favourites: { count: favourites.get(id)?.length ?? 0, rows: favourites.get(id) ?? [] },
        ...own,
      }),
    );
  }
  return kept;
}

const NONE: RemovedRows = { count: 0, rows: [] };

function targetOf(id: number): string {
  return `device:${id}`;
}

/** What devices are told by. */
const IDENTITIES = {
  kind: "identities",
  kept: {
    rowsOf: (ids: readonly number[]) => sql`SELECT device_id AS owner, to_jsonb(seen) AS row
      FROM ${deviceIdentities} AS seen WHERE device_id = ${anyOf(ids)} ORDER BY kind, value`,
  },
};

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
      target: targetOf(id),
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

async function readFavourites({ db }: Context, ids: readonly number[]) {
  const { userId, deviceId } = favouriteDevices;
  const rows = await db
    .select({ user_id: userId, device_id: deviceId })
    .from(favouriteDevices)
    .where(inArray(deviceId, [...ids]))
    .orderBy(userId);
  return Map.groupBy(rows, (row) => row.device_id);
}
