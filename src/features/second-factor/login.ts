import { eq } from "drizzle-orm";
import {
  completeLogin,
  mustUseSso,
  refuseLocalSignIn,
  type SecondFactorMethod,
  type Tokens,
} from "#features/auth";
import type { Db } from "#platform/database";
import { findPending, requireChallenge, type Pending } from "./challenges";
import { lockUser, useRecoveryCode, useTotpCode, type Context } from "./factors";
import { recordRecoveryCode, tryAnswer } from "./guesses";
import type { PasskeyLogin, PasskeyLoginStart, PasskeyOptions, RecoveryCodeLogin, TotpLogin } from "./models";
import { passkeyLoginOptions, usePasskey } from "./passkey-login";
import type { RelyingParty } from "./relying-party";
import { loginChallenges } from "./tables";

type Answer = {
  token: string;
  method: SecondFactorMethod;
  /** Whether the answer is right; what it uses up is used up in this transaction. */
  isRight: (db: Db, pending: Pending) => Promise<boolean>;
};

/** Ends a sign-in with a code of the authenticator app: 401 for a wrong one or one that was used, 429 while locked. */
export function loginWithTotp(ctx: Context, input: TotpLogin): Promise<Tokens> {
  return answerChallenge(ctx, {
    token: input.challenge_token,
    method: "totp",
    isRight: (db, { userId }) => useTotpCode({ ...ctx, db }, { userId, code: input.code }),
  });
}

/** Ends a sign-in with a recovery code: 401 for a wrong one or one that was used, 429 while locked. */
export function loginWithRecoveryCode(ctx: Context, input: RecoveryCodeLogin): Promise<Tokens> {
  return answerChallenge(ctx, {
    token: input.challenge_token,
    method: "recovery_code",
    isRight: (db, { userId }) => useRecoveryCode({ db }, { userId, code: input.code }),
  });
}

/** What a browser needs to ask for one of the user's passkeys. Each answer needs new options. */
export async function startPasskeyLogin(
  ctx: Context,
  { start, party }: { start: PasskeyLoginStart; party: RelyingParty },
): Promise<PasskeyOptions> {
  const subject = await requireChallenge(start.challenge_token, ctx.settings.secretKey);
  return ctx.db.transaction(async (db) => {
    await lockUser(db, subject.userId);
    const pending = await findPending(db, subject);
    const options = await passkeyLoginOptions({ db }, { userId: pending.userId, party });
    await setPasskeyChallenge(db, pending, options.challenge);
    return { ...options };
  });
}

/** Ends a sign-in with a passkey: 401 for a wrong answer, 429 while locked. */
export function loginWithPasskey(
  ctx: Context,
  { login, party }: { login: PasskeyLogin; party: RelyingParty },
): Promise<Tokens> {
  return answerChallenge(ctx, {
    token: login.challenge_token,
    method: "passkey",
    async isRight(db, pending) {
      await setPasskeyChallenge(db, pending, null);
      const { userId, passkeyChallenge: challenge } = pending;
      if (challenge === null) return false;
      const { credential } = login;
      return usePasskey({ db }, { userId, credential, challenge, party, isVerificationRequired: false });
    },
  });
}

async function setPasskeyChallenge(db: Db, pending: Pending, challenge: string | null): Promise<void> {
  const { challengeId } = pending;
  await db
    .update(loginChallenges)
    .set({ passkeyChallenge: challenge })
    .where(eq(loginChallenges.id, challengeId));
}

async function answerChallenge(ctx: Context, { token, method, isRight }: Answer): Promise<Tokens> {
  const subject = await requireChallenge(token, ctx.settings.secretKey);
  const { userId, username, role } = await findPending(ctx.db, subject);
  if (await mustUseSso(ctx, { role })) await refuseLocalSignIn(ctx, username);
  return tryAnswer(ctx, {
    user: { userId, username },
    method,
    async answer(inside) {
      const pending = await findPending(inside.db, subject);
      if (!(await isRight(inside.db, pending))) return undefined;
      await inside.db.delete(loginChallenges).where(eq(loginChallenges.id, pending.challengeId));
      const tokens = await completeLogin(inside, pending);
      if (method === "recovery_code") {
        const actor = { ...ctx.actor, userId, username };
        await recordRecoveryCode({ db: inside.db, actor }, username);
      }
      return tokens;
    },
  });
}
