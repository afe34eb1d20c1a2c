import { randomBytes } from "node:crypto";
import { and, count, eq, ne, sql } from "drizzle-orm";
import { recordAudit, type Actor } from "#features/audit";
import type { Db } from "#platform/database";
import { toAuditedUser, type UserRow } from "./models";
import { hashPassword } from "./passwords";
import { SUPER_ADMIN } from "./permissions";
import { users } from "./tables";

type Context = { db: Db; actor: Actor };

type NewSsoUser = {
  email: string;
  /** The provider vouches for the address. */
  isEmailVerified: boolean;
  displayName: string | null;
  role: string;
  issuer: string;
  /** Of hashRandomPassword, made before the users were held: hashing takes its time. */
  passwordHash: string;
};

const LONGEST_NAME = 60;

/** Lets nobody else add or change a user until the transaction ends. Take it before any other lock on users. */
export async function holdUsers(db: Db): Promise<void> {
  await db.execute(sql`LOCK TABLE ${users} IN SHARE ROW EXCLUSIVE MODE`);
}

/** The hash of a password that nobody knows. */
export function hashRandomPassword(): Promise<string> {
  return hashPassword(randomBytes(32).toString("base64url"));
}

/**
 * The users with that mail address, in any case, but those who wrote it into their own profile: nobody vouches for
 * theirs.
 */
export async function findUsersByEmail(db: Db, email: string): Promise<UserRow[]> {
  const isThis = eq(sql`lower(${users.email})`, email.toLowerCase());
  return db
    .select()
    .from(users)
    .where(and(isThis, eq(users.isEmailSelfDeclared, false)));
}

/**
 * Makes a user for somebody whom an identity provider vouches for, named after the mail address, with a password that
 * nobody knows. The caller holds the users.
 */
export async function createSsoUser(ctx: Context, input: NewSsoUser): Promise<UserRow> {
  const { email, role, issuer } = input;
  const [user] = await ctx.db
    .insert(users)
    .values({
      username: await freeUsername(ctx.db, email),
      passwordHash: input.passwordHash,
      hasLocalPassword: false,
      role,
      email,
      isEmailSelfDeclared: !input.isEmailVerified,
      displayName: input.displayName,
      authSource: "oidc",
      ssoIssuer: issuer,
    })
    .returning();
  if (user === undefined) throw new Error("our bug: an insert gave no row");
  await recordAudit(byUser(ctx, user), {
    action: "auth.oidc_user_provisioned",
    target: `user:${user.username}`,
    detail: `role=${role} issuer=${issuer}`,
    after: toAuditedUser(user),
  });
  return user;
}

/**
 * The mail address's local part as a user name that is free in any case: other characters become dots; `.2`, `.3` on a
 * clash.
 */
async function freeUsername(db: Db, email: string): Promise<string> {
  const local = email.slice(0, email.lastIndexOf("@")).replace(/[^A-Za-z0-9_.-]/g, ".");
  const stem = (local.length < 3 ? `user.${local}` : local).slice(0, LONGEST_NAME);
  const taken = await db
    .select({ name: sql<string>`lower(${users.username})` })
    .from(users)
    .where(sql`starts_with(lower(${users.username}), ${stem.toLowerCase()})`);
  const names = new Set(taken.map(({ name }) => name));
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? stem : `${stem}.${number}`;
    if (!names.has(candidate.toLowerCase())) return candidate;
  }
}

/** Marks a user as one whom an identity provider signs in. The local password goes on working. */
export async function linkSsoUser(ctx: Context, user: UserRow, issuer: string): Promise<UserRow> {
  const [linked = user] = await ctx.db
    .update(users)
    .set({ authSource: "oidc", ssoIssuer: issuer, updatedAt: sql`now()` })
    .where(eq(users.id, user.id))
    .returning();
  await recordAudit(byUser(ctx, linked), {
    action: "auth.oidc_identity_linked",
    target: `user:${user.username}`,
    detail: `issuer=${issuer}`,
  });
  return linked;
}

/**
 * Gives a user the role that the provider's groups say, unless no active SuperAdmin would be left. The caller holds the
 * users.
 */
export async function syncSsoRole(ctx: Context, user: UserRow, role: string): Promise<UserRow> {
  if (user.role === role || (user.role === SUPER_ADMIN && (await isLastSuperAdmin(ctx.db, user))))
    return user;
  const [synced = user] = await ctx.db
    .update(users)
    .set({ role, updatedAt: sql`now()` })
    .where(eq(users.id, user.id))
    .returning();
  await recordAudit(byUser(ctx, user), {
    action: "auth.oidc_role_synced",
    target: `user:${user.username}`,
    detail: `previous=${user.role} new=${role}`,
    before: { role: user.role },
    after: { role },
  });
  return synced;
}

async function isLastSuperAdmin(db: Db, user: UserRow): Promise<boolean> {
  const others = and(eq(users.role, SUPER_ADMIN), eq(users.isActive, true), ne(users.id, user.id));
  const [found] = await db.select({ count: count() }).from(users).where(others);
  return found?.count === 0;
}

/** Remembers that the provider has signed a user in; undefined where the user was disabled meanwhile. */
export async function noteSsoLogin(db: Db, userId: number): Promise<UserRow | undefined> {
  const [user] = await db
    .update(users)
    .set({ ssoLastLoginAt: sql`now()` })
    .where(and(eq(users.id, userId), eq(users.isActive, true)))
    .returning();
  return user;
}

/** True where an active SuperAdmin could still come in by a password of this service. */
export async function hasLocalSuperAdmin(db: Db): Promise<boolean> {
  const [found] = await db
    .select({ count: count() })
    .from(users)
    .where(and(eq(users.role, SUPER_ADMIN), eq(users.isActive, true), eq(users.hasLocalPassword, true)));
  return (found?.count ?? 0) > 0;
}

/** Nobody is signed in yet: the events of a sign-in are the user's own. */
function byUser({ db, actor }: Context, { id, username }: UserRow): Context {
  return { db, actor: { ...actor, userId: id, username } };
}
