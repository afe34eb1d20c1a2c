import type postgres from "postgres";
import { WATCHED_AT } from "#features/topology";
import type { Sql } from "#platform/database";
import { DEVICES_IN_SCOPES } from "../checks/scope";
import { wakeGroups } from "../group/targets";
import { placeOf } from "./spread";

export type MonitoringSettings = {
  /** False: neither devices nor service checks are watched. */
  isEnabled: boolean;
  /** Of devices, and of service checks that have none of their own. */
  intervalSeconds: number;
};

/** What devices and service checks repeat after while they are in doubt, unless their interval is shorter still. */
const RETRY_SECONDS = 20;
const DEVICE_FAILURES = 2;
/** First checks a second, when many things are added at once. */
const FIRST_CHECKS_PER_SECOND = 50;
/** Of a device that a check's scope does not fit any more: as long as single results are kept. */
const PARKED_DAYS = 30;

type Wanted = {
  /** Null: there is no such target yet. */
  id: number | null;
  kind: string;
  deviceId: number | null;
  serviceCheckId: number | null;
  monitorId: number | null;
  subject: string;
  intervalSeconds: number;
  retrySeconds: number;
  failuresToDown: number;
  successesToUp: number;
  isPaused: boolean;
  wasPaused: boolean;
  isOther: boolean;
};

/**
 * Makes the targets what devices, service checks and monitors say: adds those that are missing, pauses those that are
 * not to be watched, and makes due what is checked in another way now. One that cannot be watched any more, such as a
 * device with neither address nor host name, keeps its history and is paused. One process at a time.
 */
export async function reconcileTargets(
  tx: postgres.TransactionSql,
  settings: MonitoringSettings,
): Promise<void> {
  await tx`DELETE FROM check_targets t USING service_checks c
    WHERE t.kind = 'service' AND c.id = t.service_check_id AND c.device_id <> t.device_id`;
  // How many devices scopes fit is hard to guess; where PostgreSQL guesses few, it would go through all targets for
  // each.
  await tx`SET LOCAL enable_nestloop = off`;
  const differing = await findDiffering(tx, settings);
  const left = await findLeft(tx);
  await tx`SET LOCAL enable_nestloop = on`;
  const [missing, known] = [
    differing.filter(({ id }) => id === null),
    differing.filter(({ id }) => id !== null),
  ];
  await insertTargets(tx, missing);
  await changeTargets(
    tx,
    known.filter(({ isOther }) => isOther),
  );
  await pauseTargets(
    tx,
    known.filter(({ isPaused, wasPaused }) => isPaused && !wasPaused),
  );
  await resumeTargets(
    tx,
    known.filter(({ isPaused, wasPaused }) => !isPaused && wasPaused),
  );
  await parkTargets(tx, left);
}

async function findDiffering(sql: postgres.TransactionSql, settings: MonitoringSettings): Promise<Wanted[]> {
  const { isEnabled, intervalSeconds } = settings;
  return sql<Wanted[]>`
    WITH watched AS (
      SELECT id, coalesce(place, '') AS address, lifecycle = 'active' AND status <> 'disabled' AND place IS NOT NULL AS is_able,
        monitoring_paused OR NOT ${isEnabled} AS is_paused
      FROM devices CROSS JOIN LATERAL (SELECT ${sql.unsafe(WATCHED_AT)} AS place) watched_at),
    pairs AS (
      SELECT d.id AS on_device, d.address, d.is_able, d.is_paused, c.id AS check_id, c.*
      FROM service_checks c JOIN watched d ON c.device_id = d.id
      UNION ALL
      SELECT d.id, d.address, d.is_able, d.is_paused, c.id, c.*
      FROM service_checks c CROSS JOIN watched d WHERE c.device_id IS NULL AND c.scope IS NULL
      UNION ALL
      SELECT d.id, d.address, d.is_able, d.is_paused, c.id, c.*
      FROM (${sql.unsafe(DEVICES_IN_SCOPES)}) fits JOIN service_checks c ON c.id = fits.check_id
        JOIN watched d ON d.id = fits.device_id),
    wanted AS (
      SELECT 'device' AS kind, id AS device_id, NULL::bigint AS service_check_id, NULL::bigint AS monitor_id,
        address AS subject, ${intervalSeconds}::int AS interval_seconds,
        least(${intervalSeconds}::int, ${RETRY_SECONDS}) AS retry_seconds, ${DEVICE_FAILURES} AS failures_to_down,
        1 AS successes_to_up, is_paused OR NOT is_able AS is_paused, is_able
      FROM watched
      UNION ALL
      SELECT 'service', on_device, check_id, NULL, address || ' ' || extract(epoch FROM updated_at), every, 
        coalesce(retry_interval_seconds, least(every, ${RETRY_SECONDS})), failures_to_down, successes_to_up,
        is_paused OR NOT is_able OR NOT enabled, is_able
      FROM pairs CROSS JOIN LATERAL (SELECT coalesce(interval_seconds, ${intervalSeconds}::int) AS every) own
      UNION ALL
      SELECT 'monitor', NULL, NULL, id, extract(epoch FROM updated_at)::text || CASE kind
          WHEN 'group' THEN ' ' || (SELECT count(*) FROM group_members WHERE group_id = monitors.id) ELSE '' END,
        check_interval_seconds + CASE kind WHEN 'push' THEN push_grace_seconds ELSE 0 END,
        retry_interval_seconds, CASE kind WHEN 'group' THEN 1 ELSE max_retries + 1 END, 1, NOT enabled, true
      FROM monitors)
    SELECT t.id::float8 AS id, w.kind, w.device_id::float8 AS "deviceId", w.service_check_id::float8 AS "serviceCheckId",
      w.monitor_id::float8 AS "monitorId", w.subject, w.interval_seconds AS "intervalSeconds",
      w.retry_seconds AS "retrySeconds", w.failures_to_down AS "failuresToDown", w.successes_to_up AS "successesToUp",
      w.is_paused AS "isPaused", coalesce(t.state = 'paused', false) AS "wasPaused",
      t.subject IS DISTINCT FROM w.subject OR t.interval_seconds <> w.interval_seconds OR t.retry_seconds <> w.retry_seconds
        OR t.failures_to_down <> w.failures_to_down OR t.successes_to_up <> w.successes_to_up AS "isOther"
    FROM wanted w LEFT JOIN check_targets t ON t.kind = w.kind
      AND coalesce(t.device_id, 0) = coalesce(w.device_id, 0)
      AND coalesce(t.service_check_id, 0) = coalesce(w.service_check_id, 0)
      AND coalesce(t.monitor_id, 0) = coalesce(w.monitor_id, 0)
    WHERE CASE WHEN t.id IS NULL THEN is_able
      ELSE (t.state = 'paused') <> w.is_paused OR t.subject <> w.subject OR t.interval_seconds <> w.interval_seconds
        OR t.retry_seconds <> w.retry_seconds OR t.failures_to_down <> w.failures_to_down
        OR t.successes_to_up <> w.successes_to_up END`;
}

async function insertTargets(sql: postgres.TransactionSql, wanted: readonly Wanted[]): Promise<void> {
  if (wanted.length === 0) return;
  const withinSeconds = wanted.length / FIRST_CHECKS_PER_SECOND;
  const rows = wanted.map((target, index) => ({
    ...target,
    // Neighbours far apart: a network whose hosts are all silent is not asked in one go.
    delay: placeOf(index) * Math.min(withinSeconds, target.intervalSeconds),
  }));
  await sql`
    WITH inserted AS (
      INSERT INTO check_targets (kind, device_id, service_check_id, monitor_id, subject, interval_seconds, retry_seconds,
        failures_to_down, successes_to_up, state, due_at)
      SELECT kind, "deviceId", "serviceCheckId", "monitorId", subject, "intervalSeconds", "retrySeconds",
        "failuresToDown", "successesToUp", CASE WHEN "isPaused" THEN 'paused' ELSE 'unknown' END,
        now() + make_interval(secs => delay)
      FROM ${wantedRows(sql, rows)} ON CONFLICT DO NOTHING RETURNING id, state)
    INSERT INTO state_changes (target_id, at, state, reason) SELECT id, now(), state, 'Added' FROM inserted`;
}

/** What was seen so far stays; the new thing has to show by itself that it is down. */
async function changeTargets(sql: postgres.TransactionSql, wanted: readonly Wanted[]): Promise<void> {
  if (wanted.length === 0) return;
  await sql`
    UPDATE check_targets t SET interval_seconds = w."intervalSeconds", retry_seconds = w."retrySeconds",
      failures_to_down = w."failuresToDown", successes_to_up = w."successesToUp", subject = w.subject,
      in_doubt = CASE WHEN t.subject = w.subject THEN in_doubt ELSE 0 END,
      due_at = CASE WHEN t.subject <> w.subject THEN now()
        ELSE least(due_at, now() + w."intervalSeconds" * ${placeInSql(sql)}) END
    FROM ${wantedRows(sql, wanted)} WHERE t.id = w.id`;
}

type Left = { id: number; isPaused: boolean; isOver: boolean };

/** Targets of devices that their check's scope does not fit any more. */
async function findLeft(sql: postgres.TransactionSql): Promise<Left[]> {
  // Joined, not asked for each target: what fits is found once.
  return sql<Left[]>`
    WITH fits AS MATERIALIZED (${sql.unsafe(DEVICES_IN_SCOPES)})
    SELECT t.id::float8 AS id, t.state = 'paused' AS "isPaused",
      t.state = 'paused' AND t.state_since < now() - make_interval(days => ${PARKED_DAYS}) AS "isOver"
    FROM check_targets t JOIN service_checks c ON c.id = t.service_check_id
      LEFT JOIN fits ON fits.check_id = t.service_check_id AND fits.device_id = t.device_id
    WHERE t.kind = 'service' AND c.scope IS NOT NULL AND fits.check_id IS NULL`;
}

/** They wait for a while, as they may fit again. */
async function parkTargets(sql: postgres.TransactionSql, left: readonly Left[]): Promise<void> {
  await pauseTargets(
    sql,
    left.filter(({ isPaused }) => !isPaused),
  );
  const over = left.filter(({ isOver }) => isOver).map(({ id }) => id);
  if (over.length > 0)
    await sql`DELETE FROM check_targets WHERE id IN (
      SELECT value::bigint FROM jsonb_array_elements_text(${JSON.stringify(over)}::text::jsonb))`;
}

async function pauseTargets(
  sql: postgres.TransactionSql,
  wanted: readonly Pick<Wanted, "id">[],
): Promise<void> {
  if (wanted.length === 0) return;
  // The higher token keeps out a result that is under way.
  await sql`
    WITH paused AS (
      UPDATE check_targets t SET state = 'paused', state_since = now(), in_doubt = 0, leased_until = NULL,
        claim_token = claim_token + 1
      FROM ${wantedRows(sql, wanted)} WHERE t.id = w.id RETURNING t.id),
    woken AS (${wakeGroups(sql, "paused")}),
    ended AS (UPDATE incidents SET ended_at = greatest(started_at, now()) FROM paused WHERE target_id = paused.id AND ended_at IS NULL)
    INSERT INTO state_changes (target_id, at, state, reason) SELECT id, now(), 'paused', 'Not watched' FROM paused`;
}

async function resumeTargets(sql: postgres.TransactionSql, wanted: readonly Wanted[]): Promise<void> {
  if (wanted.length === 0) return;
  await sql`
    WITH resumed AS (
      UPDATE check_targets t SET state = 'unknown', confirmed = 'unknown', raw_status = NULL, checked_at = NULL,
        state_since = now(),
        due_at = now() + least(t.interval_seconds, ${wanted.length / FIRST_CHECKS_PER_SECOND}::float8) * ${placeInSql(sql)}
      FROM ${wantedRows(sql, wanted)} WHERE t.id = w.id RETURNING t.id),
    woken AS (${wakeGroups(sql, "resumed")})
    INSERT INTO state_changes (target_id, at, state, reason) SELECT id, now(), 'unknown', 'Watched again' FROM resumed`;
}

/** Makes due within their interval those that the database's clock left behind when it was set back. */
export async function pullBackTargets(sql: Sql): Promise<void> {
  await sql`
    UPDATE check_targets t SET due_at = now() + interval_seconds * ${placeInSql(sql)}
    WHERE due_at > now() + make_interval(secs => interval_seconds + 10)`;
}

/** `placeOf` a target, as an interval of a second at most. */
export function placeInSql(sql: postgres.ISql) {
  return sql`(mod(t.id * 2654435769, 4294967296) / 4294967296.0 * interval '1 second')`;
}

function wantedRows(sql: postgres.ISql, rows: readonly Pick<Wanted, "id">[]) {
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) AS w(
    id bigint, kind text, "deviceId" bigint, "serviceCheckId" bigint, "monitorId" bigint, subject text,
    "intervalSeconds" int, "retrySeconds" int, "failuresToDown" int, "successesToUp" int, "isPaused" boolean, delay float8)`;
}
