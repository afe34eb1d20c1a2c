import { eq, lt } from "drizzle-orm";
import { completeLogin, mustUseSso, refuseLocalSignIn, type Tokens } from "#features/auth";
import { unauthorized } from "#platform/errors";
import type { Db } from "#platform/database";
import { users } from "#tables/users";
import { lockUser, type Context } from "./factors";
import { tryAnswer } from "./guesses";
import type { PasskeySignIn, PasskeySignInOptions } from "./models";
import { usePasskey } from "./passkey-login";
import { signPasskeyToken, verifyPasskeyToken, type PasskeyChallenge } from "./passkey-token";
import type { RelyingParty } from "./relying-party";
import { passkeys, passkeySignIns } from "./tables";
import { loadWebauthn } from "./webauthn";

const SIGN_IN_MS = 5 * 60_000;

/** How far the clocks of replicas may be apart before a used challenge could be forgotten too early. */
const CLOCK_SKEW_MS = 60_000;

/**
 * Options for `navigator.credentials.get` that ask for any passkey of this service, and a token that holds their
 * challenge.
 */
export async function startPasskeySignIn(
  party: RelyingParty,
  secretKey: string,
): Promise<PasskeySignInOptions> {
  const { generateAuthenticationOptions } = await loadWebauthn();
  const options = await generateAuthenticationOptions({ rpID: party.id, userVerification: "required" });
  const expiresAt = new Date(Date.now() + SIGN_IN_MS);
  const token = await signPasskeyToken({ challenge: options.challenge, expiresAt }, secretKey);
  return { passkey_token: token, options: { ...options } };
}

/**
 * Signs in whoever owns the passkey, which stands for both factors: having it, and its PIN or fingerprint. Throws 401
 * for a wrong answer or one that was given before, 403 where single sign-on is required, 429 while its owner's name is
 * locked.
 */
export async function signInWithPasskey(
  ctx: Context,
  { signIn, party }: { signIn: PasskeySignIn; party: RelyingParty },
): Promise<Tokens> {
  const issued = await verifyPasskeyToken(signIn.passkey_token, ctx.settings.secretKey);
  if (issued === undefined) throw unauthorized("Invalid or expired token");
  const { credential } = signIn;
  const [owner] = await ctx.db
    .select({ userId: users.id, username: users.username, role: users.role })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(eq(passkeys.credentialId, credential.id));
  if (owner === undefined) throw unauthorized("Invalid credentials");
  const { userId, username } = owner;
  const isBlocked = await mustUseSso(ctx, owner);
  const { tokens } = await tryAnswer(ctx, {
    user: owner,
    method: "passkey",
    async answer(inside) {
      const { passwordHash } = await lockUser(inside.db, userId);
      const { challenge } = issued;
      const question = { userId, credential, challenge, party, isVerificationRequired: true };
      if (!(await usePasskey(inside, question)) || !(await useUp(inside.db, issued))) return undefined;
      const account = { userId, username, passwordHash };
      return { tokens: isBlocked ? undefined : await completeLogin(inside, account) };
    },
  });
  return tokens ?? refuseLocalSignIn(ctx, username);
}

/** True for the first use of a challenge. */
async function useUp(db: Db, { challenge, expiresAt }: PasskeyChallenge): Promise<boolean> {
  await db.delete(passkeySignIns).where(lt(passkeySignIns.expiresAt, new Date(Date.now() - CLOCK_SKEW_MS)));
  const used = await db
    .insert(passkeySignIns)
    .values({ challenge, expiresAt })
    .onConflictDoNothing()
    .returning();
  return used.length > 0;
}
