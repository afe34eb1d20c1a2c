import { eq } from "drizzle-orm";
import { refuseAttempt, refuseLocked } from "#features/auth";
import { verifyPassword } from "#features/users";
import { unauthorized } from "#platform/errors";
import { users } from "#tables/users";
import { useRecoveryCode, useTotpCode, type Context } from "./factors";
import { recordRecoveryCode, tryAnswer } from "./guesses";
import type { SecondFactorProof } from "./models";

type Owner = { userId: number; username: string };

/**
 * Lets only the user pass who owns the session, not who found it open: the password, or a code. Wrong ones are 401 and
 * count towards the lock-out of the login, as all its guesses do (429 while locked).
 */
export async function requireProof(
  ctx: Context,
  { owner, proof }: { owner: Owner; proof: SecondFactorProof },
): Promise<void> {
  if (proof.password !== undefined) await requirePassword(ctx, { owner, password: proof.password });
  else await requireCode(ctx, { owner, code: (proof.code ?? "").replace(/\s/g, "") });
}

async function requirePassword(
  ctx: Context,
  { owner, password }: { owner: Owner; password: string },
): Promise<void> {
  const { userId, username } = owner;
  await refuseLocked(ctx, username);
  const [user] = await ctx.db.select().from(users).where(eq(users.id, userId));
  if (user === undefined) throw unauthorized("Invalid or inactive user");
  if (!(await verifyPassword(user.passwordHash, password))) {
    await refuseAttempt(ctx, { username, action: "auth.second_factor_failed", method: "password" });
  }
  // Guesses that arrive together all pass the first check: one that was right only after the lock counts for nothing.
  await refuseLocked(ctx, username);
}

async function requireCode(ctx: Context, { owner, code }: { owner: Owner; code: string }): Promise<void> {
  const { userId, username } = owner;
  const isTotp = /^\d{6}$/.test(code);
  await tryAnswer(ctx, {
    user: owner,
    method: isTotp ? "totp" : "recovery_code",
    async answer(inside) {
      if (isTotp) return (await useTotpCode(inside, { userId, code })) ? owner : undefined;
      if (!(await useRecoveryCode(inside, { userId, code }))) return undefined;
      await recordRecoveryCode(inside, username);
      return owner;
    },
  });
}
