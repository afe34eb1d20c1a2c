import { sign } from "hono/jwt";
import { z } from "zod";
import { verifyClaims } from "#features/auth";

const Claims = z.object({
  sub: z.string().regex(/^\d+$/).transform(Number),
  typ: z.literal("second_factor"),
  jti: z.uuid(),
});

export type ChallengeSubject = { userId: number; challengeId: string };

/** Signs a token (JWT, HS256) that names a sign-in which awaits its second factor. It opens nothing by itself. */
export async function signChallengeToken(
  subject: ChallengeSubject,
  expiresAt: Date,
  secretKey: string,
): Promise<string> {
  const claims = {
    sub: String(subject.userId),
    typ: "second_factor",
    jti: subject.challengeId,
    iat: Math.floor(Date.now() / 1000),
    exp: Math.floor(expiresAt.getTime() / 1000),
  };
  return sign(claims, secretKey, "HS256");
}

/** What the token names, where signature, type and time are right; undefined otherwise. */
export async function verifyChallengeToken(
  token: string,
  secretKey: string,
): Promise<ChallengeSubject | undefined> {
  const claims = await verifyClaims(token, Claims, secretKey);
  return claims && { userId: claims.sub, challengeId: claims.jti };
}
