import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { readKept, recordAudit, type StoredAuditEntry } from "#features/audit";
import {
  addConflict,
  addLost,
  readRequest,
  statesOf,
  type Fields,
  type ObjectKind,
  type Restoring,
  type UndoRun,
} from "#features/undo";
import type { Db } from "#platform/database";
import { ApiError } from "#platform/errors";
import { pick, putBack, type StoredRow } from "#platform/put-back";
import { changeGroup, deleteGroup, getGroup } from "../groups/service";
import { TopologyGroupUpdate, toGroupRead } from "../groups/models";
import { lockTree, requireParent } from "../hierarchy";
import type { SiteBelonging } from "../sites/belonging";
import { deleteSite, getSite, updateSite } from "../sites/service";
import { SiteUpdate, toSiteRead } from "../sites/models";
import { devices, sites, topologyGroups } from "../tables";

const Named = z.looseObject({ id: z.int() });

/** Older entries name only the place's name, which it may still have. */
async function findPlaceId(
  db: Db,
  { table, entry }: { table: typeof sites | typeof topologyGroups; entry: StoredAuditEntry },
): Promise<number | undefined> {
  const recorded = Named.safeParse(statesOf(entry).after).data?.id;
  if (recorded !== undefined) return recorded;
  const name = (entry.target ?? "").replace(/^(?:site|group):/, "");
  const [row] = await db.select({ id: table.id }).from(table).where(eq(table.name, name));
  return row?.id;
}

function placeName({ display_name: shown, name }: Fields): string | null {
  if (typeof shown === "string") return shown;
  return typeof name === "string" ? name : null;
}

const SITE_FIELDS = ["name", "display_name", "description", "address", "color", "parent_id"];

/** How changes of sites are taken back, with what other features have at them. */
export function siteKind(belongings: readonly SiteBelonging[]): ObjectKind {
  const removeSite = (
    { db, actor }: Pick<UndoRun, "db" | "actor">,
    { id, isDryRun }: { id: number; isDryRun: boolean },
  ) => deleteSite({ db, actor, belongings }, { siteId: id, ifMatch: undefined, isDryRun });
  return {
    permission: "topology_write",
    actions: {
      created: ["topology.site_created"],
      updated: ["topology.site_updated"],
      deleted: ["topology.site_deleted"],
    },
    stored: { table: sites },
    targetOf: (id, { name }) => `site:${typeof name === "string" ? name : id}`,
    nameOf: placeName,
    findId: (db, entry) => findPlaceId(db, { table: sites, entry }),
    references: { parent_id: sites },
    comparable: (fields) => pick(fields, SITE_FIELDS),
    async find(db, id) {
      const [row] = await db.select().from(sites).where(eq(sites.id, id)).for("update");
      return row && toSiteRead(row);
    },
    async change(ctx, { id, fields }) {
      await updateSite(ctx, { siteId: id, changes: readRequest(SiteUpdate, fields), ifMatch: undefined });
    },
    alongside: { own: "sites", one: (ctx, id) => removeSite(ctx, { id, isDryRun: true }) },
    async remove(ctx, id) {
      await removeSite(ctx, { id, isDryRun: false });
    },
    restore: (run, given) => restoreSite(run, { ...given, belongings }),
  };
}

async function restoreSite(
  run: UndoRun,
  { id, before, entry, about, belongings }: Restoring & { belongings: readonly SiteBelonging[] },
): Promise<Record<string, number> | undefined> {
  const { db } = run;
  if (!(await restorePlace(run, { table: sites, row: { id, ...before }, about, noun: "site" })))
    return undefined;
  const unassigned = await readKept(db, entry, "unassigned");
  const groups = await db
    .update(topologyGroups)
    .set({ siteId: id, updatedAt: new Date() })
    .where(and(inArray(topologyGroups.id, idsOf(unassigned.get("groups"))), isNull(topologyGroups.siteId)))
    .returning({ id: topologyGroups.id });
  const released = DeviceIds.parse(before).device_ids;
  const moved = await db
    .update(devices)
    .set({ siteId: id, updatedAt: new Date() })
    .where(and(inArray(devices.id, released), isNull(devices.siteId)))
    .returning({ id: devices.id });
  noteElsewhere(run, { kind: "devices", wanted: released, back: moved });
  const nested = await nest(run, {
    table: sites,
    noun: "site",
    id,
    children: idsOf(unassigned.get("sites")),
  });
  const others: Record<string, number> = {};
  for (const { kind, assign } of belongings)
    others[kind] = await assign(db, { siteId: id, rows: unassigned.get(kind) ?? [] });
  const site = await getSite({ db }, id);
  const target = `site:${site.name}`;
  await recordAudit(run, { action: "topology.site_created", target, after: site });
  return { devices: moved.length, groups: groups.length, sites: nested, ...others };
}

const GROUP_FIELDS = [
  "name",
  "display_name",
  "vlan_id",
  "ip_range",
  "gateway",
  "dhcp_start",
  "dhcp_end",
  "dns_servers",
  "description",
  "color",
  "parent_id",
  "site_id",
];

/** How changes of groups are taken back. What they changed of an IPAM subnet has an entry of its own. */
export const GROUPS: ObjectKind = {
  permission: "topology_write",
  actions: {
    created: ["topology.group_created"],
    updated: ["topology.group_updated"],
    deleted: ["topology.group_deleted"],
  },
  companions: ["ipam.subnet_updated"],
  stored: { table: topologyGroups },
  targetOf: (id, { name }) => `group:${typeof name === "string" ? name : id}`,
  nameOf: placeName,
  findId: (db, entry) => findPlaceId(db, { table: topologyGroups, entry }),
  references: { parent_id: topologyGroups, site_id: sites },
  comparable: (fields) => pick(fields, GROUP_FIELDS),
  async find(db, id) {
    const [row] = await db.select().from(topologyGroups).where(eq(topologyGroups.id, id)).for("update");
    return row && toGroupRead(row);
  },
  async change(ctx, { id, fields }) {
    const changes = readRequest(TopologyGroupUpdate, fields);
    await changeGroup({ db: ctx.db, actor: ctx.actor }, { groupId: id, changes, ifMatch: undefined });
  },
  alongside: {
    own: "groups",
    one: (ctx, id) => deleteGroup(ctx, { groupId: id, ifMatch: undefined, isDryRun: true }),
  },
  async remove(ctx, id) {
    await deleteGroup(ctx, { groupId: id, ifMatch: undefined, isDryRun: false });
  },
  restore: restoreGroup,
};

async function restoreGroup(
  run: UndoRun,
  { id, before, entry, about }: Restoring,
): Promise<Record<string, number> | undefined> {
  const { db } = run;
  if (!(await restorePlace(run, { table: topologyGroups, row: { id, ...before }, about, noun: "group" })))
    return undefined;
  const unassigned = await readKept(db, entry, "unassigned");
  const group = await getGroup({ db }, id);
  const released = DeviceIds.parse(before).device_ids;
  const moved = await db
    .update(devices)
    .set({ topologyGroupId: id, topologyGroup: group.name, updatedAt: new Date() })
    .where(and(inArray(devices.id, released), isNull(devices.topologyGroupId)))
    .returning({ id: devices.id });
  noteElsewhere(run, { kind: "devices", wanted: released, back: moved });
  const children = idsOf(unassigned.get("groups"));
  const nested = await nest(run, { table: topologyGroups, noun: "group", id, children });
  const target = `group:${group.name}`;
  await recordAudit(run, { action: "topology.group_created", target, after: group });
  return { devices: moved.length, groups: nested };
}

const DeviceIds = z.looseObject({ device_ids: z.array(z.int()).default([]) });

function idsOf(rows: readonly StoredRow[] = []): number[] {
  return rows.flatMap((row) => Named.safeParse(row).data?.id ?? []);
}

/** Things that have another place by now stay there. */
function noteElsewhere(
  run: UndoRun,
  { kind, wanted, back }: { kind: string; wanted: readonly number[]; back: readonly { id: number }[] },
): void {
  const present = new Set(back.map(({ id }) => id));
  const keys = wanted.filter((id) => !present.has(id));
  addLost(run, { kind, keys, reason: "they were moved or removed since, and stay so" });
}

type Place = {
  table: typeof sites | typeof topologyGroups;
  row: StoredRow;
  about: { target: string | null; name: string | null };
  noun: string;
};

/** True where it is there again. */
async function restorePlace(run: UndoRun, { table, row, about, noun }: Place): Promise<boolean> {
  await lockTree(run.db, { table, noun });
  const { back, missing } = await putBack(run.db, table, [row]);
  if (back.length === 0) {
    addConflict(run, about, {
      code: "taken",
      field: "name",
      message: `a ${noun} of this name is there already`,
    });
    return false;
  }
  for (const { column } of missing)
    addLost(run, { kind: column, keys: [String(row["id"])], reason: "what it named is not there any more" });
  return true;
}

/**
 * Puts places into the one that is back, where they have no other by now; one in which it lies itself stays where it
 * is.
 */
async function nest(
  run: UndoRun,
  given: { table: Place["table"]; noun: string; id: number; children: readonly number[] },
): Promise<number> {
  const { table, noun, id, children } = given;
  const { db } = run;
  let count = 0;
  const lost: number[] = [];
  for (const child of children) {
    const isFree = await db
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.id, child), isNull(table.parentId)));
    if (isFree.length === 0 || (await liesInside(db, { table, noun, id, child }))) lost.push(child);
    else {
      await db.execute(sql`UPDATE ${table} SET parent_id = ${id}, updated_at = now() WHERE id = ${child}`);
      count += 1;
    }
  }
  addLost(run, { kind: `${noun}s`, keys: lost, reason: "they were moved or removed since, and stay so" });
  return count;
}

async function liesInside(
  db: Db,
  { table, noun, id, child }: { table: Place["table"]; noun: string; id: number; child: number },
): Promise<boolean> {
  try {
    await requireParent(db, { tree: { table, noun }, id: child, parentId: id });
    return false;
  } catch (error) {
    if (error instanceof ApiError) return true;
    throw error;
  }
}
