import { sql } from "drizzle-orm";
import { recordAudit, type Actor } from "#features/audit";
import { countFailure, lockedSeconds } from "#features/auth";
import { createFirstAdmin, needsSetup, type UserRead } from "#features/users";
import type { Db } from "#platform/database";
import { conflict, forbidden, tooManyRequests } from "#platform/errors";
import { limitKey } from "#platform/ip";
import type { SetupRequest, SetupStatus } from "./models";
import { installation } from "./tables";
import { isSameToken, setupTokenOf, type SetupTokenFile } from "./token";

export type SetupContext = {
  db: Db;
  secretKey: string;
  /** How long after its creation a database may be set up from anywhere; 0: not at all. */
  windowMinutes: number;
  file: SetupTokenFile;
};

/** What the connection and the Host say of who asks for the setup. */
export type SetupCaller = {
  /** A program of this very machine, and not one that passes on somebody else's request. */
  isLocal: boolean;
  /** The Host is a name that no stranger can make point here. */
  hasHostOfOurs: boolean;
  /** A page of another origin. */
  isForeign: boolean;
};

/** What is given beside the administrator. */
type Attempt = { caller: SetupCaller; request: SetupRequest; headerToken: string | undefined };

/** Wrong tokens of one address before it is told to wait. */
const WRONG_TOKENS = { maxFailures: 10, minutes: 15 };

/** Whether the first administrator is still to be made, and whether this caller needs the token for it. */
export async function describeSetup(ctx: SetupContext, caller: SetupCaller): Promise<SetupStatus> {
  if (!(await needsSetup(ctx))) {
    ctx.file.remove();
    return { needs_setup: false, token_required: false };
  }
  const { isWindowOpen } = await readInstallation(ctx);
  return { needs_setup: true, token_required: isTokenRequired(caller, isWindowOpen) };
}

/**
 * Makes the first SuperAdmin. Throws 409 when any user exists; 403 for a page of another origin, and without the setup
 * token where it is required; 429 for an address that has tried too many wrong ones (the right one is taken even then).
 */
export async function setUp(ctx: SetupContext & { actor: Actor }, attempt: Attempt): Promise<UserRead> {
  if (!(await needsSetup(ctx))) throw conflict("Initial setup is complete");
  if (attempt.caller.isForeign) throw forbidden("Origin not allowed");
  const { isWindowOpen, token } = await readInstallation(ctx);
  if (isTokenRequired(attempt.caller, isWindowOpen)) await requireToken(ctx, attempt, token);
  const { username, password } = attempt.request;
  const user = await createFirstAdmin(ctx, { username, password });
  await ctx.db.update(installation).set({ setupNonce: sql`gen_random_uuid()` });
  ctx.file.remove();
  return user;
}

/**
 * Keeps the token in its file while the first administrator is still to be made, and gives it, for the link that the
 * start prints; removes the file otherwise.
 */
export async function offerSetup(ctx: SetupContext): Promise<string | undefined> {
  if (!(await needsSetup(ctx))) {
    ctx.file.remove();
    return undefined;
  }
  const { token } = await readInstallation(ctx);
  ctx.file.keep(token);
  return token;
}

function isTokenRequired({ isLocal, hasHostOfOurs }: SetupCaller, isWindowOpen: boolean): boolean {
  return !hasHostOfOurs || !(isWindowOpen || isLocal);
}

/**
 * The window is measured on the database's clock, from the creation of the database. A clock that goes back by more
 * than a minute closes it, as what it says of the time since then is not true.
 */
async function readInstallation({ db, secretKey, windowMinutes }: SetupContext) {
  const isWindowOpen = sql<boolean>`
    now() BETWEEN ${installation.clockSeenAt} - interval '1 minute'
      AND ${installation.createdAt} + make_interval(mins => ${windowMinutes}::int)
    AND ${installation.clockSeenAt} <= ${installation.createdAt} + make_interval(mins => ${windowMinutes}::int)
    AND ${windowMinutes}::int > 0`;
  const [found] = await db.select({ nonce: installation.setupNonce, isWindowOpen }).from(installation);
  if (found === undefined) throw new Error("our bug: the table installation has no row");
  await db
    .update(installation)
    .set({ clockSeenAt: sql`now()` })
    .where(sql`${installation.clockSeenAt} < now() - interval '10 seconds'`);
  return { isWindowOpen: found.isWindowOpen, token: setupTokenOf({ secretKey, nonce: found.nonce }) };
}

/** Nothing sent is no guess, and is not counted. */
async function requireToken(
  ctx: SetupContext & { actor: Actor },
  { request, headerToken }: Attempt,
  token: string,
): Promise<void> {
  const given = [request.setup_token, headerToken].filter((text) => text !== undefined && text !== null);
  if (given.some((text) => isSameToken(text.trim(), token))) return;
  if (given.some((text) => text.trim() !== "")) await countWrongToken(ctx);
  throw forbidden("Setup requires the setup token");
}

async function countWrongToken({ db, actor }: { db: Db; actor: Actor }): Promise<void> {
  const subject = { scope: "setup_token", subject: limitKey(actor.clientAddress ?? "") } as const;
  const seconds = await lockedSeconds({ db }, subject);
  if (seconds > 0) throw tooManyRequests(`Too many setup attempts. Retry in ${seconds} seconds.`, seconds);
  const { hasLocked } = await countFailure({ db }, subject, WRONG_TOKENS);
  if (!hasLocked) return;
  await recordAudit(
    { db, actor },
    { action: "setup.token_refused", target: "setup", detail: `attempts=${WRONG_TOKENS.maxFailures}` },
  );
}
