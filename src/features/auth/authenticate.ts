import { effectivePermissions, SUPER_ADMIN } from "#features/users";
import type { Sql, SqlFragment } from "#platform/database";
import { unauthorized } from "#platform/errors";
import type { Caller } from "#platform/http/guard";
import { verifyToken, type TokenSubject } from "./tokens";

type AccountRow = {
  id: string;
  username: string;
  role: string;
  is_active: boolean;
  permissions: string[] | null;
};

/** The caller of a user's row; 401 where there is no such active user. */
export function toCaller(
  account: AccountRow | undefined,
  by: Pick<Caller, "apiKeyId" | "sessionId" | "mustEnrol">,
): Caller {
  if (account === undefined || !account.is_active) throw unauthorized("Invalid or inactive user");
  return {
    userId: Number(account.id),
    username: account.username,
    role: account.role,
    isSuperAdmin: account.role === SUPER_ADMIN,
    permissions: effectivePermissions(account.role, account.permissions ?? []),
    ...by,
  };
}

/** Gives the condition that the user `u` of a statement has to set up a second factor before all else. */
export type EnrolmentCondition = (sql: Sql) => SqlFragment;

type SessionDeps = { sql: Sql; mustEnrol: EnrolmentCondition };

/**
 * Authenticates an access token: signature, type, time, then in one statement that its session and user are alive, so
 * that logout and deactivation act on the next request. Throws 401.
 */
export async function authenticateToken(
  deps: SessionDeps & { secretKey: string },
  token: string,
): Promise<Caller> {
  const verified = await verifyToken(token, "access", deps.secretKey);
  if (verified === undefined) throw unauthorized("Invalid or expired token");
  const caller = await findSessionCaller(deps, verified);
  return { ...caller, tokenExpiresAt: new Date(verified.expiresAt * 1000) };
}

/**
 * The caller of a session as it is now, in one statement: its user's role and permissions, and that both are alive. For
 * connections that outlive their token. Throws 401.
 */
export async function findSessionCaller(
  { sql, mustEnrol }: SessionDeps,
  { userId, sessionId }: TokenSubject,
): Promise<Caller> {
  const [account] = await sql<(AccountRow & { has_session: boolean; must_enrol: boolean | null })[]>`
    SELECT u.id, u.username, u.role, u.is_active, r.permissions, s.id IS NOT NULL AS has_session,
    s.auth_source = 'local' AND ${mustEnrol(sql)} AS must_enrol
    FROM users u LEFT JOIN roles r ON r.name = u.role
    LEFT JOIN sessions s ON s.id = ${sessionId} AND s.user_id = u.id AND s.revoked_at IS NULL AND s.expires_at > now()
    WHERE u.id = ${userId}`;
  const caller = toCaller(account, { apiKeyId: null, sessionId, mustEnrol: account?.must_enrol ?? false });
  if (!account?.has_session) throw unauthorized("Invalid or expired token");
  return caller;
}
