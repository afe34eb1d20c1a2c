import { sql, type SQL } from "drizzle-orm";
import type postgres from "postgres";

/**
 * Targets of rows that name a device, a service check (with or without the device that it is on) or a monitor, by the key of the row: one of
 * a check may have thousands.
 */
export const TARGETS_OF_MEMBERS = `
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
 * Has the groups looked at whose members `changed` names by the ids of their targets: a statement for a list of CTEs. It is part of the
 * transaction that changes them, so that whoever sees the one sees the other.
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

/** Makes due what is to be looked at since a member changed, and forgets what nobody looks at. */
export async function callWokenGroups(db: postgres.ISql): Promise<void> {
  await db`
    WITH idle AS (
      DELETE FROM group_wakes w WHERE NOT EXISTS (SELECT FROM monitors m WHERE m.id = w.group_id AND m.enabled)),
    woken AS (
      SELECT id FROM check_targets WHERE kind = 'monitor' AND due_at > now() AND state <> 'paused'
        AND monitor_id IN (SELECT group_id FROM group_wakes) FOR UPDATE SKIP LOCKED)
    UPDATE check_targets t SET due_at = now() FROM woken WHERE t.id = woken.id`;
}
