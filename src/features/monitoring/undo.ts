import { and, eq, isNull } from "drizzle-orm";
import type { DeviceRestorer } from "#features/topology";
import { readRequest, undoersOf, type ObjectKind, type Undoer } from "#features/undo";
import type { Db } from "#platform/database";
import type { Encryption } from "#platform/encryption";
import { ApiError } from "#platform/errors";
import { pick, putBack, type PutBack, type StoredRow } from "#platform/put-back";
import { devices } from "#tables/topology";
import { DeviceDependenciesUpdate } from "./dependencies/models";
import { readChoice } from "./dependencies/read";
import { chooseDependencies, lockChoices, requireNoCircle } from "./dependencies/service";
import { monitorUndoers } from "./monitors/undo";
import { deviceDependencies, groupMembers, groupWakes, serviceChecks } from "./tables";

type Deps = { rootAddresses: () => Promise<readonly string[]>; encryption: Encryption };

/** How monitors, and choices of what devices depend on, are taken back. */
export function monitoringUndoers({ rootAddresses, encryption }: Deps): Undoer[] {
  const never = () => Promise.reject(new Error("our bug: choices are neither made nor removed"));
  const kind: ObjectKind = {
    permission: "monitoring_write",
    actions: { created: [], updated: ["monitoring.dependencies_chosen"], deleted: [] },
    targetOf: (id) => `device:${id}`,
    nameOf: ({ name }) => (typeof name === "string" ? name : null),
    comparable: (fields) => pick(fields, ["mode", "parent_ids"]),
    async find(db, id) {
      const [device] = await db
        .select({ name: devices.displayName })
        .from(devices)
        .where(eq(devices.id, id))
        .for("key share");
      return device && { ...(await readChoice(db, id)), name: device.name };
    },
    async change({ db, actor }, { id, fields }) {
      const { mode, parent_ids: parents } = await readChoice(db, id);
      const wanted = readRequest(DeviceDependenciesUpdate, { mode, parent_ids: parents, ...fields });
      const ctx = { db, actor, rootAddresses, onChange: () => {} };
      await chooseDependencies(ctx, { id, wanted, ifMatch: undefined });
    },
    remove: never,
    restore: never,
  };
  return [...undoersOf(kind), ...monitorUndoers({ encryption })];
}

/** What monitoring had of a deleted device. */
export const MONITORING_RESTORERS: readonly DeviceRestorer[] = [
  { kind: "service_checks", table: serviceChecks },
  { kind: "dependencies", table: deviceDependencies, restore: restoreChoices },
  { kind: "group_members", table: groupMembers, restore: restoreMembers },
];

/** A choice that would lead back to the device, or of a device that is to depend on nothing by now, stays gone. */
async function restoreChoices(db: Db, rows: readonly StoredRow[]): Promise<PutBack> {
  await lockChoices(db);
  const found: PutBack = { back: [], taken: [], missing: [] };
  for (const row of rows) {
    const isKept = await isPossible(db, row);
    const { back, taken, missing } = isKept
      ? await putBack(db, deviceDependencies, [row])
      : { back: [], taken: [row], missing: [] };
    found.back.push(...back);
    found.taken.push(...taken);
    found.missing.push(...missing);
  }
  return found;
}

async function isPossible(db: Db, row: StoredRow): Promise<boolean> {
  const [device, parent] = [Number(row["device_id"]), row["parent_id"]];
  const nothing = and(eq(deviceDependencies.deviceId, device), isNull(deviceDependencies.parentId));
  if ((await db.$count(deviceDependencies, nothing)) > 0) return false;
  if (typeof parent !== "number") return true;
  try {
    await requireNoCircle(db, device, [parent]);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

async function restoreMembers(db: Db, rows: readonly StoredRow[]): Promise<PutBack> {
  const found = await putBack(db, groupMembers, rows);
  const groups = new Set(found.back.map((row) => Number(row["group_id"])));
  if (groups.size > 0) await db.insert(groupWakes).values([...groups].map((groupId) => ({ groupId })));
  return found;
}
