import { and, count, eq, inArray, sql } from "drizzle-orm";
import { recordAudit, type Actor } from "#features/audit";
import { startedVersions } from "#tables/system";
import { createBatchLoader } from "#platform/batch-loader";
import { refuseDouble, type Db } from "#platform/database";
import { conflict, notFound } from "#platform/errors";
import { requireUnchanged, type EntityTags } from "#platform/http/conditional";
import { mapPage, readPage, type Ordering, type Page, type PageQuery } from "#platform/http/paging";
import { checkAvatar } from "./avatar";
import { dropMailedLinks, tellFormerAddress, type EmailChangeDeps } from "./email-change";
import {
  toAuditedUser,
  toCurrentUser,
  toUserRead,
  USER_VERSION,
  type AdminCreate,
  type CurrentUser,
  type UserCreateRequest,
  type UserRead,
  type UserRow,
  type UserUpdateRequest,
} from "./models";
import { refuseOwnAccount } from "./own-account";
import { refuseWeakPassword } from "./password-strength";
import { hashPassword } from "./passwords";
import { SUPER_ADMIN } from "./permissions";
import { hasUsername } from "./username";
import { roles, users } from "./tables";

type Context = { db: Db; actor: Actor };

/** Ends what a user can come in by, in the transaction that it is given; says for the audit log what that was. */
export type AccessEnder = (
  ctx: Context,
  input: { userId: number; endsSessions: boolean; revokesKeys: boolean },
) => Promise<string>;

/** True while no user exists. */
export async function needsSetup({ db }: { db: Db }): Promise<boolean> {
  const found = await db.select({ id: users.id }).from(users).limit(1);
  return found.length === 0;
}

/**
 * Makes the first SuperAdmin, once for ever: 409 when any user exists, however many try at the same time; 422 for a
 * weak password.
 */
export async function createFirstAdmin(ctx: Context, input: AdminCreate): Promise<UserRead> {
  if (!(await needsSetup(ctx))) throw conflict("Initial setup is complete");
  const { username, password } = input;
  await refuseWeakPassword({ password, field: "password" }, { username, email: null });
  const passwordHash = await hashPassword(password);
  return ctx.db.transaction(async (db) => {
    await db.execute(sql`LOCK TABLE ${users} IN SHARE ROW EXCLUSIVE MODE`);
    if (!(await needsSetup({ db }))) throw conflict("Initial setup is complete");
    const user = await insertUser(db, { username, passwordHash, role: SUPER_ADMIN });
    await recordAudit(
      { db, actor: ctx.actor },
      { action: "setup.initial_admin_created", target: `user:${user.username}` },
    );
    return toUserRead(user);
  });
}

const BY_NAME: Ordering<UserRow> = {
  name: "users",
  keys: [{ column: users.username, type: "text", of: ({ username }) => username }],
};

/** The users by name: all of them or a page. Throws 422 for a bad cursor. */
export async function listUsers({ db }: { db: Db }, query: PageQuery): Promise<Page<UserRead>> {
  const page = await readPage(query, {
    order: BY_NAME,
    rows: ({ after, orderBy, limit }) =>
      db
        .select()
        .from(users)
        .where(after)
        .orderBy(...orderBy)
        .limit(limit),
    count: () => db.$count(users),
  });
  return mapPage(page, toUserRead);
}

/** Remembers that a user has signed in, in the transaction that opens the session. */
export async function noteLogin(db: Db, userId: number): Promise<void> {
  await db
    .update(users)
    .set({ lastLoginAt: sql`now()` })
    .where(eq(users.id, userId));
}

/** Throws 404. */
export async function getUser({ db }: { db: Db }, userId: number): Promise<UserRead> {
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  if (user === undefined) throw notFound("User not found");
  return toUserRead(user);
}

/** The id of the user of that name, in whatever case; 404 where there is none. */
export async function getUserId({ db }: { db: Db }, username: string): Promise<number> {
  const [user] = await db.select({ id: users.id }).from(users).where(hasUsername(username));
  if (user === undefined) throw notFound("User not found");
  return user.id;
}

/**
 * Gives the function that reads a user with what it may do, and whether it is still to be told what is new in `version`
 * (404 where there is none); calls that come together share a statement.
 */
export function createCurrentUserReader({
  db,
  version,
}: {
  db: Db;
  version: string;
}): (userId: number) => Promise<CurrentUser> {
  return createBatchLoader<number, CurrentUser>(async (userIds) => {
    const rows = await db
      .select({ user: users, granted: roles.permissions, versionSince: startedVersions.firstStartedAt })
      .from(users)
      .leftJoin(roles, eq(roles.name, users.role))
      .leftJoin(startedVersions, eq(startedVersions.version, version))
      .where(inArray(users.id, [...new Set(userIds)]));
    const byId = new Map(
      rows.map(({ user, granted, versionSince }) => {
        const wasThereBefore = versionSince !== null && user.createdAt < versionSince;
        const isNew = wasThereBefore && user.whatsNewAcknowledgedVersion !== version;
        return [user.id, toCurrentUser(user, { permissions: granted ?? [], isNew })];
      }),
    );
    return userIds.map((userId) => byId.get(userId) ?? notFound("User not found"));
  });
}

/** What is done with a new user, in the transaction that makes the account. */
export type UserWelcomer = (db: Db, user: UserRead) => Promise<void>;

/** Throws 409 when the name is taken, in whatever case, and 422 for a password that is easy to guess. */
export async function createUser(
  ctx: Context & { welcome?: UserWelcomer },
  input: UserCreateRequest,
): Promise<UserRead> {
  const { username, password, role, is_active: isActive, email } = input;
  await refuseWeakPassword({ password, field: "password" }, { username, email });
  const passwordHash = await hashPassword(password);
  return ctx.db.transaction(async (db) => {
    const user = await insertUser(db, { username, passwordHash, role, isActive, email });
    await recordAudit(
      { db, actor: ctx.actor },
      {
        action: "auth.user_created",
        target: `user:${username}`,
        detail: `role=${role} active=${isActive}`,
        after: toAuditedUser(user),
      },
    );
    const created = toUserRead(user);
    await ctx.welcome?.(db, created);
    return created;
  });
}

async function insertUser(db: Db, values: typeof users.$inferInsert): Promise<UserRow> {
  const taken = { constraint: "users_username", detail: "Username is unavailable" };
  const [user] = await refuseDouble(taken, () => db.insert(users).values(values).returning());
  if (user === undefined) throw new Error("our bug: an insert gave no row");
  return user;
}

/**
 * Changes the fields that are given. Throws 404, 412, 413 or 422 for an avatar, and 409 where no active SuperAdmin would be
 * left: such changes wait for one another, so that two administrators who demote each other cannot both succeed. A user
 * who is deactivated loses sessions and reset links for good, and the API keys where that is asked for.
 */
export async function updateUser(
  ctx: Context & EmailChangeDeps & { endAccess: AccessEnder },
  input: { userId: number; changes: UserUpdateRequest; ifMatch?: EntityTags },
): Promise<UserRead> {
  const { changes } = input;
  const avatar = changes.avatar_data === undefined ? {} : { avatarData: checkAvatar(changes.avatar_data) };
  return ctx.db.transaction(async (db) => {
    await db.execute(sql`LOCK TABLE ${users} IN SHARE ROW EXCLUSIVE MODE`);
    const [before] = await db.select().from(users).where(eq(users.id, input.userId));
    if (before === undefined) throw notFound("User not found");
    requireUnchanged(input.ifMatch, { current: toUserRead(before), versioned: USER_VERSION });
    const [user = before] = await db
      .update(users)
      .set({
        role: changes.role ?? before.role,
        isActive: changes.is_active ?? before.isActive,
        ...emailByAdmin(before, changes.email),
        ...avatar,
        updatedAt: new Date(),
      })
      .where(eq(users.id, input.userId))
      .returning();
    await requireActiveSuperAdmin(db);
    if (user.email !== before.email) refuseOwnAccount(ctx.actor, user.id);
    await dropMailedLinks({ ...ctx, db }, { before, after: user });
    const [endsSessions, revokesKeys] = [changes.is_active === false, changes.revoke_api_keys];
    const ended =
      endsSessions || revokesKeys
        ? [await ctx.endAccess({ db, actor: ctx.actor }, { userId: user.id, endsSessions, revokesKeys })]
        : [];
    await recordAudit(
      { db, actor: ctx.actor },
      {
        action: "auth.user_updated",
        target: `user:${user.username}`,
        detail: [describeChange(user, changes), ...ended].join(" "),
        before: toAuditedUser(before),
        after: toAuditedUser(user),
      },
    );
    await tellFormerAddress({ ...ctx, db }, { before, after: user });
    return toUserRead(user);
  });
}

/** An address that a form only sends back is not vouched for by that. */
function emailByAdmin(before: UserRow, email: string | null | undefined) {
  return email === undefined || email === before.email ? {} : { email, isEmailSelfDeclared: false };
}

async function requireActiveSuperAdmin(db: Db): Promise<void> {
  const [left] = await db
    .select({ count: count() })
    .from(users)
    .where(and(eq(users.role, SUPER_ADMIN), eq(users.isActive, true)));
  if (left?.count === 0) throw conflict("At least one active SuperAdmin must remain");
}

function describeChange(user: UserRow, changes: UserUpdateRequest): string {
  const parts = [`role=${user.role}`, `active=${user.isActive}`];
  if (changes.email !== undefined) parts.push(`email=${user.email === null ? "cleared" : "set"}`);
  if (changes.avatar_data !== undefined) parts.push(`avatar=${user.avatarData === null ? "cleared" : "set"}`);
  return parts.join(" ");
}
