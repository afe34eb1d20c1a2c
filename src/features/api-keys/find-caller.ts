import { toCaller } from "#features/auth";
import type { Sql } from "#platform/database";
import { limitTo } from "./limit-to";
import type { Caller } from "#platform/http/guard";

type OwnerRow = {
  permission: string | null;
  id: string;
  username: string;
  role: string;
  is_active: boolean;
  permissions: string[] | null;
};

/**
 * The caller of a key as it is now, for connections that stay open; no call is counted. Throws 401 where key or owner
 * are not valid any more.
 */
export async function findKeyCaller({ sql }: { sql: Sql }, keyId: number): Promise<Caller> {
  const [owner] = await sql<OwnerRow[]>`
    SELECT k.permission, u.id, u.username, u.role, u.is_active, r.permissions
    FROM api_keys k JOIN users u ON u.id = k.user_id LEFT JOIN roles r ON r.name = u.role
    WHERE k.id = ${keyId} AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())`;
  const caller = toCaller(owner, { apiKeyId: keyId, sessionId: null, mustEnrol: false });
  return limitTo(caller, owner?.permission ?? null);
}
