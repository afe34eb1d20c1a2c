import { eq } from "drizzle-orm";
import { recordAudit, type Actor } from "#features/audit";
import { conflict } from "#platform/errors";
import type { Db } from "#platform/database";
import { findFactors, isRequiredOf, type User } from "./factors";
import { recoveryCodes } from "./tables";

/**
 * What follows the removal of a factor, in its transaction: audit, and with the last factor its recovery codes go.
 * Throws 409 where the user's role requires the one that was removed.
 */
export async function afterRemoval(
  ctx: { db: Db; actor: Actor },
  { user, detail }: { user: User; detail: string },
): Promise<void> {
  const left = await findFactors(ctx, user.id);
  if (left.totp === undefined && left.passkeys.length === 0) {
    if (await isRequiredOf(ctx.db, user)) {
      throw conflict("Your role requires a second factor: add another one before you remove this");
    }
    await ctx.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, user.id));
  }
  const target = `user:${user.username}`;
  await recordAudit(ctx, { action: "auth.second_factor_disabled", target, detail });
}
