import { eq, sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import { notFound } from "#platform/errors";
import { snmpProfiles } from "#tables/snmp-profiles";
import { devices, sites, topologyGroups } from "../tables";

type Group = { id: number; name: string };

/** Throws 404. The group stays until the transaction ends. */
export async function requireGroup(db: Db, id: number): Promise<Group> {
  const [group] = await db
    .select({ id: topologyGroups.id, name: topologyGroups.name })
    .from(topologyGroups)
    .where(eq(topologyGroups.id, id))
    .for("key share");
  if (group === undefined) throw notFound("Group not found");
  return group;
}

/** A group of that name, made where there is none. */
async function groupOfName(db: Db, name: string): Promise<Group> {
  const [group] = await db
    .insert(topologyGroups)
    .values({ name })
    .onConflictDoUpdate({ target: topologyGroups.name, set: { name: sql`excluded.name` } })
    .returning({ id: topologyGroups.id, name: topologyGroups.name });
  if (group === undefined) throw new Error("our bug: an upsert gave no group");
  return group;
}

type GroupChoice = { topology_group_id?: number | null; topology_group?: string | null };
type GroupColumns = { topologyGroupId: number | null; topologyGroup: string | null };

/**
 * What a request says of the group: by id, which wins, or by name, which makes a group that is not there; null clears
 * both. Undefined: nothing. Throws 404.
 */
export async function chooseGroup(db: Db, choice: GroupChoice): Promise<GroupColumns | undefined> {
  const { topology_group_id: id, topology_group: name } = choice;
  if (id === undefined && name === undefined) return undefined;
  const isById = id !== null && id !== undefined;
  if (!isById && (name === null || name === undefined)) return { topologyGroupId: null, topologyGroup: null };
  const group = isById ? await requireGroup(db, id) : await groupOfName(db, name ?? "");
  return { topologyGroupId: group.id, topologyGroup: group.name };
}

/**
 * Throws 404. With a lock the device stays until the transaction ends; by `no key update` others wait that lock it so.
 */
export async function requireDevice(db: Db, id: number, lock?: "key share" | "no key update"): Promise<void> {
  const found = db.select({ id: devices.id }).from(devices).where(eq(devices.id, id)).$dynamic();
  const [row] = await (lock === undefined ? found : found.for(lock));
  if (row === undefined) throw notFound("Device not found");
}

/** Throws 404. The site stays until the transaction ends. */
export function requireSite(db: Db, id: number | null | undefined): Promise<void> {
  return requireRow(db, { table: sites, id, detail: "Site not found" });
}

/** Throws 404. The profile stays until the transaction ends. */
export function requireSnmpProfile(db: Db, id: number | null | undefined): Promise<void> {
  return requireRow(db, { table: snmpProfiles, id, detail: "SNMP profile not found" });
}

type Reference = { table: typeof sites | typeof snmpProfiles; id: number | null | undefined; detail: string };

async function requireRow(db: Db, { table, id, detail }: Reference): Promise<void> {
  if (id === null || id === undefined) return;
  const [row] = await db.select({ id: table.id }).from(table).where(eq(table.id, id)).for("key share");
  if (row === undefined) throw notFound(detail);
}
