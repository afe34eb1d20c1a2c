import { eq } from "drizzle-orm";
import { changesOf, recordAudit, type Actor } from "#features/audit";
import type { Db } from "#platform/database";
import { conflict, forbidden, notFound } from "#platform/errors";
import { checkAvatar } from "./avatar";
import { dropMailedLinks, tellFormerAddress, type EmailChangeDeps } from "./email-change";
import {
  toAuditedUser,
  toUserRead,
  type ProfileUpdateRequest,
  type UserRead,
  type UserRow,
  type WhatsNewAckRequest,
} from "./models";
import { KEY_REFUSAL } from "./own-account";
import { SUPER_ADMIN } from "./permissions";
import { users } from "./tables";

type ProfileContext = EmailChangeDeps & {
  db: Db;
  actor: Actor;
  /** Lets only the user pass who owns the session. */
  requireProof: (proof: ProfileUpdateRequest["proof"]) => Promise<void>;
};

/**
 * Changes the user's own fields, those that are given. Throws 413 or 422 for an avatar. Reset links go to the mail
 * address, so another one takes a session and a proof (403, 401 or 422 without), and the former one is told.
 */
export async function updateProfile(
  ctx: ProfileContext,
  input: { userId: number; changes: ProfileUpdateRequest },
): Promise<UserRead> {
  const { changes } = input;
  const avatar = changes.avatar_data === undefined ? {} : { avatarData: checkAvatar(changes.avatar_data) };
  const isProven = await proveNewEmail(ctx, input);
  return ctx.db.transaction(async (db) => {
    const [before] = await db.select().from(users).where(eq(users.id, input.userId)).for("no key update");
    if (before === undefined) throw notFound("User not found");
    if (!isProven && isNewEmail(before, changes)) throw conflict("The profile was changed meanwhile");
    const [user = before] = await db
      .update(users)
      .set({
        ...(changes.display_name === undefined ? {} : { displayName: changes.display_name }),
        ...(changes.email === undefined ? {} : emailBySelf(before, changes.email)),
        ...avatar,
        entityColorsEnabled: changes.entity_colors_enabled ?? before.entityColorsEnabled,
        updatedAt: new Date(),
      })
      .where(eq(users.id, input.userId))
      .returning();
    await dropMailedLinks({ ...ctx, db }, { before, after: user });
    await recordAudit(
      { db, actor: ctx.actor },
      {
        action: "auth.profile_updated",
        target: `user:${user.username}`,
        ...changesOf(toAuditedUser(before), toAuditedUser(user)),
      },
    );
    await tellFormerAddress({ ...ctx, db }, { before, after: user });
    return toUserRead(user);
  });
}

/** True where the caller has shown who it is; nothing is asked of one whose address stays. */
async function proveNewEmail(
  { db, actor, requireProof }: ProfileContext,
  { userId, changes }: { userId: number; changes: ProfileUpdateRequest },
): Promise<boolean> {
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId));
  if (user === undefined || !isNewEmail(user, changes)) return false;
  if (actor.apiKeyId !== null) throw forbidden(KEY_REFUSAL);
  await requireProof(changes.proof);
  return true;
}

function isNewEmail(before: Pick<UserRow, "email">, { email }: ProfileUpdateRequest): boolean {
  return email !== undefined && email !== before.email;
}

/** A SuperAdmin may write any user's address, so nothing is gained by doubting the own one. */
function emailBySelf(before: UserRow, email: string | null) {
  if (email === before.email) return {};
  return { email, isEmailSelfDeclared: email !== null && before.role !== SUPER_ADMIN };
}

/** Remembers up to which version the user has seen what is new. */
export async function acknowledgeWhatsNew(
  { db }: { db: Db },
  input: { userId: number; request: WhatsNewAckRequest },
): Promise<UserRead> {
  const [user] = await db
    .update(users)
    .set({ whatsNewAcknowledgedVersion: input.request.version })
    .where(eq(users.id, input.userId))
    .returning();
  if (user === undefined) throw notFound("User not found");
  return toUserRead(user);
}
