import { timingSafeEqual } from "node:crypto";
import { recordAudit } from "#features/audit";
import { clearFailures, countFailure, lockedSeconds, toCaller, type LockoutPolicy } from "#features/auth";
import { createBatchLoader } from "#platform/batch-loader";
import type { Database } from "#platform/database";
import { ApiError, tooManyRequests, unauthorized } from "#platform/errors";
import type { Authenticated, Requester } from "#platform/http/guard";
import { limitKey } from "#platform/ip";
import { digestKey, prefixOf } from "./key-format";
import type { LastUsedWriter } from "./last-used";
import { limitTo } from "./limit-to";
import { lookUpKeys, type KeyAnswer, type KeyQuestion } from "./look-up";

export type ApiKeyLimits = {
  maxCalls: number;
  windowSeconds: number;
  failedLookups: LockoutPolicy;
};

type Deps = { database: Database; limits: ApiKeyLimits; lastUsed: LastUsedWriter };

const REJECTED = "Invalid, expired, or revoked API key";
/** The permission of keys whose calls are not limited. */
const RELAY = "relay";
const LOCKED_OUT = "Too many failed API key attempts";

/**
 * Gives the function that authenticates an API key, in this order: locked address (429), key (401),
 * calls of the window (429), owner (401). Requests that arrive together share a statement, but nothing is cached: a
 * revocation or a changed role acts on the next request, on every replica.
 */
export function createApiKeyAuthenticator(
  deps: Deps,
): (key: string, client: Requester) => Promise<Authenticated> {
  const { database, limits, lastUsed } = deps;
  const lookUp = createBatchLoader((questions: readonly KeyQuestion[]) =>
    lookUpKeys(database.sql, questions, limits.windowSeconds),
  );

  return async (key, { address, requestId }) => {
    const subject = limitKey(address);
    const prefix = prefixOf(key);
    if (prefix === undefined) throw await rejectKey(deps, { subject, address, requestId });
    const digest = digestKey(key);
    const found = await lookUp({ prefix, digest, subject });
    if (found.lockedSeconds > 0) throw tooManyRequests(LOCKED_OUT, found.lockedSeconds);
    if (found.keyId === null || found.call === null || !isSameDigest(found, digest)) {
      throw await rejectKey(deps, { subject, address, requestId });
    }
    // A relay calls as often as lines come; what it may call has limits of its own.
    const isLimited = found.permission !== RELAY;
    const headers = isLimited ? callHeaders(found.call, found.windowSeconds, limits.maxCalls) : {};
    if (isLimited && found.call > limits.maxCalls) {
      const refusal = tooManyRequests("API key rate limit exceeded", found.windowSeconds);
      throw new ApiError(429, refusal.detail, { headers: { ...refusal.headers, ...headers } });
    }
    const owner = toCaller(found.owner, { apiKeyId: found.keyId, sessionId: null, mustEnrol: false });
    const caller = limitTo(owner, found.permission);
    if (found.hasFailures) await clearFailures(database, { scope: "api_key", subject });
    lastUsed.note(found.keyId, address);
    return { caller, headers };
  };
}

/** How many calls the key's window allows, how many are left, and the whole seconds until it ends. */
function callHeaders(call: number, windowSeconds: number, maxCalls: number): Record<string, string> {
  return {
    "X-RateLimit-Limit": String(maxCalls),
    "X-RateLimit-Remaining": String(Math.max(0, maxCalls - call)),
    "X-RateLimit-Reset": String(Math.max(1, Math.ceil(windowSeconds))),
  };
}

/** Compares in constant time, for an unknown prefix too, so that it takes as long as a wrong secret. */
function isSameDigest(found: KeyAnswer, digest: Buffer): boolean {
  return timingSafeEqual(found.digest ?? Buffer.alloc(digest.length), digest);
}

type Origin = Requester & { subject: string };

/**
 * Counts the failure against the address; the one that locks it is audited, once. Where another got there first, the
 * address is locked: however many arrive together, no more than the limit are told that their key is bad.
 */
async function rejectKey(
  { database, limits }: Deps,
  { subject, address, requestId }: Origin,
): Promise<ApiError> {
  const lockable = { scope: "api_key", subject } as const;
  const { hasLocked, failures } = await countFailure(database, lockable, limits.failedLookups);
  if (failures === undefined) return tooManyRequests(LOCKED_OUT, await lockedSeconds(database, lockable));
  if (hasLocked) {
    const nobody = { userId: null, username: null, apiKeyId: null, sessionId: null, requestId };
    const entry = {
      action: "apikey.auth_failed",
      target: `ip:${subject}`,
      detail: `attempts=${failures}`,
    };
    await recordAudit({ db: database.db, actor: { ...nobody, clientAddress: address } }, entry);
  }
  return unauthorized(REJECTED);
}
