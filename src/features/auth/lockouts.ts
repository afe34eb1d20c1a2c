import { and, desc, eq, or, sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import { lockouts } from "./tables";

/**
 * What is counted: wrong passwords per user name, known browser or client address, bad API keys per client address,
 * reset mails asked for per client address and sent per user, failed sign-ins by the identity provider per client
 * address, wrong setup tokens per client address, wrong links to acknowledge incidents per client address.
 */
type Scope =
  | "login"
  | "login_device"
  | "login_address"
  | "api_key"
  | "password_reset"
  | "password_reset_mail"
  | "oidc_failure"
  | "setup_token"
  | "acknowledge_link";

export type LockoutSubject = { scope: Scope; subject: string };

export type LockoutPolicy = {
  maxFailures: number;
  minutes: number;
  /** So many minutes without a failure forget those before; absent: only a success does. */
  forgetsAfterMinutes?: number;
};

const subjectIs = ({ scope, subject }: LockoutSubject) =>
  and(eq(lockouts.scope, scope), eq(lockouts.subject, subject));

/** It was counted before the database's clock was set back: a lock would last for longer by as much. */
const isFromAhead = sql`${lockouts.updatedAt} > now() + interval '1 minute'`;
const remaining = sql<number>`(CASE WHEN NOT ${isFromAhead} THEN extract(epoch FROM ${lockouts.lockedUntil} - now()) END)::float8`;

/** Seconds until the lock ends; 0 where there is none. */
export async function lockedSeconds({ db }: { db: Db }, subject: LockoutSubject): Promise<number> {
  const [found] = await db.select({ remaining }).from(lockouts).where(subjectIs(subject));
  return Math.max(0, Math.ceil(found?.remaining ?? 0));
}

export type Lock = { seconds: number; until: Date; scope: Scope };

/** The longest lock among the subjects, with its remaining whole seconds; undefined where none is locked. */
export async function findLock(
  { db }: { db: Db },
  subjects: readonly LockoutSubject[],
): Promise<Lock | undefined> {
  const [found] = await db
    .select({ remaining, until: lockouts.lockedUntil, scope: sql<Scope>`${lockouts.scope}` })
    .from(lockouts)
    .where(and(or(...subjects.map(subjectIs)), sql`${remaining} > 0`))
    .orderBy(desc(lockouts.lockedUntil))
    .limit(1);
  if (found === undefined || found.until === null) return undefined;
  const { until, scope } = found;
  return { seconds: Math.max(1, Math.ceil(found.remaining)), until, scope };
}

/**
 * Counts a failure; the one that reaches the limit locks. Tries while locked neither count nor extend: they would keep
 * a name's owner out for as long as somebody goes on trying. Gives the failures so far (undefined: was locked already)
 * and whether this very one crossed the threshold.
 */
export async function countFailure(
  { db }: { db: Db },
  subject: LockoutSubject,
  { maxFailures, minutes, forgetsAfterMinutes }: LockoutPolicy,
): Promise<{ failures: number | undefined; hasLocked: boolean }> {
  const isRecent =
    forgetsAfterMinutes === undefined
      ? sql`true`
      : sql`${lockouts.updatedAt} > now() - make_interval(mins => ${forgetsAfterMinutes}::int)`;
  const failures = sql`CASE WHEN ${lockouts.lockedUntil} IS NULL AND ${isRecent} THEN ${lockouts.failures} + 1 ELSE 1 END`;
  const until = (count: typeof failures) =>
    sql`CASE WHEN ${count} >= ${maxFailures}::int THEN now() + make_interval(mins => ${minutes}::int) END`;
  const [counted] = await db
    .insert(lockouts)
    .values({ ...subject, failures: 1, lockedUntil: until(sql`1`), updatedAt: sql`now()` })
    .onConflictDoUpdate({
      target: [lockouts.scope, lockouts.subject],
      set: { failures, lockedUntil: until(failures), updatedAt: sql`now()` },
      setWhere: sql`${lockouts.lockedUntil} IS NULL OR ${lockouts.lockedUntil} <= now() OR ${isFromAhead}`,
    })
    .returning({ failures: lockouts.failures, lockedUntil: lockouts.lockedUntil });
  return { failures: counted?.failures, hasLocked: counted !== undefined && counted.lockedUntil !== null };
}

/** A success: forgets the failures. */
export async function clearFailures({ db }: { db: Db }, subject: LockoutSubject): Promise<void> {
  await db.delete(lockouts).where(subjectIs(subject));
}
