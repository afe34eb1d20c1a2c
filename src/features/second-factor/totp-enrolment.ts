import { and, eq, gt } from "drizzle-orm";
import { recordAudit } from "#features/audit";
import type { SecondFactorProof } from "#features/users";
import { conflict, notFound } from "#platform/errors";
import { toTimestamp } from "#platform/http/fields";
import type { Caller } from "#platform/http/guard";
import { firstRecoveryCodes, lockUser, type Context } from "./factors";
import { tryAnswer } from "./guesses";
import type { TotpConfirm, TotpConfirmed, TotpEnrolment } from "./models";
import { requireProof } from "./proof";
import { afterRemoval } from "./removal";
import { totpEnrolments, totpFactors } from "./tables";
import { makeTotpSecret, matchTotpStep, totpUri } from "./totp";

const ENROLMENT_MS = 15 * 60_000;

/**
 * Gives a new secret for an authenticator app, good once a code of it is confirmed within 15 minutes. Until then an
 * older app goes on working. Throws 401 for a wrong proof.
 */
export async function startTotp(
  ctx: Context,
  { caller, proof }: { caller: Caller; proof: SecondFactorProof },
): Promise<TotpEnrolment> {
  await requireProof(ctx, { owner: caller, proof });
  const secret = makeTotpSecret();
  const expiresAt = new Date(Date.now() + ENROLMENT_MS);
  const values = { secret: ctx.encryption.encrypt(secret), expiresAt };
  await ctx.db
    .insert(totpEnrolments)
    .values({ userId: caller.userId, ...values })
    .onConflictDoUpdate({ target: totpEnrolments.userId, set: values });
  return {
    secret,
    otpauth_uri: totpUri({ secret, username: caller.username }),
    expires_at: toTimestamp(expiresAt),
  };
}

/** Puts the new secret into force. Throws 409 where none waits, 401 for a wrong code. */
export async function confirmTotp(
  ctx: Context,
  { caller, confirm }: { caller: Caller; confirm: TotpConfirm },
): Promise<TotpConfirmed> {
  const { userId, username } = caller;
  const answer = async ({ db }: Context) => {
    const isOpen = and(eq(totpEnrolments.userId, userId), gt(totpEnrolments.expiresAt, new Date()));
    const [waiting] = await db.select().from(totpEnrolments).where(isOpen);
    if (waiting === undefined) throw conflict("No authenticator app is being set up");
    const lastStep = matchTotpStep(ctx.encryption.decrypt(waiting.secret), confirm.code, new Date());
    if (lastStep === undefined) return undefined;
    const values = { secret: waiting.secret, lastStep, confirmedAt: new Date() };
    await db
      .insert(totpFactors)
      .values({ userId, ...values })
      .onConflictDoUpdate({ target: totpFactors.userId, set: values });
    await db.delete(totpEnrolments).where(eq(totpEnrolments.userId, userId));
    await recordAudit(
      { db, actor: ctx.actor },
      { action: "auth.second_factor_enabled", target: `user:${username}`, detail: "method=totp" },
    );
    return { recovery_codes: await firstRecoveryCodes(db, userId) };
  };
  return tryAnswer(ctx, { user: caller, method: "totp", answer });
}

/**
 * Removes the authenticator app. Throws 401 for a wrong proof, 404 where there is none, 409 for the last required
 * factor.
 */
export async function removeTotp(
  ctx: Context,
  { caller, proof }: { caller: Caller; proof: SecondFactorProof },
): Promise<void> {
  const { userId } = caller;
  await requireProof(ctx, { owner: caller, proof });
  await ctx.db.transaction(async (db) => {
    const user = await lockUser(db, userId);
    const removed = await db.delete(totpFactors).where(eq(totpFactors.userId, userId)).returning();
    if (removed.length === 0) throw notFound("No authenticator app is set up");
    await afterRemoval({ db, actor: ctx.actor }, { user, detail: "method=totp" });
  });
}
