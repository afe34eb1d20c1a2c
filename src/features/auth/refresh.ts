import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { recordAudit, type Actor } from "#features/audit";
import { users } from "#tables/users";
import type { Db } from "#platform/database";
import { unauthorized } from "#platform/errors";
import { endSessions } from "./end-sessions";
import {
  planTokens,
  signTokens,
  toInstant,
  type SessionLives,
  type TokenPlan,
  type Tokens,
} from "./session-tokens";
import { refreshTokens, sessions } from "./tables";
import { verifyToken, type VerifiedToken } from "./tokens";

type Context = { db: Db; actor: Actor; settings: SessionLives & { secretKey: string } };

/** A token that was just used may come once more: two tabs, or an answer that was lost on its way. */
const SIBLING_SECONDS = 10;

/**
 * Rotates a refresh token: the session gets a new pair, and the old token is used up. Used again within 10 s it gives a
 * sibling pair; later it is a stolen copy, and its whole session ends. Throws 401 where it is missing, bad, expired or
 * used up, or where its session or user is no more.
 */
export async function refreshSession(ctx: Context, refreshToken: string | undefined): Promise<Tokens> {
  if (refreshToken === undefined) throw unauthorized("Refresh token required");
  const { secretKey } = ctx.settings;
  const verified = await verifyToken(refreshToken, "refresh", secretKey);
  const plan = verified && (await ctx.db.transaction((db) => rotate({ ...ctx, db }, verified)));
  if (plan === undefined) throw unauthorized("Invalid refresh token");
  return signTokens(plan, secretKey);
}

/**
 * Gives undefined for a refusal instead of throwing: the end of a session with a stolen token must not be rolled back.
 */
async function rotate(ctx: Context, token: VerifiedToken): Promise<TokenPlan | undefined> {
  const { db, settings } = ctx;
  const found = await findFamily(db, token);
  if (found === undefined) return undefined;
  const actor = { ...ctx.actor, userId: token.userId, username: found.username, sessionId: token.sessionId };
  if (found.secondsSinceRotation !== null && !isJustNow(found.secondsSinceRotation)) {
    await endStolenSession({ db, actor }, token);
    return undefined;
  }
  const plan = planTokens(token, found.startedAt, settings);
  const expiresAt = toInstant(plan.refreshEndsAt);
  const clientAddress = ctx.actor.clientAddress ?? "";
  await db
    .insert(refreshTokens)
    .values({ id: plan.refreshId, sessionId: token.sessionId, expiresAt, clientAddress });
  await db
    .update(refreshTokens)
    .set({ rotatedAt: sql`now()`, successorId: plan.refreshId })
    .where(and(eq(refreshTokens.id, token.tokenId), isNull(refreshTokens.rotatedAt)));
  await db
    .update(sessions)
    .set({ expiresAt, lastSeenAt: sql`now()`, lastSeenAddress: clientAddress })
    .where(eq(sessions.id, token.sessionId));
  const entry = {
    action: "auth.refresh_rotated",
    target: `user:${found.username}`,
    detail: `old_jti=${token.tokenId}`,
  };
  await recordAudit({ db, actor }, entry);
  return plan;
}

/** What was used in the future was used before the clock was set back: nobody knows how long ago. */
function isJustNow(seconds: number): boolean {
  return seconds <= SIBLING_SECONDS && seconds > -SIBLING_SECONDS;
}

/**
 * The token with its living session and user. Locks the session, so that uses of its tokens come one after the other.
 */
async function findFamily(db: Db, token: VerifiedToken) {
  const [found] = await db
    .select({
      username: users.username,
      startedAt: sql<number>`extract(epoch FROM ${sessions.createdAt})::float8`,
      secondsSinceRotation: sql<
        number | null
      >`extract(epoch FROM clock_timestamp() - ${refreshTokens.rotatedAt})::float8`,
    })
    .from(sessions)
    .innerJoin(refreshTokens, eq(refreshTokens.sessionId, sessions.id))
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.id, token.sessionId),
        eq(refreshTokens.id, token.tokenId),
        eq(sessions.userId, token.userId),
        eq(users.isActive, true),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, sql`now()`),
      ),
    )
    .for("update", { of: [sessions, refreshTokens] });
  return found;
}

async function endStolenSession(ctx: { db: Db; actor: Actor }, token: VerifiedToken): Promise<void> {
  await endSessions(ctx, { userId: token.userId, reason: "refresh_token_reused", only: token.sessionId });
  const entry = {
    action: "auth.refresh_reused",
    target: `user:${ctx.actor.username}`,
    detail: `old_jti=${token.tokenId} ip=${ctx.actor.clientAddress}`,
  };
  await recordAudit(ctx, entry);
}
