import { and, eq, gt, inArray, isNotNull, sql } from "drizzle-orm";
import { recordAudit, type Actor } from "#features/audit";
import { auditLog } from "#tables/audit";
import type { Db } from "#platform/database";
import { limitKey } from "#platform/ip";
import { clearName } from "./login-attempts";
import { getUsername } from "./session-list";
import { lockouts } from "./tables";

/**
 * Lets a user try passwords again, from anywhere: where addresses are counted too, those that the user's name was tried
 * from are freed with it. No error where nothing was locked; throws 404.
 */
export async function unlockLogin(ctx: { db: Db; actor: Actor }, userId: number): Promise<void> {
  await ctx.db.transaction(async (db) => {
    const username = await getUsername(db, userId);
    const cleared = (await clearName({ db }, username)) + (await clearAddresses(db, username));
    const entry = {
      action: "auth.user_login_unlocked",
      target: `user:${username}`,
      detail: `cleared=${cleared}`,
    };
    await recordAudit({ db, actor: ctx.actor }, entry);
  });
}

const FAILURES = ["auth.login_failed", "auth.login_blocked", "auth.second_factor_failed"];

async function clearAddresses(db: Db, username: string): Promise<number> {
  const tried = await db
    .selectDistinct({ address: auditLog.clientAddress })
    .from(auditLog)
    .where(
      and(
        eq(sql`lower(${auditLog.target})`, `user:${username.toLowerCase()}`),
        inArray(auditLog.action, FAILURES),
        gt(auditLog.createdAt, sql`now() - interval '1 day'`),
        isNotNull(auditLog.clientAddress),
      ),
    )
    .limit(MAX_ADDRESSES);
  const clients = tried.map(({ address }) => limitKey(address ?? ""));
  const cleared = await db
    .delete(lockouts)
    .where(
      and(
        eq(lockouts.scope, "login_address"),
        inArray(lockouts.subject, clients),
        gt(lockouts.lockedUntil, sql`now()`),
      ),
    )
    .returning({ subject: lockouts.subject });
  return cleared.length;
}

/** Whoever comes from more is an attack, not a user. */
const MAX_ADDRESSES = 1000;
