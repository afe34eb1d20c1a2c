import { recordAudit, type Actor } from "#features/audit";
import { isLocked, noteFailure, refuseLocked, refuseNoted } from "#features/auth";
import type { Db } from "#platform/database";
import { lockUser, type Context } from "./factors";

type Guess<T> = {
  user: { userId: number; username: string };
  /** For the audit log. */
  method: string;
  /** Undefined: wrong. What it does is kept either way. */
  answer: (inside: Context) => Promise<T | undefined>;
};

/**
 * Looks at one answer of a user at a time, and only while the name is not locked (429): a wrong one is counted before
 * the next is looked at, or else a thousand guesses that come together would all be tried. Throws 401 for a wrong one.
 */
export async function tryAnswer<T extends object>(
  ctx: Context,
  { user, method, answer }: Guess<T>,
): Promise<T> {
  const { userId, username } = user;
  await refuseLocked(ctx, username);
  const outcome = await ctx.db.transaction(async (db) => {
    const inside = { ...ctx, db };
    await lockUser(db, userId);
    if (await isLocked(inside, username)) return LOCKED;
    const right = await answer(inside);
    if (right !== undefined) return right;
    return noteFailure(inside, { username, action: "auth.second_factor_failed", method });
  });
  if (outcome === LOCKED) {
    await refuseLocked(ctx, username);
    return refuseNoted(ctx, { attempts: 0 });
  }
  return typeof outcome === "number" ? refuseNoted(ctx, { attempts: outcome }) : outcome;
}

const LOCKED = Symbol("locked");

/** A recovery code was used up: its owner should know. */
export async function recordRecoveryCode(ctx: { db: Db; actor: Actor }, username: string): Promise<void> {
  await recordAudit(ctx, { action: "auth.recovery_code_used", target: `user:${username}` });
}
