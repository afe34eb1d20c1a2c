import { and, eq, isNotNull, or, sql } from "drizzle-orm";
import { recordAudit, type Actor } from "#features/audit";
import type { AccountMail } from "#features/notifications";
import { hashPassword, hasUsername, refuseWeakPassword } from "#features/users";
import { users } from "#tables/users";
import type { Background } from "#platform/background";
import type { Db } from "#platform/database";
import { badRequest, notFound } from "#platform/errors";
import { limitKey } from "#platform/ip";
import { describeEnded, endAccess, type KeyRevoker } from "./end-access";
import type { EndReason } from "./end-sessions";
import { countFailure } from "./lockouts";
import { clearName } from "./login-attempts";
import { adminResetMail, resetLink, resetMail } from "./password-mails";
import { findResetToken, issueResetToken, RESET_SECONDS, useResetToken } from "./reset-tokens";

type Context = { db: Db; actor: Actor };

export type MailContext = Context & {
  secretKey: string;
  /** Address of the service for its users; "": mails would have no link, so none is sent. */
  appUrl: string;
  accountMail: AccountMail;
  background: Background;
};

/** Requests per client address, and mails per user, before nothing more happens for an hour. */
const REQUEST_LIMIT = { maxFailures: 5, minutes: 60 };

const INVALID = "Invalid or expired password reset link";

/**
 * Mails a reset link to the active users of that name or mail address, after the answer: whether there is one shows
 * neither in the answer nor in its time. Does nothing where mails cannot be sent, or too many were asked for.
 */
export async function requestPasswordReset(ctx: MailContext, nameOrEmail: string): Promise<void> {
  const client = limitKey(ctx.actor.clientAddress ?? "");
  const { failures } = await countFailure(ctx, { scope: "password_reset", subject: client }, REQUEST_LIMIT);
  if (failures === undefined) return;
  ctx.background.run("mail a reset link", () => mailResetLinks(ctx, nameOrEmail));
}

async function mailResetLinks(ctx: MailContext, nameOrEmail: string): Promise<void> {
  if (!(await canMail(ctx))) return;
  const found = await ctx.db
    .select({ id: users.id, username: users.username, email: users.email })
    .from(users)
    .where(
      and(
        or(hasUsername(nameOrEmail), eq(users.email, nameOrEmail)),
        eq(users.isActive, true),
        isNotNull(users.email),
      ),
    );
  for (const { id, username, email } of found) {
    if (email === null) continue;
    const subject = { scope: "password_reset_mail", subject: String(id) } as const;
    const { failures } = await countFailure(ctx, subject, REQUEST_LIMIT);
    if (failures === undefined) continue;
    const entry = {
      action: "auth.password_reset_requested",
      target: `user:${username}`,
      detail: `ip=${ctx.actor.clientAddress}`,
    };
    await ctx.db.transaction(async (db) => {
      await recordAudit({ db, actor: ctx.actor }, entry);
      const link = await issueLink({ ...ctx, db }, id);
      const mail = resetMail({ username, email, link });
      await ctx.accountMail.put(db, mail, { usefulForSeconds: RESET_SECONDS });
    });
  }
}

async function canMail({ db, appUrl, accountMail }: MailContext): Promise<boolean> {
  return appUrl !== "" && (await accountMail.isConfigured(db));
}

async function issueLink(ctx: MailContext, userId: number): Promise<string> {
  const clientAddress = ctx.actor.clientAddress ?? "";
  return resetLink(ctx.appUrl, await issueResetToken(ctx, { userId, clientAddress }));
}

/**
 * Sets a new password by a mailed link, which works once, and ends all sessions. Throws 400 for any link that does not.
 */
export async function resetPassword(
  ctx: Context & { secretKey: string },
  input: { token: string; newPassword: string; revokeKeys?: KeyRevoker | undefined },
): Promise<void> {
  const token = await findResetToken(ctx, input.token);
  if (token === undefined) throw badRequest(INVALID);
  await refuseWeak(ctx.db, { userId: token.userId, newPassword: input.newPassword });
  const passwordHash = await hashPassword(input.newPassword);
  await ctx.db.transaction(async (db) => {
    if (!(await useResetToken(db, token))) throw badRequest(INVALID);
    const { userId } = token;
    const inside = { db, actor: { ...ctx.actor, userId } };
    const { revokeKeys } = input;
    const user = await replacePassword(inside, {
      userId,
      passwordHash,
      reason: "password_reset",
      revokeKeys,
    });
    if (user === undefined || !user.isActive) throw badRequest(INVALID);
    const actor = { ...inside.actor, username: user.username };
    const target = `user:${user.username}`;
    const entry = { action: "auth.password_reset_self_service", target, detail: user.ended };
    await recordAudit({ db, actor }, entry);
  });
}

type ChangedUser = { username: string; email: string | null; isActive: boolean };

type Reset = {
  userId: number;
  newPassword: string;
  /** Absent: the user's API keys go on working. */
  revokeKeys?: KeyRevoker | undefined;
  /** Done in the transaction of the change. */
  onChanged?: (db: Db, user: ChangedUser) => Promise<void>;
};

/**
 * Gives a user a password that an administrator chose, ends all sessions and mails a link to set another. Throws 404.
 */
export async function resetPasswordByAdmin(ctx: MailContext, reset: Reset): Promise<void> {
  await setPassword(ctx, {
    ...reset,
    async onChanged(db, { username, email, isActive }) {
      if (email === null || !isActive || !(await canMail({ ...ctx, db }))) return;
      const link = await issueLink({ ...ctx, db }, reset.userId);
      const mail = adminResetMail({ username, email, link });
      await ctx.accountMail.put(db, mail, { usefulForSeconds: RESET_SECONDS });
    },
  });
}

/** Gives a user another password, ends all sessions and unlocks the name; mails nothing. Throws 404. */
export async function setPassword(
  ctx: Context,
  { userId, newPassword, revokeKeys, onChanged }: Reset,
): Promise<ChangedUser> {
  await refuseWeak(ctx.db, { userId, newPassword });
  const passwordHash = await hashPassword(newPassword);
  return ctx.db.transaction(async (db) => {
    const inside = { db, actor: ctx.actor };
    const reason = "admin_password_reset";
    const user = await replacePassword(inside, { userId, passwordHash, reason, revokeKeys });
    if (user === undefined) throw notFound("User not found");
    const target = `user:${user.username}`;
    await recordAudit(inside, { action: "auth.admin_password_reset", target, detail: user.ended });
    await onChanged?.(db, user);
    return user;
  });
}

/** Throws 422 for a password that is easy to guess, 404 where nobody is to have it. */
async function refuseWeak(
  db: Db,
  { userId, newPassword }: { userId: number; newPassword: string },
): Promise<void> {
  const [owner] = await db
    .select({ username: users.username, email: users.email })
    .from(users)
    .where(eq(users.id, userId));
  if (owner === undefined) throw notFound("User not found");
  await refuseWeakPassword({ password: newPassword, field: "new_password" }, owner);
}

type Replacement = {
  userId: number;
  passwordHash: string;
  reason: EndReason;
  revokeKeys: KeyRevoker | undefined;
};

async function replacePassword(ctx: Context, { userId, passwordHash, reason, revokeKeys }: Replacement) {
  const { db } = ctx;
  const [user] = await db
    .update(users)
    .set({ passwordHash, hasLocalPassword: true, updatedAt: sql`now()` })
    .where(eq(users.id, userId))
    .returning({ username: users.username, email: users.email, isActive: users.isActive });
  if (user === undefined) return undefined;
  const ended = await endAccess(ctx, { userId, reason, revokeKeys });
  await clearName({ db }, user.username);
  return { ...user, ended: describeEnded(ended) };
}
