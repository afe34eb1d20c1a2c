import { and, inArray, lt, lte, or, isNull, sql } from "drizzle-orm";
import { nobodyAt, recordAudit } from "#features/audit";
import type { Db } from "#platform/database";
import { daysBefore, type DeletionClock } from "#platform/deletion-clock";
import type { Job } from "#platform/jobs";
import { reportFailures } from "./failed-logins";
import { blockedTarget } from "./login-attempts";
import { blockedLogins, lockouts, passwordResetTokens, refreshTokens, sessions } from "./tables";

const AT_A_TIME = 500;

/** Periodic work of this feature. */
export function authJobs({ db, deletions }: { db: Db; deletions: DeletionClock }): Job[] {
  return [
    {
      name: "auth.lockout-ends",
      everySeconds: 60,
      when: "EXISTS (SELECT FROM blocked_logins WHERE locked_until <= now())",
      run: ({ signal }) => reportAll(db, { signal, reportSome: reportEndedLocks }),
    },
    {
      name: "auth.failures-counted",
      everySeconds: 60,
      when: "EXISTS (SELECT FROM failed_logins WHERE ends_at <= now())",
      run: ({ signal }) => reportAll(db, { signal, reportSome: (some) => reportFailures(some, AT_A_TIME) }),
    },
    {
      name: "auth.clean-up",
      everySeconds: 3600,
      run: () => deletions.ifBelieved((now) => removeOutlived(db, now)),
    },
  ];
}

type Report = { signal: AbortSignal; reportSome: (db: Db) => Promise<number> };

async function reportAll(db: Db, { signal, reportSome }: Report): Promise<void> {
  while (!signal.aborted) {
    const reported = await db.transaction(reportSome);
    if (reported < AT_A_TIME) return;
  }
}

/** Audits how many tries each ended lock refused, by name and client, where the first was not the only one. */
async function reportEndedLocks(db: Db): Promise<number> {
  const ended = db
    .select({ row: sql`ctid` })
    .from(blockedLogins)
    .where(lte(blockedLogins.lockedUntil, sql`now()`))
    .limit(AT_A_TIME);
  const rows = await db
    .delete(blockedLogins)
    .where(inArray(sql`ctid`, ended))
    .returning();
  for (const { username, client, attempts, lockedUntil } of rows) {
    if (attempts === 1) continue;
    await recordAudit(
      { db, actor: nobodyAt(client) },
      {
        action: "auth.lockout_ended",
        target: blockedTarget({ username, client }),
        detail: `blocked=${attempts} ip=${client} until=${lockedUntil.toISOString()}`,
      },
    );
  }
  return rows.length;
}

/**
 * Removes what no longer says or refuses anything: ended sessions and links after 30 days, counters without news for 30
 * days.
 */
async function removeOutlived(db: Db, now: Date): Promise<void> {
  const longAgo = daysBefore(now, 30);
  await db.delete(sessions).where(or(lt(sessions.expiresAt, longAgo), lt(sessions.revokedAt, longAgo)));
  await db.delete(refreshTokens).where(lt(refreshTokens.expiresAt, longAgo));
  await db.delete(passwordResetTokens).where(lt(passwordResetTokens.expiresAt, longAgo));
  await db
    .delete(lockouts)
    .where(
      and(
        lt(lockouts.updatedAt, longAgo),
        or(isNull(lockouts.lockedUntil), lte(lockouts.lockedUntil, sql`now()`)),
      ),
    );
}
