import type postgres from "postgres";
import { noteMonitoring, type MonitoringNote } from "#features/topology";
import { decide, type CheckResult, type Decision, type Surroundings, type TargetRow } from "./decide";
import { wakeGroups } from "../group/targets";
import { packResult, RECENT_BYTES } from "./recent";

export type Recorded = {
  decided: Decision[];
  /** Results of targets that somebody else has locked: they can be counted later. */
  locked: number[];
  /** Devices that are to be asked soon. */
  ask: number[];
};

type StoredRow = TargetRow & { expectedStatus: string | null; isNoteDue: boolean };

/**
 * Counts results, in the transaction it is given: each together with what it changes about its target. One whose claim
 * has been lost changes nothing and is not among those that come back. A target that somebody else has locked, such as an
 * import that takes back thousands, is passed over: no result of another one waits for it.
 */
export async function recordResults(
  sql: postgres.TransactionSql,
  results: readonly CheckResult[],
  surroundings: Surroundings,
): Promise<Recorded> {
  const rows = await lockTargets(sql, results);
  const byId = new Map(results.map((result) => [result.id, result]));
  const found = rows.flatMap((row) => {
    const result = byId.get(row.id);
    return result === undefined ? [] : [{ row, result }];
  });
  const { decided, ask } = decide(found, surroundings);
  const expected = new Map(rows.map(({ id, expectedStatus }) => [id, expectedStatus]));
  await writeTargets(sql, decided, expected);
  await writeChanges(sql, decided);
  await beginIncidents(sql, decided);
  await endIncidents(sql, decided);
  const noteDue = new Set(rows.filter(({ isNoteDue }) => isNoteDue).map(({ id }) => id));
  await noteMonitoring(
    sql,
    decided.flatMap((decision) => noteOf(decision, noteDue)),
  );
  await makeDue(sql, ask);
  await noteReports(sql, decided);
  return { decided, ask, locked: await findLocked(sql, { results, rows }) };
}

async function lockTargets(
  sql: postgres.TransactionSql,
  results: readonly CheckResult[],
): Promise<StoredRow[]> {
  const given = JSON.stringify(results.map(({ id, token }) => ({ id, token })));
  return sql<StoredRow[]>`
    SELECT t.id::float8 AS id, t.kind, t.device_id::float8 AS "deviceId", raw_status AS "rawStatus", in_doubt AS "inDoubt",
      confirmed, state, interval_seconds AS "intervalSeconds", retry_seconds AS "retrySeconds",
      failures_to_down AS "failuresToDown", successes_to_up AS "successesToUp", ${epoch(sql, "due_at")} AS "dueAtMs",
      ${epoch(sql, "checked_at")} AS "checkedAtMs", ${epoch(sql, "raw_since")} AS "rawSinceMs",
      d.expected_status AS "expectedStatus",
      coalesce(d.last_monitored_at < now() - interval '1 minute', true) AS "isNoteDue"
    FROM jsonb_to_recordset(${given}::text::jsonb) AS given(id bigint, token bigint)
    JOIN check_targets t ON t.id = given.id AND t.claim_token = given.token
    LEFT JOIN devices d ON t.kind = 'device' AND d.id = t.device_id
    ORDER BY t.id FOR UPDATE OF t SKIP LOCKED`;
}

/** Targets of results that are claimed still, and were not among those that could be locked. */
async function findLocked(
  sql: postgres.TransactionSql,
  { results, rows }: { results: readonly CheckResult[]; rows: readonly StoredRow[] },
): Promise<number[]> {
  const counted = new Set(rows.map(({ id }) => id));
  const missed = results.filter(({ id }) => !counted.has(id)).map(({ id, token }) => ({ id, token }));
  if (missed.length === 0) return [];
  const found = await sql<{ id: number }[]>`
    SELECT t.id::float8 AS id FROM jsonb_to_recordset(${JSON.stringify(missed)}::text::jsonb) AS given(id bigint, token bigint)
    JOIN check_targets t ON t.id = given.id AND t.claim_token = given.token`;
  return found.map(({ id }) => id);
}

function epoch(sql: postgres.ISql, column: string) {
  return sql`(extract(epoch FROM ${sql(column)}) * 1000)::float8`;
}

async function writeTargets(
  sql: postgres.TransactionSql,
  decided: readonly Decision[],
  expected: ReadonlyMap<number, string | null>,
): Promise<void> {
  if (decided.length === 0) return;
  const given = decided.map((decision) => writtenResult(decision, expected.get(decision.row.id) ?? null));
  await sql`
    WITH given AS (
      SELECT *, to_timestamp(at_ms / 1000) AS at FROM jsonb_to_recordset(${JSON.stringify(given)}::text::jsonb) AS written(
        id bigint, at_ms float8, raw_status text, raw_since_ms float8, in_doubt int, confirmed text, state text,
        due_at_ms float8, latency_ms real, is_healthy boolean, error text, result jsonb, details jsonb, packed text)),
    updated AS (
      UPDATE check_targets t SET raw_status = given.raw_status, raw_since = to_timestamp(raw_since_ms / 1000),
        in_doubt = given.in_doubt, confirmed = given.confirmed, checked_at = at, result = given.result,
        state_since = CASE WHEN t.state = given.state THEN t.state_since ELSE at END, state = given.state,
        recent = substring(decode(packed, 'hex') || coalesce(t.recent, ''::bytea) FROM 1 FOR ${RECENT_BYTES}),
        due_at = to_timestamp(due_at_ms / 1000), leased_until = NULL, claim_token = claim_token + 1
      FROM given WHERE t.id = given.id)
    INSERT INTO check_results (target_id, at, raw_status, state, latency_ms, is_healthy, error, details)
    SELECT id, at, raw_status, state, latency_ms, is_healthy, error, details FROM given
    ON CONFLICT DO NOTHING`;
}

function writtenResult({ row, result, verdict, ...times }: Decision, expected: string | null) {
  const { outcome, atMs } = result;
  const { rawStatus, inDoubt, confirmed, state } = verdict.standing;
  const seen = rawStatus ?? "unknown";
  const isHealthy =
    expected === null || seen === "unknown" ? null : (seen === "up") === (expected === "online");
  const { statusCode, latencyMs, error } = outcome;
  const details = { ...(statusCode === null ? {} : { statusCode }), ...outcome.also, ...outcome.details };
  return {
    id: row.id,
    at_ms: atMs,
    raw_status: seen,
    raw_since_ms: times.rawSinceMs,
    in_doubt: inDoubt,
    confirmed,
    state,
    due_at_ms: times.dueAtMs,
    latency_ms: latencyMs,
    is_healthy: isHealthy,
    error,
    result: { error, latencyMs, ...details },
    details: keptDetails(details),
    packed: packResult({ at: new Date(atMs), rawStatus: seen, isHealthy, latencyMs }).toString("hex"),
  };
}

/**
 * How long each stage of a request took is told of the newest result alone: never the same twice, it would be nine
 * tenths of all history.
 */
function keptDetails(details: Readonly<Record<string, unknown>>): Record<string, unknown> | null {
  const kept = Object.entries(details).filter(([name]) => !name.endsWith("_ms"));
  return kept.length === 0 ? null : Object.fromEntries(kept);
}

async function writeChanges(sql: postgres.TransactionSql, decided: readonly Decision[]): Promise<void> {
  const changes = decided
    .filter(({ row, verdict }) => row.state !== verdict.standing.state)
    .map(({ row, result, verdict }) => ({
      id: row.id,
      at_ms: result.atMs,
      state: verdict.standing.state,
      reason: result.outcome.error,
    }));
  if (changes.length === 0) return;
  await sql`
    WITH changed AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(changes)}::text::jsonb)
        AS change(id bigint, at_ms float8, state text, reason text)),
    woken AS (${wakeGroups(sql, "changed")})
    INSERT INTO state_changes (target_id, at, state, reason)
    SELECT id, to_timestamp(at_ms / 1000), state, reason FROM changed`;
}

/** One that has an open incident goes on with it. */
async function beginIncidents(sql: postgres.TransactionSql, decided: readonly Decision[]): Promise<void> {
  const begun = decided
    .filter(({ verdict }) => verdict.incident === "begins")
    .map(({ row, result }) => ({ id: row.id, at_ms: result.atMs, error: result.outcome.error }));
  if (begun.length === 0) return;
  await sql`
    INSERT INTO incidents (target_id, started_at, error)
    SELECT id, to_timestamp(at_ms / 1000), error
    FROM jsonb_to_recordset(${JSON.stringify(begun)}::text::jsonb) AS begun(id bigint, at_ms float8, error text)
    ON CONFLICT (target_id) WHERE ended_at IS NULL DO NOTHING`;
}

/** One that began before the clock was set back does not end before it began. */
async function endIncidents(sql: postgres.TransactionSql, decided: readonly Decision[]): Promise<void> {
  const ended = decided
    .filter(({ verdict }) => verdict.incident === "ends")
    .map(({ row, result }) => ({ id: row.id, at_ms: result.atMs }));
  if (ended.length === 0) return;
  await sql`
    UPDATE incidents SET ended_at = greatest(started_at, to_timestamp(at_ms / 1000))
    FROM jsonb_to_recordset(${JSON.stringify(ended)}::text::jsonb) AS ended(id bigint, at_ms float8)
    WHERE target_id = ended.id AND ended_at IS NULL`;
}

const EVENT_STATUSES = { up: "online", down: "offline", unknown: "unknown" } as const;

function noteOf({ row, result, verdict }: Decision, noteDue: ReadonlySet<number>): MonitoringNote[] {
  const { kind, deviceId } = row;
  if (kind !== "device" || deviceId === null) return [];
  const { confirmed } = verdict.standing;
  const isNew = confirmed !== row.confirmed || row.checkedAtMs === null;
  if (!isNew && !noteDue.has(row.id)) return [];
  return [{ deviceId, atMs: result.atMs, status: EVENT_STATUSES[confirmed] }];
}

/** Those of the devices that no process is asking already. */
async function makeDue(sql: postgres.TransactionSql, deviceIds: readonly number[]): Promise<void> {
  if (deviceIds.length === 0) return;
  await sql`
    UPDATE check_targets SET due_at = now() WHERE id IN (
      SELECT id FROM check_targets WHERE kind = 'device' AND due_at > now() AND state <> 'paused'
        AND device_id IN (SELECT value::bigint FROM jsonb_array_elements_text(${JSON.stringify(deviceIds)}::text::jsonb))
      FOR UPDATE SKIP LOCKED)`;
}

/** What was reported meanwhile is looked at next: whoever reports waits for the targets that are locked here. */
async function noteReports(sql: postgres.TransactionSql, decided: readonly Decision[]): Promise<void> {
  const told = decided.flatMap(({ row, result }) => {
    const report = result.outcome.told?.report ?? null;
    return report === null ? [] : [{ id: row.id, report }];
  });
  if (told.length === 0) return;
  const given = sql`jsonb_to_recordset(${JSON.stringify(told)}::text::jsonb) AS told(id bigint, report bigint)`;
  await sql`
    UPDATE push_reports p SET counted = told.report FROM ${given} JOIN check_targets t ON t.id = told.id
    WHERE p.monitor_id = t.monitor_id AND p.counted < told.report`;
  await sql`
    UPDATE check_targets t SET due_at = now() FROM ${given} JOIN check_targets same ON same.id = told.id
      JOIN push_reports p ON p.monitor_id = same.monitor_id AND p.number > p.counted
    WHERE t.id = told.id`;
}
