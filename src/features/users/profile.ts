import { eq } from "drizzle-orm";
import { changesOf, recordAudit, type Actor } from "#features/audit";
import type { Db } from "#platform/database";
import { notFound } from "#platform/errors";
import { checkAvatar } from "./avatar";
import { dropMailedLinks } from "./mailed-links";
import {
  toAuditedUser,
  toUserRead,
  type ProfileUpdateRequest,
  type UserRead,
  type UserRow,
  type WhatsNewAckRequest,
} from "./models";
import { SUPER_ADMIN } from "./permissions";
import { users } from "./tables";

/** Changes the user's own fields, those that are given. Throws 413 or 422 for an avatar. */
export async function updateProfile(
  ctx: { db: Db; actor: Actor },
  input: { userId: number; changes: ProfileUpdateRequest },
): Promise<UserRead> {
  const { changes } = input;
  const avatar = changes.avatar_data === undefined ? {} : { avatarData: checkAvatar(changes.avatar_data) };
  return ctx.db.transaction(async (db) => {
    const [before] = await db.select().from(users).where(eq(users.id, input.userId)).for("no key update");
    if (before === undefined) throw notFound("User not found");
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
    await dropMailedLinks(db, { before, after: user });
    await recordAudit(
      { db, actor: ctx.actor },
      {
        action: "auth.profile_updated",
        target: `user:${user.username}`,
        ...changesOf(toAuditedUser(before), toAuditedUser(user)),
      },
    );
    return toUserRead(user);
  });
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
