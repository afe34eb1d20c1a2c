import { sign } from "hono/jwt";
import { z } from "zod";
import { verifyClaims } from "#features/auth";

const Claims = z.object({ typ: z.literal("passkey"), challenge: z.string().min(1), exp: z.int() });

export type PasskeyChallenge = { challenge: string; expiresAt: Date };

/**
 * Signs a token (JWT, HS256) that holds the challenge of a sign-in by passkey alone: nothing is stored for a stranger.
 */
export async function signPasskeyToken(
  { challenge, expiresAt }: PasskeyChallenge,
  secretKey: string,
): Promise<string> {
  const exp = Math.floor(expiresAt.getTime() / 1000);
  return sign({ typ: "passkey", challenge, exp }, secretKey, "HS256");
}

/** The challenge, where signature, type and time of the token are right; undefined otherwise. */
export async function verifyPasskeyToken(
  token: string,
  secretKey: string,
): Promise<PasskeyChallenge | undefined> {
  const claims = await verifyClaims(token, Claims, secretKey);
  return claims && { challenge: claims.challenge, expiresAt: new Date(claims.exp * 1000) };
}
