import { createHmac } from "node:crypto";
import { sign } from "hono/jwt";
import { z } from "zod";
import { verifyClaims } from "./tokens";

/** Seconds that a browser is remembered after its last sign-in. */
export const DEVICE_SECONDS = 180 * 86_400;

const Claims = z.object({ sub: z.string(), typ: z.literal("device"), jti: z.uuid(), exp: z.int() });

type Owner = { userId: number; passwordHash: string };

/**
 * A token for a browser that has just signed in (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"): its
 * wrong passwords are counted apart, so that nobody else's can lock it out. Opens nothing by itself. It is signed with
 * a key that changes with the password, so that tokens gathered with a stolen password end when it is changed.
 */
export async function signDeviceToken(owner: Owner, secretKey: string): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    sub: String(owner.userId),
    typ: "device",
    jti: crypto.randomUUID(),
    iat: now,
    exp: now + DEVICE_SECONDS,
  };
  return sign(claims, deviceKey(owner, secretKey), "HS256");
}

/** The id of the browser that the token marks as the user's own; undefined for any other token. */
export async function verifyDeviceToken(
  token: string,
  owner: Owner,
  secretKey: string,
): Promise<string | undefined> {
  const claims = await verifyClaims(token, Claims, deviceKey(owner, secretKey));
  return claims?.sub === String(owner.userId) ? claims.jti : undefined;
}

function deviceKey({ passwordHash }: Owner, secretKey: string): string {
  return createHmac("sha256", secretKey).update(`device ${passwordHash}`).digest("base64url");
}
