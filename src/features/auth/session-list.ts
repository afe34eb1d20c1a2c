import { and, desc, eq, gt, isNull, sql } from "drizzle-orm";
import { recordAudit, type Actor } from "#features/audit";
import { users } from "#tables/users";
import type { Db } from "#platform/database";
import { notFound } from "#platform/errors";
import { mapPage, readPage, type Ordering, type Page, type PageQuery } from "#platform/http/paging";
import { endSessions } from "./end-sessions";
import { toSessionRead, type SessionRead } from "./session-models";
import { sessions } from "./tables";

type Context = { db: Db; actor: Actor };

const BY_ID: Ordering<typeof sessions.$inferSelect> = {
  name: "sessions",
  keys: [{ column: sessions.id, type: "uuid", of: ({ id }) => id }],
  whole: [desc(sessions.lastSeenAt), desc(sessions.id)],
};

/**
 * A user's living sessions, the one that was seen last first. Pages of them are by id, as a session that is seen
 * meanwhile would be left out of a walk. Throws 422 for a bad cursor.
 */
export async function listSessions(
  { db }: { db: Db },
  input: { userId: number; currentSessionId: string | null; query: PageQuery },
): Promise<Page<SessionRead>> {
  const { userId, currentSessionId, query } = input;
  const filter = and(
    eq(sessions.userId, userId),
    isNull(sessions.revokedAt),
    gt(sessions.expiresAt, sql`now()`),
  );
  const page = await readPage(query, {
    order: BY_ID,
    rows: ({ after, orderBy, limit }) =>
      db
        .select()
        .from(sessions)
        .where(and(filter, after))
        .orderBy(...orderBy)
        .limit(limit),
    count: () => db.$count(sessions, filter),
  });
  return mapPage(page, (row) => toSessionRead(row, currentSessionId));
}

/** Ends one of the caller's sessions; ended ones stay as they are. Throws 404 for an unknown or foreign one. */
export async function endOwnSession(
  ctx: Context,
  { userId, sessionId }: { userId: number; sessionId: string },
): Promise<void> {
  await ctx.db.transaction(async (db) => {
    const [known] = await db
      .select({ id: sessions.id })
      .from(sessions)
      .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)));
    if (known === undefined) throw notFound("Session not found");
    const ended = await endSessions({ db }, { userId, reason: "ended_by_owner", only: sessionId });
    if (ended === 0) return;
    const entry = { action: "auth.session_ended", target: `session:${sessionId}` };
    await recordAudit({ db, actor: ctx.actor }, entry);
  });
}

/** Ends all sessions of a user; its API keys go on working. Throws 404. */
export async function forceLogout(ctx: Context, userId: number): Promise<void> {
  await ctx.db.transaction(async (db) => {
    const username = await getUsername(db, userId);
    const ended = await endSessions({ db }, { userId, reason: "admin_force_logout" });
    const entry = {
      action: "auth.admin_force_logout",
      target: `user:${username}`,
      detail: `sessions=${ended}`,
    };
    await recordAudit({ db, actor: ctx.actor }, entry);
  });
}

/** Throws 404 where there is no such user. */
export async function getUsername(db: Db, userId: number): Promise<string> {
  const [user] = await db.select({ username: users.username }).from(users).where(eq(users.id, userId));
  if (user === undefined) throw notFound("User not found");
  return user.username;
}
