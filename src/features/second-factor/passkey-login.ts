import { and, asc, eq, lt, sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import type { PasskeyLogin } from "./models";
import type { RelyingParty } from "./relying-party";
import { passkeys } from "./tables";
import { loadWebauthn } from "./webauthn";

type Question = {
  userId: number;
  credential: PasskeyLogin["credential"];
  challenge: string;
  party: RelyingParty;
  /** The authenticator must have asked for PIN or fingerprint: the passkey stands for the password too. */
  isVerificationRequired: boolean;
};

/** Options for `navigator.credentials.get`, for the user's own passkeys. */
export async function passkeyLoginOptions(
  { db }: { db: Db },
  { userId, party }: { userId: number; party: RelyingParty },
) {
  const keys = await db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.id));
  const { generateAuthenticationOptions } = await loadWebauthn();
  return generateAuthenticationOptions({
    rpID: party.id,
    allowCredentials: keys.map((key) => ({ id: key.credentialId, transports: key.transports })),
    userVerification: "preferred",
  });
}

/**
 * Accepts a passkey's signature of the challenge (WebAuthn section 7.2): of the user's own passkey, made for this
 * origin, and with a counter that has moved on, where the authenticator counts.
 */
export async function usePasskey({ db }: { db: Db }, question: Question): Promise<boolean> {
  const { userId, credential } = question;
  const isOwn = and(eq(passkeys.userId, userId), eq(passkeys.credentialId, credential.id));
  const [key] = await db.select().from(passkeys).where(isOwn);
  if (key === undefined) return false;
  const counter = await verify(question, key);
  if (counter === undefined) return false;
  const isNewer = counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter);
  const used = await db
    .update(passkeys)
    .set({ counter, lastUsedAt: sql`now()` })
    .where(and(eq(passkeys.id, key.id), isNewer))
    .returning({ id: passkeys.id });
  return used.length > 0;
}

/** The authenticator's new counter; undefined where the answer is wrong in any way. */
async function verify(
  { credential, challenge, party, isVerificationRequired }: Question,
  key: typeof passkeys.$inferSelect,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await loadWebauthn();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: {
        id: key.credentialId,
        publicKey: new Uint8Array(key.publicKey),
        counter: key.counter,
      },
      requireUserVerification: isVerificationRequired,
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    // The library throws for every fault of an answer, and it does nothing else that could fail.
    return undefined;
  }
}
