import type { MaintenanceCoverage } from "#features/maintenance";
import type { Sql } from "#platform/database";

/** Over how long what leaves maintenance is asked, in seconds. */
const ASKED_WITHIN_SECONDS = 3;

/**
 * Brings the states of targets in line with what is in maintenance, and gives the targets that are. What is paused stays so, and
 * whatever else was said of a target waits behind the maintenance. What leaves it is up at once where its results say so;
 * anything else shows in a result of its own, which is asked for soon: it alone may begin an incident. Targets that are being
 * written are left for the next time.
 */
export async function applyMaintenance(
  sql: Sql,
  coverage: MaintenanceCoverage,
): Promise<ReadonlySet<number>> {
  const covered = await findCovered(sql, coverage);
  if (covered !== "[]") await hideCovered(sql, covered);
  await showOthers(sql, covered);
  return new Set(JSON.parse(covered) as number[]);
}

/** The ids of targets as a JSON list: there may be a hundred thousand. */
async function findCovered(
  sql: Sql,
  { everything, devices, serviceChecks, monitors }: MaintenanceCoverage,
): Promise<string> {
  const listOf = (ids: ReadonlyMap<number, unknown>) => JSON.stringify([...ids.keys()]);
  const [row] = await sql<{ ids: string }[]>`
    SELECT '[' || coalesce(string_agg(id::text, ','), '') || ']' AS ids FROM check_targets
    WHERE ${everything !== null}::boolean
      OR device_id IN (SELECT value::bigint FROM jsonb_array_elements_text(${listOf(devices)}::text::jsonb))
      OR service_check_id IN (SELECT value::bigint FROM jsonb_array_elements_text(${listOf(serviceChecks)}::text::jsonb))
      OR monitor_id IN (SELECT value::bigint FROM jsonb_array_elements_text(${listOf(monitors)}::text::jsonb))`;
  return row?.ids ?? "[]";
}

async function hideCovered(sql: Sql, covered: string): Promise<void> {
  await sql`
    WITH hidden AS (
      UPDATE check_targets SET state = 'maintenance', state_since = now() WHERE id IN (
        SELECT id FROM check_targets WHERE state NOT IN ('maintenance', 'paused')
          AND id IN (SELECT value::bigint FROM jsonb_array_elements_text(${covered}::text::jsonb))
        FOR UPDATE SKIP LOCKED)
      RETURNING id)
    INSERT INTO state_changes (target_id, at, state, reason)
    SELECT id, now(), 'maintenance', 'Maintenance has begun' FROM hidden`;
}

async function showOthers(sql: Sql, covered: string): Promise<void> {
  await sql`
    WITH others AS (
      SELECT id, confirmed FROM check_targets WHERE state = 'maintenance'
        AND id NOT IN (SELECT value::bigint FROM jsonb_array_elements_text(${covered}::text::jsonb))
      FOR UPDATE SKIP LOCKED),
    asked AS (
      UPDATE check_targets target SET due_at = now() + ${ASKED_WITHIN_SECONDS}::float8 * random() * interval '1 second'
      FROM others WHERE target.id = others.id AND others.confirmed <> 'up'
        AND target.due_at > now() + ${ASKED_WITHIN_SECONDS}::float8 * interval '1 second'),
    shown AS (
      UPDATE check_targets target SET state = 'up', state_since = now()
      FROM others WHERE target.id = others.id AND others.confirmed = 'up' RETURNING target.id)
    INSERT INTO state_changes (target_id, at, state, reason)
    SELECT id, now(), 'up', 'Maintenance has ended' FROM shown`;
}
