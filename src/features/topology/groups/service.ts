import { and, eq, isNotNull, or, sql, type SQL } from "drizzle-orm";
import { changesOf, identified, keepRows, presentOf, recordAudit, type Actor } from "#features/audit";
import { refuseDouble, type Db } from "#platform/database";
import { findDhcpRangeFault } from "#platform/dhcp-range";
import { invalid, notFound } from "#platform/errors";
import { requireUnchanged, WHOLE, type EntityTags } from "#platform/http/conditional";
import { readAffected } from "#platform/http/affected";
import { deletionPreview, type DeletionPreview } from "#platform/http/dry-run";
import { gatewayFault } from "#platform/network-gateway";
import { mapPage, readPage, type Ordering, type Page } from "#platform/http/paging";
import { given, isAtPlace, isText, occursIn } from "#platform/row-filters";
import { readAffectedDevices } from "../device-names";
import { requireSite } from "../devices/references";
import { lockTree, requireParent } from "../hierarchy";
import { devices, sites, topologyGroups } from "../tables";
import {
  toGroupColumns,
  toGroupRead,
  type GroupQuery,
  type GroupResetAssignmentsResult,
  type TopologyGroupCreate,
  type TopologyGroupRead,
  type TopologyGroupUpdate,
} from "./models";
import type { SubnetSync } from "./subnet-sync";

type Context = { db: Db; actor: Actor };
export type SyncContext = Context & { syncSubnet: SubnetSync };

const TREE = { table: topologyGroups, noun: "group" };

const NAME = { constraint: "topology_groups_name", detail: "Group name already exists" };

const BY_NAME: Ordering<typeof topologyGroups.$inferSelect> = {
  name: "groups",
  keys: [
    { column: topologyGroups.nameKey, type: "text", of: ({ nameKey }) => nameKey },
    { column: topologyGroups.id, type: "bigint", of: ({ id }) => id },
  ],
};

/**
 * The groups that the filters let through, by name, vlan2 before vlan10: all of them or a page. Throws 422 for a bad
 * cursor.
 */
export async function listGroups({ db }: { db: Db }, query: GroupQuery): Promise<Page<TopologyGroupRead>> {
  const filter = groupFilter(query);
  const page = await readPage(query, {
    order: BY_NAME,
    rows: ({ after, orderBy, limit }) =>
      db
        .select()
        .from(topologyGroups)
        .where(and(filter, after))
        .orderBy(...orderBy)
        .limit(limit),
    count: () => db.$count(topologyGroups, filter),
  });
  return mapPage(page, toGroupRead);
}

const { name, displayName, description, ipRange, vlanId, siteId } = topologyGroups;

function groupFilter(query: GroupQuery): SQL | undefined {
  return and(
    given(query.search, (text) =>
      or(occursIn([name, displayName, description, ipRange], text), eq(vlanId, text)),
    ),
    given(query.name, (text) => isText(name, text)),
    given(query.vlan_id, (text) => eq(vlanId, text)),
    given(query.site, (text) => isAtPlace(text, { reference: siteId, place: sites })),
  );
}

/** Throws 404. */
export async function getGroup({ db }: { db: Db }, groupId: number): Promise<TopologyGroupRead> {
  const [row] = await db.select().from(topologyGroups).where(eq(topologyGroups.id, groupId));
  if (row === undefined) throw notFound("Group not found");
  return toGroupRead(row);
}

/**
 * Adds a group and brings its IPAM subnet in line. Throws 409 where a group has the name, 404 for a parent or site that
 * does not exist.
 */
export async function createGroup(ctx: SyncContext, group: TopologyGroupCreate): Promise<TopologyGroupRead> {
  return refuseDouble(NAME, () =>
    ctx.db.transaction(async (db) => {
      if (group.parent_id !== null) await lockTree(db, TREE);
      await requireParent(db, { tree: TREE, id: null, parentId: group.parent_id });
      await requireSite(db, group.site_id);
      const [row] = await db.insert(topologyGroups).values(toGroupColumns(group)).returning();
      if (row === undefined) throw new Error("our bug: an insert gave no row");
      await ctx.syncSubnet({ db, actor: ctx.actor }, { after: row });
      const created = toGroupRead(row);
      await recordAudit(
        { db, actor: ctx.actor },
        {
          action: "topology.group_created",
          target: `group:${created.name}`,
          after: created,
        },
      );
      return created;
    }),
  );
}

/**
 * Changes the fields that are given; a new name goes to the group's devices too, the network to its IPAM subnet. Throws
 * 404, 409, 412, and 422 where the group as a whole would break a rule.
 */
export function updateGroup(ctx: SyncContext, input: GroupChange): Promise<TopologyGroupRead> {
  return changeGroup(ctx, input);
}

type GroupChange = { groupId: number; changes: TopologyGroupUpdate; ifMatch: EntityTags };

/** As `updateGroup`; without `syncSubnet` the IPAM subnet is left as it is. */
export async function changeGroup(
  ctx: Context & Partial<SyncContext>,
  input: GroupChange,
): Promise<TopologyGroupRead> {
  const { groupId, changes, ifMatch } = input;
  return refuseDouble(NAME, () =>
    ctx.db.transaction(async (db) => {
      if (changes.parent_id !== undefined) await lockTree(db, TREE);
      const before = await lockGroup(db, { groupId, ifMatch }, "no key update");
      const wanted = { ...before, ...changes };
      refuseDhcpRange(wanted);
      // One that was stored before this was a rule stays until somebody changes it.
      if (wanted.gateway !== before.gateway || wanted.ip_range !== before.ip_range) refuseGateway(wanted);
      if (changes.parent_id !== undefined)
        await requireParent(db, { tree: TREE, id: groupId, parentId: changes.parent_id });
      if (changes.site_id !== undefined) await requireSite(db, changes.site_id);
      const [row] = await db
        .update(topologyGroups)
        .set({ ...toGroupColumns(wanted), updatedAt: new Date() })
        .where(eq(topologyGroups.id, groupId))
        .returning();
      if (row === undefined) throw new Error("our bug: a locked row was not updated");
      await ctx.syncSubnet?.({ db, actor: ctx.actor }, { before: toGroupColumns(before), after: row });
      const after = toGroupRead(row);
      const renamed = after.name === before.name ? 0 : await renameInDevices(db, after);
      await recordAudit(
        { db, actor: ctx.actor },
        {
          action: "topology.group_updated",
          target: `group:${after.name}`,
          detail: `devices=${renamed}`,
          ...identified(groupId, changesOf(before, after)),
        },
      );
      return after;
    }),
  );
}

async function lockGroup(
  db: Db,
  { groupId, ifMatch }: { groupId: number; ifMatch: EntityTags },
  lock: "update" | "no key update",
): Promise<TopologyGroupRead> {
  const [row] = await db.select().from(topologyGroups).where(eq(topologyGroups.id, groupId)).for(lock);
  if (row === undefined) throw notFound("Group not found");
  const group = toGroupRead(row);
  requireUnchanged(ifMatch, { current: group, versioned: WHOLE });
  return group;
}

function refuseDhcpRange(group: TopologyGroupCreate): void {
  const fault = findDhcpRangeFault({ ...group, cidr: group.ip_range });
  if (fault === undefined) return;
  throw invalid([{ loc: ["body", fault.field], msg: fault.text, type: "value_error" }]);
}

function refuseGateway(group: TopologyGroupCreate): void {
  const msg = gatewayFault({ ...group, cidr: group.ip_range });
  if (msg !== null) throw invalid([{ loc: ["body", "gateway"], msg, type: "value_error" }]);
}

/** Devices keep the name beside the id. Gives how many there were. */
async function renameInDevices(db: Db, group: { id: number; name: string }): Promise<number> {
  const renamed = await db
    .update(devices)
    .set({ topologyGroup: group.name, updatedAt: new Date() })
    .where(eq(devices.topologyGroupId, group.id))
    .returning({ id: devices.id });
  return renamed.length;
}

/** Removes a group; its devices and the groups in it stay. A dry run only says what there is. Throws 404, 412. */
export async function deleteGroup(
  ctx: Context,
  input: { groupId: number; ifMatch: EntityTags; isDryRun: boolean },
): Promise<DeletionPreview | undefined> {
  const { groupId, isDryRun } = input;
  return ctx.db.transaction(async (db) => {
    const group = await lockGroup(db, input, "update");
    if (isDryRun) return previewOf(db, group);
    const action = "topology.group_deleted";
    const target = `group:${group.name}`;
    const groups = await keepRows(
      { db, actor: ctx.actor },
      {
        action,
        target,
        kind: "groups",
        rows: sql`SELECT jsonb_build_object('id', id, 'name', name) AS row FROM ${topologyGroups}
          WHERE parent_id = ${groupId} ORDER BY id`,
      },
    );
    const released = await releaseDevices(db, groupId);
    await db.delete(topologyGroups).where(eq(topologyGroups.id, groupId));
    await recordAudit(
      { db, actor: ctx.actor },
      {
        action,
        target,
        before: { ...group, device_ids: released, unassigned: presentOf({ groups }) },
      },
    );
    return undefined;
  });
}

async function previewOf(db: Db, group: TopologyGroupRead): Promise<DeletionPreview> {
  return deletionPreview({
    deleted: { groups: [group.name] },
    unassigned: {
      devices: await readAffectedDevices(db, eq(devices.topologyGroupId, group.id)),
      groups: await readAffected(db, {
        from: topologyGroups,
        where: eq(topologyGroups.parentId, group.id),
        name: topologyGroups.name,
        orderBy: [topologyGroups.nameKey],
      }),
    },
  });
}

async function releaseDevices(db: Db, groupId: number): Promise<number[]> {
  const released = await db
    .update(devices)
    .set({ topologyGroupId: null, topologyGroup: null, updatedAt: new Date() })
    .where(eq(devices.topologyGroupId, groupId))
    .returning({ id: devices.id });
  return released.map(({ id }) => id);
}

/** Takes every device out of its group. The audit row keeps which was where. */
export async function resetDeviceAssignments(ctx: Context): Promise<GroupResetAssignmentsResult> {
  return ctx.db.transaction(async (db) => {
    const isAssigned = or(isNotNull(devices.topologyGroupId), isNotNull(devices.topologyGroup));
    const assigned = await db
      .select({ id: devices.id, groupId: devices.topologyGroupId, name: devices.topologyGroup })
      .from(devices)
      .where(isAssigned)
      .orderBy(devices.id)
      .for("no key update");
    await db
      .update(devices)
      .set({ topologyGroupId: null, topologyGroup: null, updatedAt: new Date() })
      .where(isAssigned);
    await recordAudit(
      { db, actor: ctx.actor },
      {
        action: "topology.groups_assignments_reset",
        target: `count:${assigned.length}`,
        before: { device_ids: idsByGroup(assigned) },
      },
    );
    return { updated: assigned.length };
  });
}

type Assigned = { id: number; groupId: number | null; name: string | null };

function idsByGroup(assigned: readonly Assigned[]): Record<string, number[]> {
  const byGroup = Map.groupBy(assigned, ({ groupId, name }) => (groupId === null ? `name:${name}` : groupId));
  return Object.fromEntries([...byGroup].map(([group, rows]) => [group, rows.map(({ id }) => id)]));
}
