import { and, eq, isNull } from "drizzle-orm";
import { recordAudit, type Actor } from "#features/audit";
import { hasUsername, noteLogin, queueForHash, SUPER_ADMIN, verifyPassword } from "#features/users";
import { users } from "#tables/users";
import type { Db } from "#platform/database";
import { forbidden, unauthorized } from "#platform/errors";
import { signDeviceToken } from "./device-cookie";
import { endLongestIdle } from "./end-sessions";
import {
  forgetFailures,
  noteFailure,
  refuseLocked,
  refuseNoted,
  type Browser,
  type LoginLimits,
} from "./login-attempts";
import type { LoginRequest, SecondFactorRequired } from "./models";
import { planTokens, signTokens, toInstant, type SessionLives, type Tokens } from "./session-tokens";
import { refreshTokens, sessions } from "./tables";
import { verifyToken, type TokenSubject } from "./tokens";

export type AuthSettings = LoginLimits & SessionLives;

type Context = { db: Db; actor: Actor; settings: AuthSettings; browser: Browser };

/** A user with the hash that the password was found to belong to. */
type Account = { userId: number; username: string; passwordHash: string };

/** Begins the second step of a login whose password was right; undefined for a user who has no second factor. */
export type SecondFactorStarter = (user: Account) => Promise<SecondFactorRequired | undefined>;

/** Whether only SuperAdmins may sign in by themselves; all others by the identity provider. */
export type SsoRequirement = () => Promise<boolean>;

/**
 * Signs in, or asks for the second factor of a user who has one: 401 for a wrong name or password alike, 429 while the
 * name is locked, 403 where single sign-on is required. Each failure is audited; of the tries during a lock the first,
 * and their number when it ends.
 */
export async function login(
  ctx: Context & { startSecondFactor: SecondFactorStarter; isSsoRequired: SsoRequirement },
  input: LoginRequest,
): Promise<Tokens | SecondFactorRequired> {
  const { username } = input;
  const user = await queueForHash(ctx.actor.clientAddress, async () => {
    await refuseLocked(ctx, username);
    const [found] = await ctx.db.select().from(users).where(hasUsername(username));
    const isRight = await verifyPassword(found?.passwordHash, input.password);
    if (isRight && found?.isActive) return found;
    // In its turn too: the database is as much a crowd's bottleneck as the hash.
    return noteFailure(ctx, { username, action: "auth.login_failed" });
  });
  if (typeof user === "number") return refuseNoted(ctx, { attempts: user });
  // Guesses that arrive together all pass the check above: one that was right only after the lock must not get in.
  await refuseLocked(ctx, username);
  if (await mustUseSso(ctx, user)) await refuseLocalSignIn(ctx, username);
  const account = { userId: user.id, username: user.username, passwordHash: user.passwordHash };
  const pending = await ctx.startSecondFactor(account);
  return pending ?? completeLogin(ctx, account);
}

/** True for a user who must sign in by the identity provider. */
export async function mustUseSso(
  { isSsoRequired }: { isSsoRequired: SsoRequirement },
  { role }: { role: string },
): Promise<boolean> {
  return role !== SUPER_ADMIN && (await isSsoRequired());
}

/** The audited 403 of a user who has shown who it is, but must sign in by the identity provider. */
export async function refuseLocalSignIn(ctx: { db: Db; actor: Actor }, username: string): Promise<never> {
  const detail = `ip=${ctx.actor.clientAddress}`;
  const action = "auth.login_blocked_sso_required";
  await recordAudit(ctx, { action, target: `user:${username}`, detail });
  throw forbidden("Local sign-in is disabled. Use single sign-on.");
}

/**
 * Opens the session of a user who has shown all that a login asks for, and forgets the failures. Only here: were they
 * forgotten after a right password, whoever has it could guess second factors without end.
 */
export async function completeLogin(ctx: Context, account: Account): Promise<Tokens> {
  await forgetFailures(ctx, account.username);
  const tokens = await openSession(ctx, { account, authSource: "local", action: "auth.login_success" });
  return { ...tokens, deviceToken: await signDeviceToken(account, ctx.settings.secretKey) };
}

/** Opens the session of a user whom the identity provider has signed in; a second factor is the provider's affair. */
export function completeSsoLogin(ctx: Context, account: Account): Promise<Tokens> {
  return openSession(ctx, { account, authSource: "oidc", action: "auth.oidc_login_success" });
}

type Opening = { account: Account; authSource: "local" | "oidc"; action: string };

/**
 * The one way to a session. A user's sessions are opened one after the other, so that no two count the same ones.
 * Throws 401 where the password was changed or the user disabled since the user was checked.
 */
async function openSession(ctx: Context, { account, authSource, action }: Opening): Promise<Tokens> {
  const { settings } = ctx;
  const { userId, username } = account;
  const subject: TokenSubject = { userId, sessionId: crypto.randomUUID() };
  const plan = planTokens(subject, Math.floor(Date.now() / 1000), settings);
  const expiresAt = toInstant(plan.refreshEndsAt);
  const clientAddress = ctx.actor.clientAddress ?? "";
  await ctx.db.transaction(async (db) => {
    const [current] = await db
      .select({ passwordHash: users.passwordHash })
      .from(users)
      .where(and(eq(users.id, userId), eq(users.isActive, true)))
      .for("no key update");
    if (current?.passwordHash !== account.passwordHash) throw unauthorized("Invalid credentials");
    await noteLogin(db, userId);
    await db.insert(sessions).values({
      id: subject.sessionId,
      userId,
      expiresAt,
      clientAddress,
      lastSeenAddress: clientAddress,
      userAgent: ctx.browser.userAgent,
      authSource,
    });
    await db
      .insert(refreshTokens)
      .values({ id: plan.refreshId, sessionId: subject.sessionId, expiresAt, clientAddress });
    const actor = { ...ctx.actor, userId, username, sessionId: subject.sessionId };
    const entry = {
      action,
      target: `user:${username}`,
      detail: `ip=${clientAddress}`,
    };
    await recordAudit({ db, actor }, entry);
    await endLongestIdle({ db, actor }, userId);
  });
  return signTokens(plan, settings.secretKey);
}

/** Ends the sessions that the tokens belong to. A bad or missing token is no error. */
export async function logout(
  ctx: Omit<Context, "browser">,
  tokens: { refresh: string | undefined; access: string | undefined },
): Promise<void> {
  const { secretKey } = ctx.settings;
  const verified = await Promise.all([
    tokens.refresh === undefined ? undefined : verifyToken(tokens.refresh, "refresh", secretKey),
    tokens.access === undefined ? undefined : verifyToken(tokens.access, "access", secretKey),
  ]);
  const subjects = new Map(
    verified.flatMap((token) => (token === undefined ? [] : [[token.sessionId, token]])),
  );
  for (const subject of subjects.values()) await endSession(ctx, subject);
}

async function endSession(ctx: { db: Db; actor: Actor }, { userId, sessionId }: TokenSubject): Promise<void> {
  await ctx.db.transaction(async (db) => {
    const [ended] = await db
      .update(sessions)
      .set({ revokedAt: new Date(), revocationReason: "logout" })
      .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId), isNull(sessions.revokedAt)))
      .returning({ id: sessions.id });
    if (ended === undefined) return;
    const [user] = await db.select({ username: users.username }).from(users).where(eq(users.id, userId));
    const actor = { ...ctx.actor, userId, username: user?.username ?? null, sessionId };
    await recordAudit({ db, actor }, { action: "auth.logout", target: `user:${user?.username ?? userId}` });
  });
}
