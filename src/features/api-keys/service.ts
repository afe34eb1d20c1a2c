import { and, eq, gt, isNull, or, sql, type SQL } from "drizzle-orm";
import { recordAudit, type Actor } from "#features/audit";
import { refusalOf, type AccountNotifier } from "#features/users";
import type { Db } from "#platform/database";
import { conflict, forbidden, notFound } from "#platform/errors";
import { may, type Caller } from "#platform/http/guard";
import { toTimestamp } from "#platform/http/fields";
import { mapPage, readPage, type Ordering, type Page, type PageQuery } from "#platform/http/paging";
import { users } from "#tables/users";
import { generateKey } from "./key-format";
import type { LastUsedWriter } from "./last-used";
import {
  toApiKeyRead,
  type ApiKeyAdminRead,
  type ApiKeyCreateRequest,
  type ApiKeyCreateResponse,
  type ApiKeyRead,
} from "./models";
import { apiKeys } from "./tables";

type Context = { db: Db; actor: Actor };
type Owner = Pick<Caller, "userId" | "isSuperAdmin" | "permissions">;

/** Keys of a user that work: enough for every script of a site, few enough to be looked over. */
const MAX_LIVE_KEYS = 50;

const isLive = and(
  isNull(apiKeys.revokedAt),
  or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, sql`now()`)),
);

/**
 * Makes a key for its owner. The answer is the only one that ever holds the key; it is given after the commit. Throws
 * 409 where the owner has 50 that work, however many are made at the same time.
 */
export async function createApiKey(
  ctx: Context & { tellUser: AccountNotifier },
  input: { owner: Owner; request: ApiKeyCreateRequest },
): Promise<ApiKeyCreateResponse> {
  const { key, prefix, digest } = generateKey();
  const { name, expires_in_days: days, permission } = input.request;
  if (permission !== null && !may(input.owner, permission)) throw forbidden(refusalOf(permission));
  const createdAt = new Date();
  const expiresAt = days === null ? null : new Date(createdAt.getTime() + days * 86_400_000);
  const { userId } = input.owner;
  const row = await ctx.db.transaction(async (db) => {
    await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
    if ((await db.$count(apiKeys, and(eq(apiKeys.userId, userId), isLive))) >= MAX_LIVE_KEYS) {
      throw conflict("Too many API keys");
    }
    const [created] = await db
      .insert(apiKeys)
      .values({
        userId,
        name,
        permission,
        prefix,
        digest,
        createdAt,
        expiresAt,
        createdAddress: ctx.actor.clientAddress ?? "",
      })
      .returning();
    if (created === undefined) throw new Error("our bug: an insert gave no row");
    await recordAudit(
      { db, actor: ctx.actor },
      {
        action: "apikey.created",
        target: `apikey:${created.id}`,
        detail: `name=${name} expires=${toTimestamp(expiresAt) ?? "never"}${permission === null ? "" : ` permission=${permission}`}`,
        after: { name, expires_at: toTimestamp(expiresAt), ...(permission !== null && { permission }) },
      },
    );
    const by = ctx.actor.apiKeyId === null ? "a session" : "another API key";
    await ctx.tellUser(db, userId, {
      subject: "An API key was made for your account",
      what: `an API key named "${name}" was made for your Netatlas account, by ${by} from ${ctx.actor.clientAddress}.`,
      advice: "If it was not you: revoke the key in your profile and change your password.",
    });
    return created;
  });
  return { ...toApiKeyRead(row), key };
}

type ListContext = { db: Db; lastUsed: LastUsedWriter };
type NamedKey = { key: typeof apiKeys.$inferSelect; username: string };

const NEWEST_FIRST: Ordering<NamedKey> = {
  name: "api keys",
  keys: [{ column: apiKeys.id, type: "bigint", of: ({ key }) => key.id }],
  isDescending: true,
};

/** The owner's keys, newest first, revoked ones too: all of them or a page. Throws 422 for a bad cursor. */
export async function listApiKeys(
  ctx: ListContext,
  { owner, query }: { owner: Owner; query: PageQuery },
): Promise<Page<ApiKeyRead>> {
  const page = await readKeys(ctx, { query, filter: eq(apiKeys.userId, owner.userId) });
  return mapPage(page, ({ key }) => toApiKeyRead(key));
}

/** Everyone's keys, newest first: all of them or a page. Throws 422 for a bad cursor. */
export async function listAllApiKeys(ctx: ListContext, query: PageQuery): Promise<Page<ApiKeyAdminRead>> {
  const page = await readKeys(ctx, { query, filter: undefined });
  return mapPage(page, ({ key, username }) => ({ ...toApiKeyRead(key), user_id: key.userId, username }));
}

async function readKeys(
  { db, lastUsed }: ListContext,
  { query, filter }: { query: PageQuery; filter: SQL | undefined },
): Promise<Page<NamedKey>> {
  await lastUsed.flush();
  return readPage(query, {
    order: NEWEST_FIRST,
    rows: ({ after, orderBy, limit }) =>
      db
        .select({ key: apiKeys, username: users.username })
        .from(apiKeys)
        .innerJoin(users, eq(users.id, apiKeys.userId))
        .where(and(filter, after))
        .orderBy(...orderBy)
        .limit(limit),
    count: () => db.$count(apiKeys, filter),
  });
}

/** Revokes the owner's key; 404 for an unknown or a foreign one. Again: nothing changes. */
export async function revokeOwnApiKey(ctx: Context, input: { keyId: number; owner: Owner }): Promise<void> {
  const isOwn = and(eq(apiKeys.id, input.keyId), eq(apiKeys.userId, input.owner.userId));
  await revoke(ctx, { where: isOwn, reason: "revoked by owner", describe: () => "revoked_by=self" });
}

/** Revokes any key, for a SuperAdmin; 404 for an unknown one. */
export async function revokeAnyApiKey(ctx: Context, keyId: number): Promise<void> {
  const adminId = ctx.actor.userId;
  await revoke(ctx, {
    where: eq(apiKeys.id, keyId),
    reason: `revoked by admin:${adminId}`,
    describe: (ownerId) => `revoked_by=admin:${adminId} owner_user_id=${ownerId}`,
  });
}

type Revocation = { where: ReturnType<typeof and>; reason: string; describe: (ownerId: number) => string };

async function revoke(ctx: Context, { where, reason, describe }: Revocation): Promise<void> {
  await ctx.db.transaction(async (db) => {
    const [revoked] = await db
      .update(apiKeys)
      .set({ revokedAt: sql`now()`, revocationReason: reason })
      .where(and(where, isNull(apiKeys.revokedAt)))
      .returning({ id: apiKeys.id, userId: apiKeys.userId });
    if (revoked !== undefined) {
      const entry = {
        action: "apikey.revoked",
        target: `apikey:${revoked.id}`,
        detail: describe(revoked.userId),
      };
      await recordAudit({ db, actor: ctx.actor }, entry);
      return;
    }
    const [known] = await db.select({ id: apiKeys.id }).from(apiKeys).where(where);
    if (known === undefined) throw notFound("API key not found");
  });
}

/**
 * Revokes all keys of a user that are not revoked yet, in the transaction of what makes them unwanted; gives how many.
 */
export async function revokeUserKeys(
  ctx: Context,
  { userId, reason }: { userId: number; reason: string },
): Promise<number> {
  const revoked = await ctx.db
    .update(apiKeys)
    .set({ revokedAt: sql`now()`, revocationReason: reason })
    .where(and(eq(apiKeys.userId, userId), isNull(apiKeys.revokedAt)))
    .returning({ id: apiKeys.id });
  for (const { id } of revoked) {
    const detail = `revoked_by=${reason} owner_user_id=${userId}`;
    await recordAudit(ctx, { action: "apikey.revoked", target: `apikey:${id}`, detail });
  }
  return revoked.length;
}
