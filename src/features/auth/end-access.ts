import type { Actor } from "#features/audit";
import type { Db } from "#platform/database";
import { endSessions, type EndReason } from "./end-sessions";
import { useUpResetTokens } from "./reset-tokens";

/** Revokes all keys of a user in the transaction that it is given; gives how many. */
export type KeyRevoker = (
  ctx: { db: Db; actor: Actor },
  input: { userId: number; reason: string },
) => Promise<number>;

type Ending = {
  userId: number;
  reason: EndReason;
  /** A session that goes on. */
  except?: string | null;
  /** Absent: the user's API keys go on working. */
  revokeKeys?: KeyRevoker | undefined;
};

/**
 * Ends what a user can come in by, but the password: sessions, mailed reset links and, where wanted, API keys. For
 * good.
 */
export async function endAccess(
  ctx: { db: Db; actor: Actor },
  { userId, reason, except = null, revokeKeys }: Ending,
): Promise<{ sessions: number; keys: number }> {
  const sessions = await endSessions(ctx, { userId, reason, except });
  await useUpResetTokens(ctx.db, userId);
  const keys = (await revokeKeys?.(ctx, { userId, reason })) ?? 0;
  return { sessions, keys };
}

/** For the detail of an audit row. */
export function describeEnded({ sessions, keys }: { sessions: number; keys: number }): string {
  return `sessions=${sessions} api_keys=${keys}`;
}
