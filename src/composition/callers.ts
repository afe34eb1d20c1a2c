import {
  createApiKeyAuthenticator,
  findKeyCaller,
  revokeUserKeys,
  type ApiKeyLimits,
  type LastUsedWriter,
} from "#features/api-keys";
import { authenticateToken, describeEnded, endAccess, findSessionCaller } from "#features/auth";
import { mustEnrol } from "#features/second-factor";
import { refusalOf, type AccessEnder } from "#features/users";
import type { Database } from "#platform/database";
import type { GuardRules } from "#platform/http/guard";
import type { LiveAccess } from "#platform/http/viewers";
import type { Settings } from "../settings/settings";

type Deps = { settings: Settings; secretKey: string; database: Database; lastUsed: LastUsedWriter };

/** What an administrator takes from a user; here, as neither users nor sessions know of API keys. */
export const endUserAccess: AccessEnder = async (ctx, { userId, endsSessions, revokesKeys }) => {
  if (!endsSessions) {
    return `api_keys=${await revokeUserKeys(ctx, { userId, reason: "revoked_by_admin" })}`;
  }
  const revokeKeys = revokesKeys ? revokeUserKeys : undefined;
  return describeEnded(await endAccess(ctx, { userId, reason: "user_deactivated", revokeKeys }));
};

/** How the guard knows who calls. */
export function guardRules({ settings, secretKey, database, lastUsed }: Deps): GuardRules {
  const limits: ApiKeyLimits = {
    maxCalls: settings.API_KEY_RATE_LIMIT_MAX_CALLS,
    windowSeconds: settings.API_KEY_RATE_LIMIT_WINDOW_SECONDS,
    failedLookups: {
      maxFailures: settings.API_KEY_MAX_FAILED_LOOKUPS,
      minutes: settings.API_KEY_LOOKUP_LOCKOUT_MINUTES,
    },
  };
  const authenticateApiKey = createApiKeyAuthenticator({ database, limits, lastUsed });
  return {
    refusalOf,
    authenticate: async ({ kind, value }, client) =>
      kind === "apiKey"
        ? authenticateApiKey(value, client)
        : { caller: await authenticateToken({ sql: database.sql, secretKey, mustEnrol }, value) },
  };
}

/** Live streams outlive the request that began them, so they ask again who their caller is. */
export function liveAccess({ database, secretKey }: Pick<Deps, "database" | "secretKey">): LiveAccess {
  const { sql } = database;
  return {
    authenticate: (token) => authenticateToken({ sql, secretKey, mustEnrol }, token),
    async recheck({ userId, sessionId, apiKeyId }) {
      if (apiKeyId !== null) return findKeyCaller({ sql }, apiKeyId);
      if (sessionId === null) throw new Error("our bug: a caller without session and key");
      return findSessionCaller({ sql, mustEnrol }, { userId, sessionId });
    },
  };
}
