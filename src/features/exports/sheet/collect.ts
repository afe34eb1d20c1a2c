import { sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#platform/database";
import { invalid, notFound } from "#platform/errors";
import { checkTargets } from "#tables/monitoring";
import { deviceAddresses, deviceNameOf, devices, sites, topologyGroups } from "#tables/topology";
import type { SheetPart } from "./data";
import { MAX_DEVICES } from "./models";

const text = z.string().nullable();
const Row = z.object({
  site: text,
  group: text,
  name: z.string(),
  addresses: z.array(z.string()),
  mac: text,
  type: text,
  location: text,
  serial: text,
  state: z
    .enum(["up", "down", "unknown", "unreachable", "maintenance", "paused", "unwatched"])
    .catch("unknown"),
  notes: text,
});
const Count = z.object({ count: z.number() });
const Site = z.object({ name: z.string() });

/**
 * Each site with the outermost one that it lies in, and the names of those between. Sites that lie in each other in a
 * circle are none.
 */
const PLACES = sql`
  WITH RECURSIVE places AS (
    SELECT ${sites.id} AS id, ${sites.id} AS root_id, coalesce(${sites.displayName}, ${sites.name}) AS root,
      NULL::text AS location, ${sites.nameKey} AS place, ARRAY[${sites.id}] AS path
    FROM ${sites} WHERE ${sites.parentId} IS NULL
    UNION ALL
    SELECT inner_site.id, places.root_id, places.root,
      concat_ws(' / ', places.location, coalesce(inner_site.display_name, inner_site.name)), places.place, path || inner_site.id
    FROM ${sites} AS inner_site JOIN places ON inner_site.parent_id = places.id AND NOT inner_site.id = ANY(path))`;

/**
 * The devices of a site, or all, in the order in which they are printed.
 * @throws ApiError 404 where there is no such site, 422 where the devices are more than can be printed.
 */
export async function collectSheet(
  db: Db,
  siteId: number | undefined,
): Promise<{ site: string | null; parts: SheetPart[] }> {
  const site = siteId === undefined ? null : await findSite(db, siteId);
  const within =
    siteId === undefined
      ? sql`true`
      : sql`${devices.siteId} IN (SELECT id FROM places WHERE ${siteId}::bigint = ANY(path))`;
  await requireFew(db, within);
  const rows = await db.execute(sql`
    ${PLACES}
    SELECT places.root AS site, coalesce(${topologyGroups.displayName}, ${topologyGroups.name}, ${devices.topologyGroup}) AS group,
      ${deviceNameOf()} AS name, nullif(${devices.macAddress}, '') AS mac, nullif(${devices.deviceType}, '') AS type, places.location,
      nullif(${devices.serialNumber}, '') AS serial, coalesce(${checkTargets.state}, 'unwatched') AS state,
      nullif(${devices.notes}, '') AS notes,
      array_remove(${devices.ipAddress} || ARRAY(
        SELECT ${deviceAddresses.ipAddress} FROM ${deviceAddresses} WHERE ${deviceAddresses.deviceId} = ${devices.id}
          AND ${deviceAddresses.ipAddress} IS DISTINCT FROM ${devices.ipAddress}
        ORDER BY ${deviceAddresses.address}, ${deviceAddresses.id}), NULL) AS addresses
    FROM ${devices} LEFT JOIN places ON places.id = ${devices.siteId}
      LEFT JOIN ${topologyGroups} ON ${topologyGroups.id} = ${devices.topologyGroupId}
      LEFT JOIN ${checkTargets} ON ${checkTargets.deviceId} = ${devices.id} AND ${checkTargets.kind} = 'device'
    WHERE ${within}
    ORDER BY places.place, places.root_id, ${topologyGroups.nameKey}, "group", ${devices.nameKey}, ${devices.id}
    LIMIT ${MAX_DEVICES}`);
  return { site, parts: partsOf(z.array(Row).parse([...rows])) };
}

async function findSite(db: Db, siteId: number): Promise<string> {
  const [row] = await db.execute(
    sql`SELECT coalesce(${sites.displayName}, ${sites.name}) AS name FROM ${sites} WHERE ${sites.id} = ${siteId}`,
  );
  if (row === undefined) throw notFound("Site not found");
  return Site.parse(row).name;
}

async function requireFew(db: Db, within: SQL): Promise<void> {
  const [row] = await db.execute(
    sql`${PLACES} SELECT count(*)::int AS count FROM ${devices} WHERE ${within}`,
  );
  const { count } = Count.parse(row);
  if (count <= MAX_DEVICES) return;
  const reason = `there are ${count} devices, and a sheet has ${MAX_DEVICES} at most; take one site, or the inventory as CSV`;
  throw invalid([{ loc: ["query", "site_id"], msg: `Value error, ${reason}`, type: "value_error" }]);
}

function partsOf(rows: readonly z.output<typeof Row>[]): SheetPart[] {
  const parts: SheetPart[] = [];
  for (const { site, group, ...device } of rows) {
    const last = parts.at(-1);
    if (last !== undefined && last.site === site && last.group === group) last.devices.push(device);
    else parts.push({ site, group, devices: [device] });
  }
  return parts;
}
