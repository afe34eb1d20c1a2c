import { and, eq, isNull, sql } from "drizzle-orm";
import { passwordResetTokens } from "#tables/auth";
import type { Db } from "#platform/database";
import type { UserRow } from "./models";

/** Reset links that went to a user's former mail address work no more: who reads that mailbox may be why it was changed. */
export async function dropMailedLinks(db: Db, { before, after }: { before: UserRow; after: UserRow }) {
  if (before.email === null || before.email === after.email) return;
  await db
    .update(passwordResetTokens)
    .set({ usedAt: sql`now()` })
    .where(and(eq(passwordResetTokens.userId, after.id), isNull(passwordResetTokens.usedAt)));
}
