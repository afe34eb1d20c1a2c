import { asc, eq } from "drizzle-orm";
import { recordAudit, type Actor } from "#features/audit";
import { endSessions } from "#features/auth";
import { SUPER_ADMIN, type SecondFactorProof } from "#features/users";
import { conflict, notFound } from "#platform/errors";
import type { Db } from "#platform/database";
import { toTimestamp } from "#platform/http/fields";
import type { Caller } from "#platform/http/guard";
import { roles, users } from "#tables/users";
import {
  findFactors,
  isRequiredOf,
  lockUser,
  removeAllFactors,
  replaceRecoveryCodes,
  type Context,
} from "./factors";
import { toPasskeyRead, type RecoveryCodes, type SecondFactorRoles, type SecondFactorStatus } from "./models";
import { requireProof } from "./proof";
import { loginChallenges, passkeyRegistrations, secondFactorRoles } from "./tables";

/** What the user has enrolled, and whether the role asks for it. */
export async function readSecondFactor({ db }: { db: Db }, userId: number): Promise<SecondFactorStatus> {
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  if (user === undefined) throw notFound("User not found");
  const factors = await findFactors({ db }, userId);
  return {
    is_required: await isRequiredOf(db, user),
    totp_enabled_at: toTimestamp(factors.totp?.confirmedAt ?? null),
    passkeys: factors.passkeys.map(toPasskeyRead),
    recovery_codes_left: factors.recoveryCodesLeft,
  };
}

/**
 * Ten new recovery codes in place of the old ones. Throws 401 for a wrong proof, 409 for a user without a second
 * factor.
 */
export async function createRecoveryCodes(
  ctx: Context,
  { caller, proof }: { caller: Caller; proof: SecondFactorProof },
): Promise<RecoveryCodes> {
  const { userId, username } = caller;
  await requireProof(ctx, { owner: caller, proof });
  return ctx.db.transaction(async (db) => {
    await lockUser(db, userId);
    const factors = await findFactors({ db }, userId);
    if (factors.totp === undefined && factors.passkeys.length === 0) {
      throw conflict("Recovery codes come with a second factor: set one up first");
    }
    const codes = await replaceRecoveryCodes(db, userId);
    const entry = { action: "auth.recovery_codes_created", target: `user:${username}` };
    await recordAudit({ db, actor: ctx.actor }, entry);
    return { recovery_codes: codes };
  });
}

/** For a user who has lost everything: removes all factors and codes and ends the sessions. Throws 404. */
export async function resetSecondFactor(ctx: { db: Db; actor: Actor }, userId: number): Promise<void> {
  await ctx.db.transaction(async (db) => {
    const [user] = await db.select().from(users).where(eq(users.id, userId)).for("no key update");
    if (user === undefined) throw notFound("User not found");
    const hadFactor = await removeAllFactors(db, userId);
    await db.delete(loginChallenges).where(eq(loginChallenges.userId, userId));
    await db.delete(passkeyRegistrations).where(eq(passkeyRegistrations.userId, userId));
    const ended = await endSessions({ db }, { userId, reason: "second_factor_reset" });
    await recordAudit(
      { db, actor: ctx.actor },
      {
        action: "auth.second_factor_reset",
        target: `user:${user.username}`,
        detail: `had_factor=${hadFactor} sessions=${ended}`,
      },
    );
  });
}

/** The roles whose users must have a second factor, by name. */
export async function listSecondFactorRoles({ db }: { db: Db }): Promise<SecondFactorRoles> {
  const rows = await db.select().from(secondFactorRoles).orderBy(asc(secondFactorRoles.name));
  return { roles: rows.map((row) => row.name) };
}

/** Makes a role require a second factor, or not, from each user's next request on. Throws 404 for an unknown role. */
export async function setSecondFactorRole(
  ctx: { db: Db; actor: Actor },
  { name, required }: { name: string; required: boolean },
): Promise<SecondFactorRoles> {
  return ctx.db.transaction(async (db) => {
    const [known] = await db.select().from(roles).where(eq(roles.name, name)).for("share");
    if (known === undefined && name !== SUPER_ADMIN) throw notFound("Role not found");
    const role = known?.name ?? null;
    const changed = required
      ? await db.insert(secondFactorRoles).values({ name, role }).onConflictDoNothing().returning()
      : await db.delete(secondFactorRoles).where(eq(secondFactorRoles.name, name)).returning();
    if (changed.length > 0) {
      await recordAudit(
        { db, actor: ctx.actor },
        {
          action: "admin.second_factor_rule_changed",
          target: `role:${name}`,
          detail: `required=${required}`,
          before: { required: !required },
          after: { required },
        },
      );
    }
    return listSecondFactorRoles({ db });
  });
}
