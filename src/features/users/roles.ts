import { and, asc, eq } from "drizzle-orm";
import { changesOf, recordAudit, type Actor } from "#features/audit";
import type { Db } from "#platform/database";
import { badRequest, conflict } from "#platform/errors";
import { requireUnchanged, WHOLE, type EntityTags } from "#platform/http/conditional";
import { knownPermissions, PERMISSION_LIST, SUPER_ADMIN, VIEWER } from "./permissions";
import type { RoleCreate, RolePermissionsResponse, RolePermissionsUpdate } from "./role-models";
import { roles, users } from "./tables";

type Context = { db: Db; actor: Actor };

const BUILTIN_NAMES = [SUPER_ADMIN, "NetworkAdmin", "SecurityAnalyst", VIEWER].map((name) =>
  name.toLowerCase(),
);

/** Every permission, and what each role but SuperAdmin holds; roles by name. */
export async function listRolePermissions({ db }: { db: Db }): Promise<RolePermissionsResponse> {
  const rows = await db.select().from(roles).orderBy(asc(roles.name));
  return {
    permissions: PERMISSION_LIST,
    roles: Object.fromEntries(rows.map((role) => [role.name, knownPermissions(role.permissions)])),
  };
}

/**
 * Gives the listed roles exactly the listed permissions, from each user's next request on. Unknown names are ignored.
 * Throws 412.
 */
export async function updateRolePermissions(
  ctx: Context,
  input: RolePermissionsUpdate & { ifMatch?: EntityTags },
): Promise<RolePermissionsResponse> {
  return ctx.db.transaction(async (db) => {
    // All of them: a request may list more names than a statement takes parameters.
    const found = await db.select().from(roles).orderBy(asc(roles.name)).for("update");
    requireUnchanged(input.ifMatch, { current: await listRolePermissions({ db }), versioned: WHOLE });
    for (const before of found) {
      const wanted = input.roles[before.name];
      if (wanted === undefined || !Object.hasOwn(input.roles, before.name)) continue;
      const permissions = knownPermissions(wanted);
      const held = knownPermissions(before.permissions);
      if (permissions.join() === held.join()) continue;
      await db.update(roles).set({ permissions }).where(eq(roles.name, before.name));
      await recordAudit(
        { db, actor: ctx.actor },
        {
          action: "admin.role_permissions_updated",
          target: `role:${before.name}`,
          detail: `permissions=${permissions.join(",") || "none"}`,
          ...changesOf({ permissions: held }, { permissions }),
        },
      );
    }
    return listRolePermissions({ db });
  });
}

/** Adds a role that may do nothing yet. One that exists stays as it is; 409 for a built-in name, in any case. */
export async function createRole(ctx: Context, { name }: RoleCreate): Promise<RolePermissionsResponse> {
  if (BUILTIN_NAMES.includes(name.toLowerCase())) throw conflict("Cannot create a built-in role");
  return ctx.db.transaction(async (db) => {
    const [created] = await db.insert(roles).values({ name }).onConflictDoNothing().returning();
    if (created !== undefined) {
      await recordAudit(
        { db, actor: ctx.actor },
        { action: "admin.role_created", target: `role:${name}`, after: { name, permissions: [] } },
      );
    }
    return listRolePermissions({ db });
  });
}

/** Removes a custom role; its users become Viewers. An unknown name changes nothing; 400 for a built-in role. */
export async function deleteRole(ctx: Context, name: string): Promise<RolePermissionsResponse> {
  if (name === SUPER_ADMIN) throw badRequest("Cannot delete the SuperAdmin role");
  return ctx.db.transaction(async (db) => {
    const [found] = await db.select().from(roles).where(eq(roles.name, name)).for("update");
    if (found?.isBuiltin) throw badRequest("Cannot delete a built-in role");
    if (found === undefined) return listRolePermissions({ db });
    const moved = await db
      .update(users)
      .set({ role: VIEWER, updatedAt: new Date() })
      .where(eq(users.role, name))
      .returning({ username: users.username });
    await db.delete(roles).where(and(eq(roles.name, name), eq(roles.isBuiltin, false)));
    await recordAudit(
      { db, actor: ctx.actor },
      {
        action: "admin.role_deleted",
        target: `role:${name}`,
        detail: `users=${moved.length}`,
        before: { name, permissions: found.permissions, users: moved.map((user) => user.username).sort() },
        after: { role_of_its_users: VIEWER },
      },
    );
    return listRolePermissions({ db });
  });
}
