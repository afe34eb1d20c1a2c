import { z } from "zod";
import { and, isNull, sql } from "drizzle-orm";
import { recordAudit, type StoredAuditEntry } from "#features/audit";
import {
  addChangedSince,
  addConflict,
  addLost,
  changeManyBack,
  notRecorded,
  removeMany,
  removeObject,
  statesOf,
  type Fields,
  type ObjectKind,
  type Undoer,
  type UndoRun,
} from "#features/undo";
import { anyOf } from "#platform/any-of";
import { devices, topologyGroups } from "../tables";

const States = z.record(z.string().regex(/^\d{1,15}$/), z.record(z.string(), z.unknown()));

/** Takes back a change that gave many devices the same values. */
export function bulkUndoer(kind: ObjectKind): Undoer {
  return {
    actions: ["topology.devices_bulk_updated"],
    permission: "topology_write",
    async undo(run, entry) {
      const { before, after } = statesOf(entry);
      await changeEachBack(run, { kind, before, after });
    },
  };
}

async function changeEachBack(
  run: UndoRun,
  { kind, before, after }: { kind: ObjectKind; before: unknown; after: unknown },
): Promise<void> {
  const [old, next] = [States.catch({}).parse(before), States.catch({}).parse(after)];
  const ids = Object.keys(old).map(Number);
  const changes = ids
    .sort((left, right) => left - right)
    .map((id) => ({ id, before: old[String(id)] ?? {}, after: next[String(id)] ?? {} }));
  await changeManyBack(run, kind, changes);
}

const IMPORT = "topology.devices_bulk_imported";
const Created = z.array(z.int());

/** Take back imports: devices that they made go, those that they changed are as before. */
export function importUndoers(kind: ObjectKind): Undoer[] {
  const permission = "topology_write";
  const undo = (run: UndoRun, entry: StoredAuditEntry) => undoImport(run, { kind, entry });
  return [
    // Of a large one the parts have entries of their own.
    { actions: [IMPORT], permission, companions: [`${IMPORT}.rows`], undo },
    { actions: [`${IMPORT}.rows`], permission, undo },
  ];
}

async function undoImport(
  run: UndoRun,
  { kind, entry }: { kind: ObjectKind; entry: StoredAuditEntry },
): Promise<void> {
  const { before, after } = statesOf(entry);
  if (after["written"] !== undefined) return;
  const created = Created.safeParse(after["created"]);
  if (!created.success) return notRecorded(run, entry);
  const isAsMade = (_id: number, current: Fields) => current["created_at"] === current["updated_at"];
  const gone = await removeMany(run, { kind, ids: created.data, isAsMade });
  for (const id of created.data) if (!gone.has(id)) await removeImported(run, { kind, id });
  await changeEachBack(run, { kind, before: toFields(before["updated"]), after: toFields(after["updated"]) });
}

/**
 * The entry does not hold what an import made of a new device, but its times tell whether somebody has changed it
 * since.
 */
async function removeImported(run: UndoRun, { kind, id }: { kind: ObjectKind; id: number }): Promise<void> {
  const current = await kind.find(run.db, id);
  const about = { target: `device:${id}`, name: kind.nameOf(current ?? {}) };
  const [made, changed] = [current?.["created_at"], current?.["updated_at"]];
  const isChanged = made !== changed;
  const since = { field: "updated_at", now: changed, before: made };
  if (isChanged && !addChangedSince(run, about, since) && run.onConflict === "keep") return;
  await removeObject(run, { kind, id, after: {} });
}

/** Imports note columns as the code calls them. */
function toFields(states: unknown): Record<string, Fields> {
  const known = States.catch({}).parse(states);
  return Object.fromEntries(
    Object.entries(known).map(([id, fields]) => [
      id,
      Object.fromEntries(Object.entries(fields).map(([name, value]) => [toSnakeCase(name), value])),
    ]),
  );
}

function toSnakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

const Reset = z.looseObject({ device_ids: z.record(z.string(), z.array(z.int())) });

/** Takes back that all devices were taken out of their groups; one that has another group by now stays there. */
export const RESET_UNDOER: Undoer = {
  actions: ["topology.groups_assignments_reset"],
  permission: "topology_write",
  async undo(run, entry) {
    const recorded = Reset.safeParse(entry.before);
    if (!recorded.success) return notRecorded(run, entry);
    const about = { target: entry.target, name: null };
    const before: Record<string, unknown> = {};
    for (const [group, ids] of Object.entries(recorded.data.device_ids)) {
      const back = await assign(run, group, ids);
      for (const id of back) before[id] = { topology_group_id: null };
      const kept = new Set(back);
      const keys = ids.filter((id) => !kept.has(id));
      addLost(run, { kind: "devices", keys, reason: "they, or their group, were changed or removed since" });
    }
    const count = Object.keys(before).length;
    if (count === 0)
      return addConflict(run, about, {
        code: "gone",
        message: "none of the devices and groups is as it was left",
      });
    run.objects.push({ ...about, outcome: "changed", fields: [], with: { devices: count } });
    await recordReassigned(run, before);
  },
};

async function assign(run: UndoRun, group: string, ids: readonly number[]): Promise<number[]> {
  const id = Number(group);
  if (!Number.isSafeInteger(id)) return [];
  const name = sql`(SELECT name FROM ${topologyGroups} WHERE id = ${id} FOR KEY SHARE)`;
  const rows = await run.db
    .update(devices)
    .set({ topologyGroupId: id, topologyGroup: name, updatedAt: new Date() })
    .where(
      and(
        sql`${devices.id} = ${anyOf(ids)}`,
        isNull(devices.topologyGroupId),
        sql`EXISTS (SELECT FROM ${topologyGroups} WHERE id = ${id})`,
      ),
    )
    .returning({ id: devices.id });
  return rows.map((row) => row.id);
}

/** In the form of a bulk change, so that it can be taken back in turn. */
async function recordReassigned(run: UndoRun, before: Record<string, unknown>): Promise<void> {
  const ids = Object.keys(before).map(Number);
  const rows = await run.db
    .select({ id: devices.id, groupId: devices.topologyGroupId })
    .from(devices)
    .where(sql`${devices.id} = ${anyOf(ids)}`);
  await recordAudit(run, {
    action: "topology.devices_bulk_updated",
    target: `count:${ids.length}`,
    detail: "groups restored",
    before,
    after: Object.fromEntries(rows.map(({ id, groupId }) => [id, { topology_group_id: groupId }])),
  });
}
