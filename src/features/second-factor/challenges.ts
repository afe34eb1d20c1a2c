import { createHash, randomUUID } from "node:crypto";
import { and, eq, gt, lt } from "drizzle-orm";
import type { SecondFactorMethod, SecondFactorStarter } from "#features/auth";
import { unauthorized } from "#platform/errors";
import type { Db } from "#platform/database";
import { users } from "#tables/users";
import { signChallengeToken, verifyChallengeToken, type ChallengeSubject } from "./challenge-token";
import { findFactors } from "./factors";
import { loginChallenges } from "./tables";

const CHALLENGE_MS = 5 * 60_000;

/** A sign-in whose password was right. */
export type Pending = {
  challengeId: string;
  userId: number;
  username: string;
  role: string;
  passwordHash: string;
  passkeyChallenge: string | null;
};

/** Gives the function that begins the second step of a login; it gives undefined for a user without a second factor. */
export function createSecondFactorStarter(deps: { db: Db; secretKey: string }): SecondFactorStarter {
  return async (user) => {
    const methods = await methodsOf(deps, user.userId);
    if (methods.length === 0) return undefined;
    const challengeId = randomUUID();
    const expiresAt = new Date(Date.now() + CHALLENGE_MS);
    await deps.db.delete(loginChallenges).where(lt(loginChallenges.expiresAt, new Date()));
    await deps.db.insert(loginChallenges).values({
      id: challengeId,
      userId: user.userId,
      passwordDigest: digestOf(user.passwordHash),
      expiresAt,
    });
    const subject = { userId: user.userId, challengeId };
    return {
      second_factor_required: true,
      methods,
      challenge_token: await signChallengeToken(subject, expiresAt, deps.secretKey),
    };
  };
}

async function methodsOf(deps: { db: Db }, userId: number): Promise<SecondFactorMethod[]> {
  const factors = await findFactors(deps, userId);
  const methods: SecondFactorMethod[] = [];
  if (factors.totp !== undefined) methods.push("totp");
  if (factors.passkeys.length > 0) methods.push("passkey");
  if (methods.length > 0 && factors.recoveryCodesLeft > 0) methods.push("recovery_code");
  return methods;
}

/** What a challenge token names. Throws 401 for a token that is not ours, or has expired. */
export async function requireChallenge(token: string, secretKey: string): Promise<ChallengeSubject> {
  const subject = await verifyChallengeToken(token, secretKey);
  if (subject === undefined) throw spent();
  return subject;
}

/**
 * The sign-in that the token names. Throws 401 where it was answered, has expired, or the user was disabled or got
 * another password since.
 */
export async function findPending(db: Db, subject: ChallengeSubject): Promise<Pending> {
  const [user] = await db.select().from(users).where(eq(users.id, subject.userId));
  const [challenge] = await db.select().from(loginChallenges).where(isOpen(subject));
  if (user === undefined || !user.isActive || challenge === undefined) throw spent();
  if (!challenge.passwordDigest.equals(digestOf(user.passwordHash))) throw spent();
  const { id: userId, username, role, passwordHash } = user;
  const { id: challengeId, passkeyChallenge } = challenge;
  return { challengeId, userId, username, role, passwordHash, passkeyChallenge };
}

function isOpen({ challengeId, userId }: ChallengeSubject) {
  return and(
    eq(loginChallenges.id, challengeId),
    eq(loginChallenges.userId, userId),
    gt(loginChallenges.expiresAt, new Date()),
  );
}

function spent() {
  return unauthorized("Invalid or expired token");
}

function digestOf(passwordHash: string): Buffer {
  return createHash("sha256").update(passwordHash).digest();
}
