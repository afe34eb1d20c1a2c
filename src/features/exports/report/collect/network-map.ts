import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#platform/database";
import { checkTargets } from "#tables/monitoring";
import { deviceNameOf, devices, relationships, topologyLayouts } from "#tables/topology";
import type { NetworkMap } from "../data";

/** As the topology calls the layout that is saved while somebody works. */
const AUTOSAVE = "__autosave__";
/** On one page more could not be told apart. */
const MAX_DEVICES = 1000;
const MAX_LINKS = 3000;

const count = z.number();
const Layout = z.object({ id: count, name: z.string(), savedMs: count });
const Device = z.object({
  id: count,
  x: count,
  y: count,
  name: z.string(),
  state: z
    .enum(["up", "down", "unknown", "unreachable", "maintenance", "paused", "unwatched"])
    .catch("unknown"),
  total: count,
});
const Link = z.object({ source: count, target: count });

/**
 * The layout that the user saved last; where there is none, the working layout that anybody changed last, as these are
 * everyone's to see. Null where there is none of these either.
 */
export async function collectMap(db: Db, userId: number): Promise<NetworkMap | null> {
  const { id, ownerUserId, name, updatedAt } = topologyLayouts;
  const [row] = await db.execute(sql`
    SELECT ${id}::float8 AS id, ${name} AS name, (extract(epoch FROM ${updatedAt}) * 1000)::float8 AS "savedMs" FROM ${topologyLayouts}
    WHERE ${ownerUserId} = ${userId} OR ${name} = ${AUTOSAVE}
    ORDER BY ${name} = ${AUTOSAVE}, ${ownerUserId} = ${userId} DESC, ${updatedAt} DESC LIMIT 1`);
  if (row === undefined) return null;
  const layout = Layout.parse(row);
  const placed = await readPlaces(db, layout.id);
  if (placed.length === 0) return null;
  const placeOf = new Map(placed.map((device, place) => [device.id, place]));
  const links = await readLinks(db, [...placeOf.keys()]);
  return {
    name: layout.name === AUTOSAVE ? null : layout.name,
    savedMs: layout.savedMs,
    devices: placed.map(({ x, y, name: called, state }) => ({ x, y, name: called, state })),
    links: links.flatMap(({ source, target }) => {
      const [from, to] = [placeOf.get(source), placeOf.get(target)];
      return from === undefined || to === undefined ? [] : [{ from, to }];
    }),
    left: (placed[0]?.total ?? 0) - placed.length,
  };
}

/** Devices that are gone, and places that were stored wrongly, are not among them. */
async function readPlaces(db: Db, layoutId: number): Promise<z.infer<typeof Device>[]> {
  const coordinate = (axis: "x" | "y") =>
    sql`CASE WHEN jsonb_typeof(place.value -> ${axis}) = 'number' THEN (place.value ->> ${axis})::float8 END`;
  const rows = await db.execute(sql`
    WITH placed AS (
      SELECT substr(place.key, 8)::bigint AS device_id, ${coordinate("x")} AS x, ${coordinate("y")} AS y
      FROM ${topologyLayouts}, jsonb_each(${topologyLayouts.positions}) AS place
      WHERE ${topologyLayouts.id} = ${layoutId} AND place.key ~ '^device-[0-9]{1,15}$')
    SELECT ${devices.id}::float8 AS id, placed.x, placed.y, ${deviceNameOf()} AS name,
      coalesce(${checkTargets.state}, 'unwatched') AS state, (count(*) OVER ())::int AS total
    FROM placed JOIN ${devices} ON ${devices.id} = placed.device_id
      LEFT JOIN ${checkTargets} ON ${checkTargets.deviceId} = ${devices.id} AND ${checkTargets.kind} = 'device'
    WHERE abs(placed.x) < 1e9 AND abs(placed.y) < 1e9
    ORDER BY ${devices.id} LIMIT ${MAX_DEVICES}`);
  return z.array(Device).parse([...rows]);
}

async function readLinks(db: Db, deviceIds: readonly number[]): Promise<z.infer<typeof Link>[]> {
  const { sourceDeviceId, targetDeviceId } = relationships;
  const among = sql`${`{${deviceIds.join(",")}}`}::bigint[]`;
  const rows = await db.execute(sql`
    SELECT DISTINCT least(${sourceDeviceId}, ${targetDeviceId})::float8 AS source, greatest(${sourceDeviceId}, ${targetDeviceId})::float8 AS target
    FROM ${relationships} WHERE ${sourceDeviceId} = ANY(${among}) AND ${targetDeviceId} = ANY(${among})
    ORDER BY 1, 2 LIMIT ${MAX_LINKS}`);
  return z.array(Link).parse([...rows]);
}
