import { and, eq, sql } from "drizzle-orm";
import { recordAudit } from "#features/audit";
import {
  hashPassword,
  queueForHash,
  refuseWeakPassword,
  verifyPassword,
  type AccountNotifier,
} from "#features/users";
import { users } from "#tables/users";
import { unauthorized } from "#platform/errors";
import { signDeviceToken } from "./device-cookie";
import { describeEnded, endAccess, type KeyRevoker } from "./end-access";
import {
  forgetFailures,
  noteFailure,
  refuseLocked,
  refuseNoted,
  type AttemptContext,
} from "./login-attempts";

type Change = {
  userId: number;
  /** The caller's own session, which goes on; null: the caller has none. */
  sessionId: string | null;
  currentPassword: string;
  newPassword: string;
  /** Absent: the user's API keys go on working. */
  revokeKeys?: KeyRevoker | undefined;
  /** Tells the owner by mail. */
  tellUser: AccountNotifier;
};

const WRONG = "Current password is invalid";

/**
 * Gives a user another password and ends all sessions but the caller's, reset links and, where wanted, API keys. A
 * wrong current one is a 401 that counts like a wrong password at login, and so does lock; a new one that is easy to
 * guess is a 422. Gives a new token that marks the browser: the old one ended with the password.
 */
export async function changePassword(ctx: AttemptContext, change: Change): Promise<{ deviceToken: string }> {
  const { userId } = change;
  const [user] = await ctx.db.select().from(users).where(eq(users.id, userId));
  if (user === undefined) throw unauthorized(WRONG);
  const { username } = user;
  const failures = await queueForHash(ctx.actor.clientAddress, async () => {
    await refuseLocked(ctx, username);
    if (await verifyPassword(user.passwordHash, change.currentPassword)) return 0;
    return noteFailure(ctx, { username, action: "auth.password_change_failed" });
  });
  if (failures > 0) return refuseNoted(ctx, { attempts: failures, refusal: WRONG });
  await refuseLocked(ctx, username);
  await forgetFailures(ctx, username);
  await refuseWeakPassword({ password: change.newPassword, field: "new_password" }, user);
  const passwordHash = await hashPassword(change.newPassword);
  await ctx.db.transaction(async (db) => {
    const changed = await db
      .update(users)
      .set({ passwordHash, updatedAt: sql`now()` })
      .where(and(eq(users.id, userId), eq(users.passwordHash, user.passwordHash)))
      .returning({ id: users.id });
    if (changed.length === 0) throw unauthorized(WRONG);
    const inside = { db, actor: ctx.actor };
    const { sessionId: except, revokeKeys } = change;
    const ended = await endAccess(inside, { userId, reason: "password_changed", except, revokeKeys });
    const target = `user:${username}`;
    await recordAudit(inside, { action: "auth.password_changed", target, detail: describeEnded(ended) });
    await change.tellUser(db, userId, {
      subject: "Your Netatlas password was changed",
      what: `the password of your Netatlas account was changed, from ${ctx.actor.clientAddress}.`,
      advice: "If it was not you, tell your administrator at once.",
    });
  });
  return { deviceToken: await signDeviceToken({ userId, passwordHash }, ctx.settings.secretKey) };
}
