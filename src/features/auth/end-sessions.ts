import { and, eq, isNull, ne, sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import { sessions } from "./tables";

/** Why a session ended before its time (contract settings section 5, and our own additions). */
export type EndReason =
  | "logout"
  | "password_changed"
  | "password_reset"
  | "admin_password_reset"
  | "admin_force_logout"
  | "ended_by_owner"
  | "second_factor_reset"
  | "refresh_token_reused";

type Which = { userId: number; reason: EndReason; only?: string; except?: string | null };

/** Ends a user's sessions: all of them, only one, or all except one. Their tokens are refused from the next request on. Gives how many. */
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
