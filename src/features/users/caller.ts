import { eq } from "drizzle-orm";
import type { Db } from "#platform/database";
import type { Caller } from "#platform/http/guard";
import { effectivePermissions, SUPER_ADMIN } from "./permissions";
import { roles, users } from "./tables";

/**
 * A user as the one for whom something is done without a request: what it may now. Undefined where it is gone or
 * deactivated.
 */
export async function findCaller(db: Db, userId: number): Promise<Caller | undefined> {
  const [row] = await db
    .select({
      username: users.username,
      role: users.role,
      isActive: users.isActive,
      permissions: roles.permissions,
    })
    .from(users)
    .leftJoin(roles, eq(roles.name, users.role))
    .where(eq(users.id, userId));
  if (row === undefined || !row.isActive) return undefined;
  const { username, role, permissions } = row;
  return {
    userId,
    username,
    role,
    isSuperAdmin: role === SUPER_ADMIN,
    permissions: effectivePermissions(role, permissions ?? []),
    apiKeyId: null,
    sessionId: null,
    mustEnrol: false,
  };
}
