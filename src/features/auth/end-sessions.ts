import { and, desc, eq, gt, inArray, isNull, ne, sql } from "drizzle-orm";
import { recordAudit, type Actor } from "#features/audit";
import type { Db } from "#platform/database";
import { sessions } from "./tables";

/** Why a session ended before its time; older clients know the first five. */
export type EndReason =
  | "logout"
  | "password_changed"
  | "password_reset"
  | "admin_password_reset"
  | "admin_force_logout"
  | "ended_by_owner"
  | "second_factor_reset"
  | "user_deactivated"
  | "too_many_sessions"
  | "refresh_token_reused";

type Which = { userId: number; reason: EndReason; only?: string; except?: string | null };

/**
 * Ends a user's sessions: all of them, only one, or all except one. Their tokens are refused from the next request on.
 * Gives how many.
 */
export async function endSessions(
  { db }: { db: Db },
  { userId, reason, only, except }: Which,
): Promise<number> {
  const ended = await db
    .update(sessions)
    .set({ revokedAt: sql`now()`, revocationReason: reason })
    .where(
      and(
        eq(sessions.userId, userId),
        isNull(sessions.revokedAt),
        only === undefined ? undefined : eq(sessions.id, only),
        except === undefined || except === null ? undefined : ne(sessions.id, except),
      ),
    )
    .returning({ id: sessions.id });
  return ended.length;
}

/** Living sessions of a user. A person has a few browsers; a script that signs in for each of its calls has no end. */
const MAX_SESSIONS = 100;

/** Ends those sessions of a user that are beyond the limit: the ones that were not seen for longest. */
export async function endLongestIdle(ctx: { db: Db; actor: Actor }, userId: number): Promise<void> {
  const { db } = ctx;
  const beyond = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt), gt(sessions.expiresAt, sql`now()`)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt))
    .offset(MAX_SESSIONS);
  const reason: EndReason = "too_many_sessions";
  const ended = await db
    .update(sessions)
    .set({ revokedAt: sql`now()`, revocationReason: reason })
    .where(and(inArray(sessions.id, beyond), isNull(sessions.revokedAt)))
    .returning({ id: sessions.id });
  for (const { id } of ended) {
    const detail = `the longest idle of more than ${MAX_SESSIONS}`;
    await recordAudit(ctx, { action: "auth.session_ended", target: `session:${id}`, detail });
  }
}
