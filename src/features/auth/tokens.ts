import { sign, verify } from "hono/jwt";
import { z } from "zod";

const Claims = z.object({
  sub: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
  typ: z.enum(["access", "refresh"]),
  jti: z.uuid(),
  sid: z.uuid(),
  iat: z.int(),
  exp: z.int(),
});

export type TokenType = "access" | "refresh";

export type TokenSubject = { userId: number; sessionId: string };

export type VerifiedToken = TokenSubject & {
  tokenId: string;
  /** Unix seconds. */
  expiresAt: number;
};

/** Signs a token (JWT, HS256); `sid` is the session. Times are Unix seconds. */
export async function signToken(
  subject: TokenSubject,
  token: { type: TokenType; id: string; issuedAt: number; expiresAt: number },
  secretKey: string,
): Promise<string> {
  const claims = {
    sub: String(subject.userId),
    typ: token.type,
    jti: token.id,
    sid: subject.sessionId,
    iat: token.issuedAt,
    exp: token.expiresAt,
  };
  return sign(claims, secretKey, "HS256");
}

/** What a token says, where its signature, type and time are right; undefined otherwise. Only HS256 is accepted. */
export async function verifyToken(
  token: string,
  type: TokenType,
  secretKey: string,
): Promise<VerifiedToken | undefined> {
  const claims = await verifyClaims(token, Claims, secretKey);
  if (claims === undefined || claims.typ !== type) return undefined;
  return { userId: claims.sub, sessionId: claims.sid, tokenId: claims.jti, expiresAt: claims.exp };
}

/** A token (JWT, HS256) with these claims, for `verifyClaims`. Each kind of token has a key, or a `typ`, of its own. */
export function signClaims(claims: Readonly<Record<string, unknown>>, key: string): Promise<string> {
  return sign({ ...claims }, key, "HS256");
}

/**
 * How far a clock may have been ahead when it issued a token: once it is set right, nobody is to be out for that. Whether
 * the session lives says the database.
 */
const AHEAD_SECONDS = 86_400;

/**
 * The claims of a token of any type, where signature, time and shape are right; undefined otherwise. Only HS256 is
 * accepted.
 */
export async function verifyClaims<T>(
  token: string,
  schema: z.ZodType<T>,
  key: string,
): Promise<T | undefined> {
  if (!hasPlainSignature(token)) return undefined;
  const payload = await verify(token, key, { alg: "HS256", iat: false }).catch(() => undefined);
  return isIssued(payload?.iat) ? schema.safeParse(payload).data : undefined;
}

function isIssued(issuedAt: unknown): boolean {
  if (issuedAt === undefined) return true;
  return typeof issuedAt === "number" && issuedAt <= Date.now() / 1000 + AHEAD_SECONDS;
}

/**
 * The last character of a signature has bits that decoding drops: a token is to have one spelling (RFC 4648 section
 * 3.5).
 */
function hasPlainSignature(token: string): boolean {
  const signature = token.slice(token.lastIndexOf(".") + 1);
  return Buffer.from(signature, "base64url").toString("base64url") === signature;
}
