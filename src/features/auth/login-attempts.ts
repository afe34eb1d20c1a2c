import { and, eq, or, sql } from "drizzle-orm";
import { recordAudit, type Actor } from "#features/audit";
import { hasUsername } from "#features/users";
import { users } from "#tables/users";
import type { Db } from "#platform/database";
import { tooManyRequests, unauthorized } from "#platform/errors";
import { limitKey } from "#platform/ip";
import { verifyDeviceToken } from "./device-cookie";
import { isToBeRecorded } from "./failed-logins";
import {
  clearFailures,
  countFailure,
  findLock,
  type Lock,
  type LockoutPolicy,
  type LockoutSubject,
} from "./lockouts";
import { blockedLogins, lockouts } from "./tables";

export type LoginLimits = {
  secretKey: string;
  maxFailedAttempts: number;
  lockoutMinutes: number;
  /** Seconds of delay per failed attempt; 0 = none. */
  progressiveDelaySeconds: number;
  /** Failures count per client address as they do per name. */
  isAddressLockoutEnabled: boolean;
  /** Failures of a client address before it is locked, where they do not count as those of a name; 0 = none. */
  maxAddressFailures: number;
};

/** What a client says of itself: the cookie counts only where it is one of ours. */
export type Browser = { userAgent: string | null; deviceToken: string | undefined };

/** Whoever tries a password or a second factor, from where. */
export type AttemptContext = { db: Db; actor: Actor; settings: LoginLimits; browser: Browser };

type FailedAttempt = {
  username: string;
  /** Name of the audit event. */
  action: string;
  /** The 401's text. */
  refusal?: string;
  /** What was wrong, for the audit log; absent: the password. */
  method?: string;
};

const LONGEST_DELAY_SECONDS = 8;

/**
 * 429 while the name is locked for this client. Of its refused tries the first is audited, and their number at the end.
 */
export async function refuseLocked(ctx: AttemptContext, username: string): Promise<void> {
  const lock = await findLock(ctx, await subjectsOf(ctx, username));
  if (lock === undefined) return;
  await noteBlocked(ctx, { username, lock });
  throw tooManyRequests(`Too many login attempts. Retry in ${lock.seconds} seconds.`, lock.seconds);
}

/** True while the name is locked for this client; changes nothing. */
export async function isLocked(ctx: AttemptContext, username: string): Promise<boolean> {
  return (await findLock(ctx, await subjectsOf(ctx, username))) !== undefined;
}

/**
 * Counts and audits a failed try and refuses it with a 401, the later the more there were; with the 429 where tries
 * that came together have locked the name meanwhile.
 */
export async function refuseAttempt(ctx: AttemptContext, attempt: FailedAttempt): Promise<never> {
  return refuseNoted(ctx, { attempts: await noteFailure(ctx, attempt), refusal: attempt.refusal });
}

/** Counts and audits a failed try; gives how many there were. 429 as refuseAttempt. */
export async function noteFailure(ctx: AttemptContext, attempt: FailedAttempt): Promise<number> {
  const { username, action, method } = attempt;
  const attempts = await countAttempt(ctx, username);
  const wrong = method === undefined ? "" : `method=${method} `;
  const detail = `${wrong}attempts=${attempts} ip=${ctx.actor.clientAddress}`;
  if (await isToBeRecorded(ctx)) await recordAudit(ctx, { action, target: `user:${username}`, detail });
  return attempts;
}

/** The 401 of a try that was counted, the later the more there were. */
export async function refuseNoted(
  ctx: AttemptContext,
  { attempts, refusal = "Invalid credentials" }: { attempts: number; refusal?: string | undefined },
): Promise<never> {
  const seconds = Math.min(LONGEST_DELAY_SECONDS, attempts * ctx.settings.progressiveDelaySeconds);
  await Bun.sleep(seconds * 1000);
  throw unauthorized(refusal);
}

async function countAttempt(ctx: AttemptContext, username: string): Promise<number> {
  const { maxFailedAttempts, lockoutMinutes, isAddressLockoutEnabled } = ctx.settings;
  const strict = { maxFailures: maxFailedAttempts, minutes: lockoutMinutes };
  let attempts = 0;
  for (const subject of await subjectsOf(ctx, username)) {
    // Many people may share an address: what others mistype delays nobody.
    const isShared = subject.scope === "login_address" && !isAddressLockoutEnabled;
    const { failures } = await countFailure(ctx, subject, isShared ? addressPolicy(ctx.settings) : strict);
    if (failures === undefined) await refuseLocked(ctx, username);
    if (!isShared) attempts = Math.max(attempts, failures ?? maxFailedAttempts);
  }
  return attempts;
}

function addressPolicy({ maxAddressFailures, lockoutMinutes: minutes }: LoginLimits): LockoutPolicy {
  return { maxFailures: maxAddressFailures, minutes, forgetsAfterMinutes: minutes };
}

/** After a success: forgets the failures that this client shares in. */
export async function forgetFailures(ctx: AttemptContext, username: string): Promise<void> {
  for (const subject of await subjectsOf(ctx, username)) await clearFailures(ctx, subject);
}

/**
 * What a try counts against. A browser that the user has signed in with before has a counter of its own, so that nobody
 * else's failures lock it out; all others share the name's, and their address's.
 */
async function subjectsOf(ctx: AttemptContext, username: string): Promise<LockoutSubject[]> {
  const name = username.toLowerCase();
  const deviceId = await findDevice(ctx, username);
  if (deviceId !== undefined) return [{ scope: "login_device", subject: `${name} ${deviceId}` }];
  const subjects: LockoutSubject[] = [{ scope: "login", subject: name }];
  if (ctx.settings.isAddressLockoutEnabled || ctx.settings.maxAddressFailures > 0) {
    subjects.push({ scope: "login_address", subject: limitKey(ctx.actor.clientAddress ?? "") });
  }
  return subjects;
}

async function findDevice(ctx: AttemptContext, username: string): Promise<string | undefined> {
  const { deviceToken } = ctx.browser;
  if (deviceToken === undefined) return undefined;
  const [user] = await ctx.db
    .select({ userId: users.id, passwordHash: users.passwordHash })
    .from(users)
    .where(hasUsername(username));
  return user && verifyDeviceToken(deviceToken, user, ctx.settings.secretKey);
}

/** What refused tries were aimed at: a name, or whatever came from an address. */
export function blockedTarget({ username, client }: { username: string; client: string }): string {
  return username === "" ? `ip:${client}` : `user:${username}`;
}

async function noteBlocked(
  ctx: AttemptContext,
  { username, lock }: { username: string; lock: Lock },
): Promise<void> {
  const address = ctx.actor.clientAddress ?? "";
  // A locked address is one thing, whatever names are tried from it: its rows must not be as many as those.
  const isAddress = lock.scope === "login_address";
  const { username: name, client, lockedUntil } = blockedLogins;
  await ctx.db.transaction(async (db) => {
    const [noted] = await db
      .insert(blockedLogins)
      .values({
        username: isAddress ? "" : username.toLowerCase(),
        client: limitKey(address),
        lockedUntil: lock.until,
        attempts: 1,
      })
      .onConflictDoUpdate({
        target: [name, client, lockedUntil],
        set: { attempts: sql`${blockedLogins.attempts} + 1` },
      })
      .returning({ attempts: blockedLogins.attempts });
    if (noted?.attempts !== 1) return;
    const detail = `wait_seconds=${lock.seconds} ip=${address}`;
    const entry = {
      action: "auth.login_blocked",
      target: blockedTarget({ username: isAddress ? "" : username, client: limitKey(address) }),
      detail,
    };
    await recordAudit({ db, actor: ctx.actor }, entry);
  });
}

/** Forgets all failures that were counted for a name, on every browser; gives how many counters there were. */
export async function clearName({ db }: { db: Db }, username: string): Promise<number> {
  const name = username.toLowerCase();
  const isName = and(eq(lockouts.scope, "login"), eq(lockouts.subject, name));
  const isItsBrowser = and(
    eq(lockouts.scope, "login_device"),
    sql`starts_with(${lockouts.subject}, ${`${name} `})`,
  );
  const cleared = await db
    .delete(lockouts)
    .where(or(isName, isItsBrowser))
    .returning({ scope: lockouts.scope });
  return cleared.length;
}
