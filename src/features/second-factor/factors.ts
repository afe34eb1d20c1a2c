import { and, asc, count, eq, isNull, lt } from "drizzle-orm";
import type { Actor } from "#features/audit";
import type { AuthSettings, Browser, SsoRequirement } from "#features/auth";
import { unauthorized } from "#platform/errors";
import type { Db } from "#platform/database";
import type { Encryption } from "#platform/encryption";
import { users } from "#tables/users";
import { digestRecoveryCode, makeRecoveryCodes } from "./recovery-codes";
import { passkeys, recoveryCodes, secondFactorRoles, totpEnrolments, totpFactors } from "./tables";
import { matchTotpStep } from "./totp";

export type Context = {
  db: Db;
  actor: Actor;
  settings: AuthSettings;
  encryption: Encryption;
  browser: Browser;
  isSsoRequired: SsoRequirement;
};

export type User = typeof users.$inferSelect;

/** The active user, whose factors nobody else changes until the transaction ends. Throws 401 where there is none. */
export async function lockUser(db: Db, userId: number): Promise<User> {
  const [user] = await db.select().from(users).where(eq(users.id, userId)).for("no key update");
  if (user === undefined || !user.isActive) throw unauthorized("Invalid or inactive user");
  return user;
}

/** What the user can answer with. */
export async function findFactors({ db }: { db: Db }, userId: number) {
  const isUnused = and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt));
  const [[totp], keys, [unused]] = await Promise.all([
    db.select().from(totpFactors).where(eq(totpFactors.userId, userId)),
    db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.id)),
    db.select({ left: count() }).from(recoveryCodes).where(isUnused),
  ]);
  return { totp, passkeys: keys, recoveryCodesLeft: unused?.left ?? 0 };
}

/**
 * True where the role of this user asks for a second factor. Users without a password of this service bring theirs
 * along.
 */
export async function isRequiredOf(db: Db, user: Pick<User, "role" | "hasLocalPassword">): Promise<boolean> {
  if (!user.hasLocalPassword) return false;
  const found = await db.select().from(secondFactorRoles).where(eq(secondFactorRoles.name, user.role));
  return found.length > 0;
}

/**
 * Accepts a code of the authenticator app: true once for its 30 s step, and never again for that step or an older one.
 */
export async function useTotpCode(
  ctx: { db: Db; encryption: Encryption },
  { userId, code }: { userId: number; code: string },
): Promise<boolean> {
  const [factor] = await ctx.db.select().from(totpFactors).where(eq(totpFactors.userId, userId));
  if (factor === undefined) return false;
  const step = matchTotpStep(ctx.encryption.decrypt(factor.secret), code, new Date());
  if (step === undefined) return false;
  const used = await ctx.db
    .update(totpFactors)
    .set({ lastStep: step })
    .where(and(eq(totpFactors.userId, userId), lt(totpFactors.lastStep, step)))
    .returning({ step: totpFactors.lastStep });
  return used.length > 0;
}

/** Accepts a recovery code: true for the first use of an own one. */
export async function useRecoveryCode(
  { db }: { db: Db },
  { userId, code }: { userId: number; code: string },
): Promise<boolean> {
  const used = await db
    .update(recoveryCodes)
    .set({ usedAt: new Date() })
    .where(
      and(
        eq(recoveryCodes.userId, userId),
        eq(recoveryCodes.digest, digestRecoveryCode(code)),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ userId: recoveryCodes.userId });
  return used.length > 0;
}

/** Makes a new set; the old one is worth nothing from then on. */
export async function replaceRecoveryCodes(db: Db, userId: number): Promise<string[]> {
  const codes = makeRecoveryCodes();
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await db.insert(recoveryCodes).values(codes.map((code) => ({ userId, digest: digestRecoveryCode(code) })));
  return codes;
}

/** The set that comes with the first factor; null for a user who has one already. */
export async function firstRecoveryCodes(db: Db, userId: number): Promise<string[] | null> {
  const existing = await db
    .select({ userId: recoveryCodes.userId })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.userId, userId))
    .limit(1);
  return existing.length > 0 ? null : replaceRecoveryCodes(db, userId);
}

/** Removes everything; true where there was a factor. */
export async function removeAllFactors(db: Db, userId: number): Promise<boolean> {
  const totp = await db.delete(totpFactors).where(eq(totpFactors.userId, userId)).returning();
  const keys = await db.delete(passkeys).where(eq(passkeys.userId, userId)).returning();
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await db.delete(totpEnrolments).where(eq(totpEnrolments.userId, userId));
  return totp.length + keys.length > 0;
}
