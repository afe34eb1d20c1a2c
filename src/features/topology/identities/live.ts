import { sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import { deviceIdentities, devices, type IdentityKind } from "../tables";

export type IdentityKey = { kind: IdentityKind; value: string };

export type KeyHolder = IdentityKey & { deviceId: number };

/** A device that has not shown a key for so long before another did has lost it: the hardware was moved or replaced. */
const DAYS_TO_LOSE = 7;

/**
 * Which devices have each key: those that showed it at about the time at which it was last seen, and those of whose
 * fields it is one. Several have it where it was cloned, or where they are one machine: then it tells none of them.
 */
export async function findHolders(db: Db, keys: readonly IdentityKey[]): Promise<KeyHolder[]> {
  if (keys.length === 0) return [];
  const rows = await db.execute<{ kind: IdentityKind; value: string; id: string }>(sql`
    WITH wanted AS MATERIALIZED (
      SELECT DISTINCT kind, value FROM jsonb_to_recordset(${JSON.stringify(keys)}::text::jsonb) AS given (kind text, value text)),
    seen AS (
      SELECT i.kind, i.value, i.device_id, i.last_seen_at, max(i.last_seen_at) OVER (PARTITION BY i.kind, i.value) AS newest
      FROM wanted JOIN ${deviceIdentities} i ON i.kind = wanted.kind AND i.value = wanted.value)
    SELECT kind, value, device_id AS id FROM seen
    WHERE last_seen_at > newest - make_interval(days => ${DAYS_TO_LOSE})
    UNION
    SELECT 'serial_number', wanted.value, d.id FROM wanted JOIN ${devices} d ON lower(d.serial_number) = wanted.value
    WHERE wanted.kind = 'serial_number'
    ORDER BY id`);
  return rows.map(({ kind, value, id }) => ({ kind, value, deviceId: Number(id) }));
}
