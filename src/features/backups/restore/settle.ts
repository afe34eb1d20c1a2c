import { sql } from "drizzle-orm";
import { SUPER_ADMIN } from "#features/users";
import type { Db } from "#platform/database";
import { badRequest } from "#platform/errors";
import { describeTables, nameOf } from "../schema-tables";
import { tablesOf } from "../table-parts";

/** More claims than there can be of a row between this and the moment at which the restored rows are in place. */
const GIVEN_OUT_MEANWHILE = 1_000_000;

/** What of the backup does not come back as it was. */
export type Settled = {
  /** Names of users who were disabled since. */
  disabledUsers: string[];
  /** Prefixes of API keys that were revoked since. */
  revokedKeys: string[];
};

/**
 * Makes the loaded rows fit to live: who was shut out since the backup stays shut out, and no process holds anything.
 * Throws 400 where nobody could sign in as an administrator.
 */
export async function settle(db: Db, side: string): Promise<Settled> {
  const settled = await keepShutOut(db, side);
  await freeClaims(db, side);
  return settled;
}

/**
 * Who is shut out here is shut out in the loaded rows. Throws 400 where nobody could sign in as an administrator then:
 * anyone could set the service up.
 */
export async function keepShutOut(db: Db, side: string): Promise<Settled> {
  const users = sql`${nameOf({ schema: side, name: "users" })}`;
  const keys = sql`${nameOf({ schema: side, name: "api_keys" })}`;
  const disabled = await db.execute<{ username: string }>(sql`
    UPDATE ${users} s SET is_active = false FROM public.users l
    WHERE l.id = s.id AND l.created_at = s.created_at AND lower(l.username) = lower(s.username)
      AND s.is_active AND NOT l.is_active
    RETURNING s.username`);
  const revoked = await db.execute<{ prefix: string }>(sql`
    UPDATE ${keys} s SET revoked_at = l.revoked_at, revocation_reason = l.revocation_reason FROM public.api_keys l
    WHERE l.prefix = s.prefix AND l.digest = s.digest AND s.revoked_at IS NULL AND l.revoked_at IS NOT NULL
    RETURNING s.prefix`);
  const [admin] = await db.execute(
    sql`SELECT FROM ${users} WHERE is_active AND role = ${SUPER_ADMIN} LIMIT 1`,
  );
  if (admin === undefined) throw badRequest("The backup has no SuperAdmin who may sign in");
  return {
    disabledUsers: disabled.map(({ username }) => username).sort(),
    revokedKeys: revoked.map(({ prefix }) => prefix).sort(),
  };
}

/**
 * What was told here since the backup is not told again, and what lasts by the backup is told further only if it still
 * does some time from now: by then it has been looked at anew.
 */
export async function keepTold(db: Db, side: string): Promise<void> {
  await db.execute(sql`
    UPDATE ${nameOf({ schema: side, name: "alert_events" })} s SET notice = l.notice FROM public.alert_events l
    WHERE l.id = s.id AND l.fired_at = s.fired_at AND s.notice IN ('waiting', 'kept') AND l.notice <> s.notice`);
  await db.execute(sql`
    UPDATE ${nameOf({ schema: side, name: "alert_escalations" })} SET told_at = greatest(told_at, statement_timestamp())`);
}

/**
 * Nobody holds a claim on a restored row, and a write on behalf of a claim of before comes to nothing: each token is
 * above all that were given out here.
 */
async function freeClaims(db: Db, side: string): Promise<void> {
  const tables = await describeTables(db, side);
  for (const name of tablesOf("saved")) {
    const columns = new Set(tables.get(name)?.columns.map((column) => column.name));
    if (!columns.has("claim_token")) continue;
    await db.execute(sql`
      UPDATE ${nameOf({ schema: side, name })} SET leased_until = NULL, claim_token = claim_token + ${GIVEN_OUT_MEANWHILE}::bigint +
        (SELECT coalesce(max(claim_token), 0) FROM ${nameOf({ schema: "public", name })})`);
  }
}
