import type { Sql } from "#platform/database";
import { sweep, type DeviceState } from "./decide";
import type { Dependencies } from "./dependencies";
import { wakeGroups } from "../group/targets";
import { placeInSql } from "./reconcile";

/** Over how long what can be reached again is asked, in seconds. */
const ASKED_WITHIN_SECONDS = 3;

/**
 * What the devices' states mean for what is behind them and on them: what was down before that is unreachable now; what
 * can be reached again is asked soon, and stays unreachable until it answers or fails by itself. Targets that are being
 * written are left for the next time.
 */
export async function sweepTargets(
  sql: Sql,
  devices: readonly DeviceState[],
  dependencies: Dependencies,
): Promise<void> {
  const { cutOff, ask } = sweep(devices, dependencies);
  await hideDevices(sql, cutOff);
  await hideServices(sql);
  await askSoon(sql, ask);
}

async function hideDevices(sql: Sql, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    WITH hidden AS (
      UPDATE check_targets SET state = 'unreachable', state_since = now(), in_doubt = 0 WHERE id IN (
        SELECT id FROM check_targets WHERE state = 'down'
          AND id IN (SELECT value::bigint FROM jsonb_array_elements_text(${JSON.stringify(ids)}::text::jsonb))
        FOR UPDATE SKIP LOCKED)
      RETURNING id),
    woken AS (${wakeGroups(sql, "hidden")})
    INSERT INTO state_changes (target_id, at, state, reason)
    SELECT id, now(), 'unreachable', 'What leads to it is down' FROM hidden`;
}

/** One that has answered since its device was found to be down is up. */
async function hideServices(sql: Sql): Promise<void> {
  await sql`
    WITH hidden AS (
      UPDATE check_targets SET state = 'unreachable', state_since = now(), in_doubt = 0 WHERE id IN (
        SELECT s.id FROM check_targets d JOIN check_targets s ON s.device_id = d.device_id AND s.kind = 'service'
        WHERE d.kind = 'device' AND d.state IN ('down', 'unreachable') AND s.state IN ('up', 'down', 'unknown')
          AND (s.checked_at IS NULL OR s.checked_at < d.state_since)
        FOR UPDATE OF s SKIP LOCKED)
      RETURNING id),
    woken AS (${wakeGroups(sql, "hidden")})
    INSERT INTO state_changes (target_id, at, state, reason)
    SELECT id, now(), 'unreachable', 'Its device is down' FROM hidden`;
}

async function askSoon(sql: Sql, ids: readonly number[]): Promise<void> {
  await sql`
    UPDATE check_targets t SET due_at = now() + ${ASKED_WITHIN_SECONDS}::int * ${placeInSql(sql)} WHERE id IN (
      SELECT s.id FROM check_targets s
      LEFT JOIN check_targets d ON s.kind = 'service' AND d.kind = 'device' AND d.device_id = s.device_id
      WHERE s.state = 'unreachable' AND s.due_at > now() + make_interval(secs => s.retry_seconds)
        AND CASE s.kind
          WHEN 'service' THEN coalesce(d.state NOT IN ('down', 'unreachable'), true)
          ELSE s.id IN (SELECT value::bigint FROM jsonb_array_elements_text(${JSON.stringify(ids)}::text::jsonb)) END
      FOR UPDATE OF s SKIP LOCKED)`;
}
