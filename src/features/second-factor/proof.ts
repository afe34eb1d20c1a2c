import { and, eq, gt, sql } from "drizzle-orm";
import { refuseAttempt, refuseLocked } from "#features/auth";
import { verifyPassword, type SecondFactorProof } from "#features/users";
import type { Db } from "#platform/database";
import { forbidden, invalid, unauthorized } from "#platform/errors";
import type { Caller } from "#platform/http/guard";
import { sessions } from "#tables/auth";
import { users } from "#tables/users";
import { useRecoveryCode, useTotpCode, type Context } from "./factors";
import { recordRecoveryCode, tryAnswer } from "./guesses";

type Owner = { userId: number; username: string };

/** How long a sign-in by the identity provider proves who somebody is who has no password here. */
const FRESH_SIGN_ON_MINUTES = 10;

/**
 * Lets only the user pass who owns the session, not who found it open: the password, or a code. Wrong ones are 401 and
 * count towards the lock-out of the login, as all its guesses do (429 while locked).
 */
export async function requireProof(
  ctx: Context,
  { owner, proof }: { owner: Owner; proof: SecondFactorProof },
): Promise<void> {
  if (proof.password !== undefined) await requirePassword(ctx, { owner, password: proof.password });
  else await requireCode(ctx, { owner, code: (proof.code ?? "").replace(/\s/g, "") });
}

/**
 * The same for what may be sent without a proof (422): a user of single sign-on who has no password here, and maybe no
 * second factor, proves it by having just come from the identity provider (403 where that was longer ago).
 */
export async function requireOwner(
  ctx: Context,
  { caller, proof }: { caller: Caller; proof: SecondFactorProof | undefined },
): Promise<void> {
  if (proof !== undefined) return requireProof(ctx, { owner: caller, proof });
  const [user] = await ctx.db.select().from(users).where(eq(users.id, caller.userId));
  if (user?.hasLocalPassword !== false) {
    const msg = "Value error, your password or a code is needed to change this";
    throw invalid([{ loc: ["body", "proof"], msg, type: "value_error" }]);
  }
  if (!(await isFreshSignOn(ctx.db, caller))) {
    throw forbidden("Sign in by single sign-on again: it must be less than ten minutes ago to change this");
  }
}

async function isFreshSignOn(db: Db, { userId, sessionId }: Caller): Promise<boolean> {
  if (sessionId === null) return false;
  const youngest = sql`now() - make_interval(mins => ${FRESH_SIGN_ON_MINUTES})`;
  const isThis = and(eq(sessions.id, sessionId), eq(sessions.userId, userId));
  const [found] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(isThis, eq(sessions.authSource, "oidc"), gt(sessions.createdAt, youngest)));
  return found !== undefined;
}

async function requirePassword(
  ctx: Context,
  { owner, password }: { owner: Owner; password: string },
): Promise<void> {
  const { userId, username } = owner;
  await refuseLocked(ctx, username);
  const [user] = await ctx.db.select().from(users).where(eq(users.id, userId));
  if (user === undefined) throw unauthorized("Invalid or inactive user");
  if (!(await verifyPassword(user.passwordHash, password))) {
    await refuseAttempt(ctx, { username, action: "auth.second_factor_failed", method: "password" });
  }
  // Guesses that arrive together all pass the first check: one that was right only after the lock counts for nothing.
  await refuseLocked(ctx, username);
}

async function requireCode(ctx: Context, { owner, code }: { owner: Owner; code: string }): Promise<void> {
  const { userId, username } = owner;
  const isTotp = /^\d{6}$/.test(code);
  await tryAnswer(ctx, {
    user: owner,
    method: isTotp ? "totp" : "recovery_code",
    async answer(inside) {
      if (isTotp) return (await useTotpCode(inside, { userId, code })) ? owner : undefined;
      if (!(await useRecoveryCode(inside, { userId, code }))) return undefined;
      await recordRecoveryCode(inside, username);
      return owner;
    },
  });
}
