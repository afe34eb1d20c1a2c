import { and, eq } from "drizzle-orm";
import type { Actor } from "#features/audit";
import {
  createSsoUser,
  findUsersByEmail,
  hashRandomPassword,
  holdUsers,
  linkSsoUser,
  SUPER_ADMIN,
  syncSsoRole,
  type UserRow,
} from "#features/users";
import { roles, users } from "#tables/users";
import type { Db } from "#platform/database";
import { chooseRole, type Identity } from "./claims";
import type { OidcSettings } from "./models";
import { SsoError } from "./sso-error";
import { oidcIdentities } from "./tables";

type Context = { db: Db; actor: Actor; settings: OidcSettings };

/** A hash for the user that a sign-in may make, so that nothing waits for it; undefined where it will make none. */
export async function preparePassword(ctx: Context, identity: Identity): Promise<string | undefined> {
  if (!ctx.settings.auto_provision) return undefined;
  return (await findLinked(ctx.db, identity)) === undefined ? hashRandomPassword() : undefined;
}

/**
 * The active user whom the provider's subject means, in a transaction of the caller: the one it was linked to, else the
 * one with its verified mail address, else a new one, as the settings permit. Throws SsoError where there is none, or
 * it is disabled.
 */
export async function resolveAccount(
  ctx: Context,
  { identity, passwordHash }: { identity: Identity; passwordHash: string | undefined },
): Promise<UserRow> {
  const { settings } = ctx;
  const role = chooseRole(identity.groups, { settings, customRoles: await listCustomRoles(ctx.db) });
  const known = await findLinked(ctx.db, identity);
  if (known !== undefined && !needsRole(known, { role, settings })) return requireActive(known);
  await holdUsers(ctx.db);
  const user =
    (await findLinked(ctx.db, identity)) ??
    (await link(ctx, identity)) ??
    (await provision(ctx, { identity, role, passwordHash }));
  requireActive(user);
  return needsRole(user, { role, settings }) ? syncSsoRole(ctx, user, role) : user;
}

/** Roles are the provider's to say where it manages them; it cannot lower a SuperAdmin that it could not make. */
function needsRole(user: UserRow, { role, settings }: { role: string; settings: OidcSettings }): boolean {
  if (!settings.manage_roles || user.role === role) return false;
  return user.role !== SUPER_ADMIN || settings.allow_super_admin;
}

function requireActive(user: UserRow): UserRow {
  if (!user.isActive) throw new SsoError("account_disabled", { username: user.username });
  return user;
}

async function findLinked(db: Db, { issuer, subject }: Identity): Promise<UserRow | undefined> {
  const [found] = await db
    .select({ user: users })
    .from(oidcIdentities)
    .innerJoin(users, eq(users.id, oidcIdentities.userId))
    .where(and(eq(oidcIdentities.issuer, issuer), eq(oidcIdentities.subject, subject)));
  return found?.user;
}

/**
 * Links the one user with the verified address, if it is linked to nobody at this provider. A disabled one stays as it
 * is.
 */
async function link(ctx: Context, identity: Identity): Promise<UserRow | undefined> {
  if (!ctx.settings.link_by_email || !identity.isEmailVerified) return undefined;
  const [user, ...others] = await findUsersByEmail(ctx.db, identity.email);
  if (user === undefined || others.length > 0) return undefined;
  const ofUser = and(eq(oidcIdentities.userId, user.id), eq(oidcIdentities.issuer, identity.issuer));
  const taken = await ctx.db.select().from(oidcIdentities).where(ofUser);
  if (taken.length > 0) return undefined;
  requireActive(user);
  await addIdentity(ctx.db, { identity, userId: user.id });
  return linkSsoUser(ctx, user, identity.issuer);
}

async function provision(
  ctx: Context,
  { identity, role, passwordHash }: { identity: Identity; role: string; passwordHash: string | undefined },
): Promise<UserRow> {
  if (passwordHash === undefined) throw new SsoError("account_not_linked", { username: identity.email });
  const user = await createSsoUser(ctx, { ...identity, role, passwordHash });
  await addIdentity(ctx.db, { identity, userId: user.id });
  return user;
}

async function addIdentity(
  db: Db,
  { identity, userId }: { identity: Identity; userId: number },
): Promise<void> {
  await db.insert(oidcIdentities).values({ issuer: identity.issuer, subject: identity.subject, userId });
}

async function listCustomRoles(db: Db): Promise<Set<string>> {
  const rows = await db.select({ name: roles.name }).from(roles).where(eq(roles.isBuiltin, false));
  return new Set(rows.map(({ name }) => name));
}
