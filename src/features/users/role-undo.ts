import { and, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { recordAudit, type StoredAuditEntry } from "#features/audit";
import {
  addChangedSince,
  addConflict,
  addLost,
  changeBack,
  notRecorded,
  statesOf,
  type ObjectKind,
  type Undoer,
  type UndoRun,
} from "#features/undo";
import { VIEWER } from "./permissions";
import { createRole, deleteRole, updateRolePermissions } from "./roles";
import { roles, users } from "./tables";

const Deleted = z.object({ name: z.string(), permissions: z.array(z.string()), users: z.array(z.string()) });

/** How changes of roles are taken back. They are known by name. */
export const ROLE_UNDOERS: readonly Undoer[] = [
  { actions: ["admin.role_created"], permission: "superadmin", undo: undoCreation },
  { actions: ["admin.role_permissions_updated"], permission: "superadmin", undo: undoPermissions },
  {
    actions: ["admin.role_deleted"],
    permission: "superadmin",
    deletion: {
      kind: "role",
      nameOf: ({ name }) => (typeof name === "string" ? name : null),
      table: roles,
      nameColumn: "name",
    },
    undo: restoreRole,
  },
  { actions: ["admin.users_moved_to_role"], permission: "superadmin", undo: undoMove },
];

const Moved = z.object({ role: z.string(), users: z.array(z.string()) });

async function undoMove(run: UndoRun, entry: StoredAuditEntry): Promise<void> {
  const { before, after } = statesOf(entry);
  const recorded = Moved.safeParse(after);
  if (!recorded.success) return notRecorded(run, entry);
  const { role: from, users: holders } = recorded.data;
  const moved = await moveUsers(run, { from, to: z.string().parse(before["role"]), holders });
  run.objects.push({
    target: entry.target,
    name: from,
    outcome: "changed",
    fields: [],
    with: { users: moved },
  });
}

function nameOf({ target }: StoredAuditEntry): string {
  return (target ?? "").slice("role:".length);
}

/** One that users have by now stays: they would become Viewers. */
async function undoCreation(run: UndoRun, entry: StoredAuditEntry): Promise<void> {
  const name = nameOf(entry);
  const about = { target: entry.target, name };
  const [role] = await run.db.select().from(roles).where(eq(roles.name, name)).for("update");
  if (role === undefined)
    return addConflict(run, about, { code: "gone", message: "it is not there any more" });
  if (role.permissions.length > 0) {
    const since = { field: "permissions", now: role.permissions, before: [] };
    if (!addChangedSince(run, about, since) && run.onConflict === "keep") return;
  }
  const held = await run.db.$count(users, eq(users.role, name));
  if (held > 0) return addConflict(run, about, { code: "refused", message: `${held} users have it by now` });
  await deleteRole(run, name);
  run.objects.push({ ...about, outcome: "removed", fields: [], with: {} });
}

async function undoPermissions(run: UndoRun, entry: StoredAuditEntry): Promise<void> {
  const name = nameOf(entry);
  const never = () => Promise.reject(new Error("our bug: only permissions are taken back"));
  const kind: ObjectKind = {
    permission: "superadmin",
    actions: { created: [], updated: [], deleted: [] },
    targetOf: () => `role:${name}`,
    nameOf: () => name,
    comparable: (fields) => fields,
    async find(db) {
      const [role] = await db.select().from(roles).where(eq(roles.name, name)).for("update");
      return role && { permissions: role.permissions };
    },
    async change({ db, actor }, { fields }) {
      const permissions = z.array(z.string()).parse(fields["permissions"]);
      await updateRolePermissions({ db, actor }, { roles: { [name]: permissions } });
    },
    remove: never,
    restore: never,
  };
  await changeBack(run, { kind, id: 0, ...statesOf(entry) });
}

async function restoreRole(run: UndoRun, entry: StoredAuditEntry): Promise<void> {
  const recorded = Deleted.safeParse(entry.before);
  if (!recorded.success) return notRecorded(run, entry);
  const { name, permissions, users: holders } = recorded.data;
  const about = { target: entry.target, name };
  const [present] = await run.db.select().from(roles).where(eq(roles.name, name)).for("update");
  if (present !== undefined)
    return addConflict(run, about, { code: "exists", message: "a role of this name is there" });
  await createRole(run, { name });
  await updateRolePermissions(run, { roles: { [name]: permissions } });
  const moved = await moveUsers(run, { from: VIEWER, to: name, holders });
  run.objects.push({ ...about, outcome: "restored", fields: [], with: moved > 0 ? { users: moved } : {} });
}

type Move = { from: string; to: string; holders: readonly string[] };

/** Users who have another role by now keep it. */
async function moveUsers(run: UndoRun, { from, to, holders }: Move): Promise<number> {
  const moved = await run.db
    .update(users)
    .set({ role: to, updatedAt: new Date() })
    .where(and(inArray(users.username, [...holders]), eq(users.role, from)))
    .returning({ username: users.username });
  const given = new Set(moved.map(({ username }) => username));
  addLost(run, {
    kind: "users",
    keys: holders.filter((one) => !given.has(one)),
    reason: "they have another role by now, or are gone",
  });
  if (moved.length > 0)
    await recordAudit(run, {
      action: "admin.users_moved_to_role",
      target: `role:${to}`,
      detail: `users=${moved.length}`,
      before: { role: from },
      after: { role: to, users: [...given].sort() },
    });
  return moved.length;
}
