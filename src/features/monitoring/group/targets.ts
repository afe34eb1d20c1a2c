import { sql, type SQL } from "drizzle-orm";
import type postgres from "postgres";
import type { Sql } from "#platform/database";

/** Of each of the `members` its targets: one of a service check may have thousands. */
const TARGETS_OF_MEMBERS = `
  SELECT m.id AS member_id, t.id AS target_id FROM members m
    JOIN check_targets t ON t.kind = 'device' AND t.device_id = m.device_id WHERE m.service_check_id IS NULL
  UNION ALL
  SELECT m.id, t.id FROM members m
    JOIN check_targets t ON t.kind = 'service' AND t.service_check_id = m.service_check_id
      AND (m.device_id IS NULL OR t.device_id = m.device_id)
  UNION ALL
  SELECT m.id, t.id FROM members m JOIN check_targets t ON t.kind = 'monitor' AND t.monitor_id = m.monitor_id`;

/** `WITH members`, and `member_targets` of it. */
export function withMembers(members: SQL): SQL {
  return sql`WITH members (id, device_id, service_check_id, monitor_id) AS MATERIALIZED (${members}),
    member_targets AS MATERIALIZED (${sql.raw(TARGETS_OF_MEMBERS)})`;
}

/**
 * Has the groups looked at whose members `changed` names by the ids of their targets: a statement for a list of CTEs.
 * It is part of the transaction that changes them, so that whoever sees the one sees the other.
 */
export function wakeGroups(tx: postgres.ISql, changed: string) {
  return tx`
    INSERT INTO group_wakes (group_id)
    SELECT m.group_id FROM ${tx(changed)} c JOIN check_targets t ON t.id = c.id
      JOIN group_members m ON m.device_id = t.device_id AND m.service_check_id IS NULL WHERE t.kind = 'device'
    UNION
    SELECT m.group_id FROM ${tx(changed)} c JOIN check_targets t ON t.id = c.id
      JOIN group_members m ON m.service_check_id = t.service_check_id
        AND (m.device_id IS NULL OR m.device_id = t.device_id) WHERE t.kind = 'service'
    UNION
    SELECT m.group_id FROM ${tx(changed)} c JOIN check_targets t ON t.id = c.id
      JOIN group_members m ON m.monitor_id = t.monitor_id WHERE t.kind = 'monitor'`;
}

/**
 * Makes due what is to be looked at since a member changed, and forgets what nobody looks at. Costs next to nothing
 * while nothing changes.
 */
export async function callWokenGroups(db: Sql): Promise<void> {
  const noted = await db<{ id: number }[]>`SELECT DISTINCT group_id::float8 AS id FROM group_wakes`;
  if (noted.length === 0) return;
  const ids = db`SELECT value::bigint FROM jsonb_array_elements_text(${JSON.stringify(noted.map(({ id }) => id))}::text::jsonb)`;
  await db`
    WITH idle AS (
      DELETE FROM group_wakes w WHERE group_id IN (${ids})
        AND NOT EXISTS (SELECT FROM monitors m WHERE m.id = w.group_id AND m.enabled)),
    woken AS (
      SELECT id FROM check_targets WHERE kind = 'monitor' AND due_at > now() AND state <> 'paused'
        AND monitor_id IN (${ids}) FOR UPDATE SKIP LOCKED)
    UPDATE check_targets t SET due_at = now() FROM woken WHERE t.id = woken.id`;
}
