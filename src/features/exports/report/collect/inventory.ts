import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#platform/database";
import { checkTargets } from "#tables/monitoring";
import { deviceNameOf, devices, relationships, sites, topologyGroups } from "#tables/topology";
import type { Inventory, WatchState } from "../data";
import { toListed } from "./listed";

const MAX_DEVICES = 20;
const MAX_PLACES = 12;

const State = z
  .enum(["up", "down", "unknown", "unreachable", "maintenance", "paused", "unwatched"])
  .catch("unknown");

/** What a device is held to be. */
const state = sql`coalesce(${checkTargets.state}, 'unwatched')`;
const watchedDevices = sql`${devices} LEFT JOIN ${checkTargets} ON ${checkTargets.deviceId} = ${devices.id} AND ${checkTargets.kind} = 'device'`;

/** What there is now, whatever the period of the report. */
export async function collectInventory(db: Db): Promise<Inventory> {
  const [counts, states, bySite, byType, list] = await Promise.all([
    countAll(db),
    countStates(db),
    countSites(db),
    countTypes(db),
    listDevices(db),
  ]);
  return { ...counts, states, bySite, byType, list: { rows: list, total: counts.devices } };
}

const Counts = z.object({ devices: z.number(), groups: z.number(), sites: z.number(), links: z.number() });

async function countAll(db: Db): Promise<z.infer<typeof Counts>> {
  const [row] = await db.execute(sql`
    SELECT (SELECT count(*)::int FROM ${devices}) AS devices, (SELECT count(*)::int FROM ${topologyGroups}) AS groups,
      (SELECT count(*)::int FROM ${sites}) AS sites, (SELECT count(*)::int FROM ${relationships}) AS links`);
  return Counts.parse(row);
}

async function countStates(db: Db): Promise<Partial<Record<WatchState, number>>> {
  const rows = await db.execute(
    sql`SELECT ${state} AS state, count(*)::int AS count FROM ${watchedDevices} GROUP BY 1`,
  );
  const counted = z.array(z.object({ state: State, count: z.number() })).parse([...rows]);
  return Object.fromEntries(counted.map(({ state: name, count }) => [name, count]));
}

const Site = z.object({ name: z.string().nullable(), devices: z.number(), down: z.number() });

async function countSites(db: Db): Promise<Inventory["bySite"]> {
  const rows = await db.execute(sql`
    SELECT ${nameOfSite} AS name, count(*)::int AS devices, (count(*) FILTER (WHERE ${checkTargets.state} = 'down'))::int AS down,
      (count(*) OVER ())::int AS total
    FROM ${watchedDevices} LEFT JOIN ${sites} ON ${sites.id} = ${devices.siteId}
    GROUP BY ${sites.id} ORDER BY devices DESC, name LIMIT ${MAX_PLACES}`);
  return toListed(Site, [...rows]);
}

const nameOfSite = sql`coalesce(${sites.displayName}, ${sites.name})`;

const Type = z.object({ name: z.string().nullable(), devices: z.number() });

async function countTypes(db: Db): Promise<Inventory["byType"]> {
  const rows = await db.execute(sql`
    SELECT nullif(${devices.deviceType}, '') AS name, count(*)::int AS devices, (count(*) OVER ())::int AS total
    FROM ${devices} GROUP BY 1 ORDER BY devices DESC, name LIMIT ${MAX_PLACES}`);
  return toListed(Type, [...rows]);
}

const text = z.string().nullable();
const Line = z.object({ name: z.string(), address: text, type: text, state: State, group: text, site: text });

async function listDevices(db: Db): Promise<z.infer<typeof Line>[]> {
  const rows = await db.execute(sql`
    SELECT ${deviceNameOf()} AS name, ${devices.ipAddress} AS address, nullif(${devices.deviceType}, '') AS type, ${state} AS state,
      coalesce(${topologyGroups.displayName}, ${topologyGroups.name}, ${devices.topologyGroup}) AS group, ${nameOfSite} AS site
    FROM ${watchedDevices} LEFT JOIN ${sites} ON ${sites.id} = ${devices.siteId}
      LEFT JOIN ${topologyGroups} ON ${topologyGroups.id} = ${devices.topologyGroupId}
    ORDER BY array_position(ARRAY['down', 'unreachable', 'unknown'], ${state}), ${devices.nameKey}, ${devices.id}
    LIMIT ${MAX_DEVICES}`);
  return z.array(Line).parse([...rows]);
}
