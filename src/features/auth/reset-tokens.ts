import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { sign } from "hono/jwt";
import { z } from "zod";
import { users } from "#tables/users";
import type { Db } from "#platform/database";
import { passwordResetTokens } from "./tables";
import { verifyClaims } from "./tokens";

/** Life of a reset link. */
export const RESET_SECONDS = 3600;

const Claims = z.object({
  sub: z.string().regex(/^\d+$/).transform(Number),
  typ: z.literal("password_reset"),
  jti: z.uuid(),
  iat: z.int(),
  exp: z.int(),
});

export type ResetToken = { id: string; userId: number };

/** Makes a user's reset token; older ones of that user work no more. */
export async function issueResetToken(
  ctx: { db: Db; secretKey: string },
  { userId, clientAddress }: { userId: number; clientAddress: string },
): Promise<string> {
  const issuedAt = Math.floor(Date.now() / 1000);
  const expiresAt = issuedAt + RESET_SECONDS;
  const id = crypto.randomUUID();
  await ctx.db.transaction(async (db) => {
    await lockUser(db, userId);
    await useUpResetTokens(db, userId);
    await db
      .insert(passwordResetTokens)
      .values({ id, userId, expiresAt: new Date(expiresAt * 1000), clientAddress });
  });
  const claims = { sub: String(userId), typ: "password_reset", jti: id, iat: issuedAt, exp: expiresAt };
  return sign(claims, ctx.secretKey, "HS256");
}

/** The token's id and user, where it is ours, in time and not used; undefined otherwise. */
export async function findResetToken(
  { db, secretKey }: { db: Db; secretKey: string },
  token: string,
): Promise<ResetToken | undefined> {
  const claims = await verifyClaims(token, Claims, secretKey);
  if (claims === undefined) return undefined;
  const [found] = await db
    .select({ id: passwordResetTokens.id, userId: passwordResetTokens.userId })
    .from(passwordResetTokens)
    .where(and(isUsable(claims.jti), eq(passwordResetTokens.userId, claims.sub)));
  return found;
}

/** Uses the token up; false where another request was faster. */
export async function useResetToken(db: Db, { id, userId }: ResetToken): Promise<boolean> {
  await lockUser(db, userId);
  const used = await db
    .update(passwordResetTokens)
    .set({ usedAt: sql`now()` })
    .where(isUsable(id))
    .returning({ id: passwordResetTokens.id });
  return used.length === 1;
}

/** Before the tokens, everywhere: so that no two transactions wait for each other. */
async function lockUser(db: Db, userId: number): Promise<void> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
}

function isUsable(id: string) {
  return and(
    eq(passwordResetTokens.id, id),
    isNull(passwordResetTokens.usedAt),
    gt(passwordResetTokens.expiresAt, sql`now()`),
  );
}

/** Makes every reset link of a user useless. */
export async function useUpResetTokens(db: Db, userId: number): Promise<void> {
  await db
    .update(passwordResetTokens)
    .set({ usedAt: sql`now()` })
    .where(and(eq(passwordResetTokens.userId, userId), isNull(passwordResetTokens.usedAt)));
}
