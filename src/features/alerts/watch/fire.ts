import { sql } from "drizzle-orm";
import { anyOf } from "#platform/any-of";
import type { Db } from "#platform/database";
import type { RuleRow } from "../rules/models";
import type { Trouble } from "./trouble";

/** Fired in one statement. */
const AT_ONCE = 1000;

/** A pause that begins in the future is one of before the clock was set back, and over. */
export const pauseHasBegun = sql`pause.fired_at <= statement_timestamp() + interval '1 minute'`;

/**
 * Fires for what has lasted long enough: an alert of each, in the incident of its cause. A service's trouble is part of
 * that of its device where there is one. Rules that rest fire for nothing. Gives how many it has fired for.
 */
export async function fireDueTroubles(db: Db, resting: readonly number[]): Promise<number> {
  await bringForward(db);
  const [row] = await db.execute<{ fired: number }>(sql`
    WITH due AS MATERIALIZED (
      SELECT trouble.*, rule.name AS rule_name, rule.event_type, rule.severity, rule.channels,
        coalesce(wider.subject, trouble.cause) AS incident_subject
      FROM alert_troubles trouble JOIN alert_rules rule ON rule.id = trouble.rule_id
      LEFT JOIN alert_incidents wider ON wider.subject = 'device:' || trouble.device_id AND wider.resolved_at IS NULL
      WHERE trouble.event_id IS NULL AND NOT trouble.is_held AND trouble.due_at <= statement_timestamp()
        AND NOT trouble.rule_id = ${anyOf(resting)}
      ORDER BY trouble.due_at, trouble.rule_id, trouble.subject LIMIT ${AT_ONCE}),
    causes AS (
      SELECT DISTINCT ON (incident_subject) incident_subject, device_id, severity, sentence, started_at FROM due
      ORDER BY incident_subject, array_position(ARRAY['critical', 'warning', 'info'], severity), started_at, rule_id),
    opened AS (
      INSERT INTO alert_incidents (subject, device_id, severity, title, opened_at)
      SELECT incident_subject, device_id, severity, sentence, started_at FROM causes ORDER BY incident_subject
      ON CONFLICT (subject) WHERE resolved_at IS NULL DO UPDATE SET severity = CASE
        WHEN 'critical' IN (alert_incidents.severity, excluded.severity) THEN 'critical'
        WHEN 'warning' IN (alert_incidents.severity, excluded.severity) THEN 'warning' ELSE 'info' END
      RETURNING id, subject),
    told AS (
      INSERT INTO alert_events (
        alert_rule_id, rule_name, event_type, severity, status, subject, device_id, incident_id, fired_at, started_at, message,
        notice)
      SELECT rule_id, rule_name, event_type, severity, 'firing', due.subject, due.device_id, opened.id, statement_timestamp(),
        due.started_at, due.sentence, CASE WHEN channels = '{}' THEN 'none' ELSE 'waiting' END
      FROM due JOIN opened ON opened.subject = due.incident_subject
      ORDER BY due.started_at, due.subject, due.rule_id
      RETURNING id, alert_rule_id, subject, incident_id),
    paused AS (
      INSERT INTO alert_pauses (rule_id, subject, fired_at) SELECT alert_rule_id, subject, statement_timestamp() FROM told
      ON CONFLICT (rule_id, subject) DO UPDATE SET fired_at = excluded.fired_at),
    triggered AS (
      UPDATE alert_rules SET last_triggered_at = statement_timestamp() WHERE id IN (SELECT alert_rule_id FROM told)),
    linked AS (
      UPDATE alert_troubles trouble SET event_id = told.id, incident_id = told.incident_id
      FROM told WHERE trouble.rule_id = told.alert_rule_id AND trouble.subject = told.subject RETURNING 1)
    SELECT count(*)::int AS fired FROM linked`);
  return row?.fired ?? 0;
}

/** What is due later than it can was noted before the clock was set back: its time begins anew. */
async function bringForward(db: Db): Promise<void> {
  await db.execute(sql`
    UPDATE alert_troubles trouble SET started_at = least(started_at, statement_timestamp()),
      due_at = statement_timestamp() + make_interval(mins => rule.for_minutes)
    FROM alert_rules rule WHERE rule.id = trouble.rule_id AND trouble.event_id IS NULL
      AND due_at > statement_timestamp() + make_interval(mins => greatest(rule.for_minutes, rule.cooldown_minutes) + 1)`);
}

/**
 * Fires for what has no length, but for what comes within the pause after the last alert of a rule about the same
 * thing.
 */
export async function fireHappenings(
  db: Db,
  happened: readonly { rule: RuleRow; trouble: Trouble }[],
  now: Date,
): Promise<void> {
  if (happened.length === 0) return;
  const rows = happened.map(({ rule, trouble }) => ({
    ruleId: rule.id,
    subject: trouble.subject,
    deviceId: trouble.deviceId ?? null,
    sentence: trouble.sentence,
    lines: trouble.lines ?? null,
    at: (trouble.startedAt ?? now).toISOString(),
  }));
  await db.execute(sql`
    WITH given AS (
      SELECT DISTINCT ON ("ruleId", given.subject) given.*, rule.name, rule.event_type, rule.severity, rule.channels
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) AS given (
        "ruleId" bigint, subject text, "deviceId" bigint, sentence text, lines jsonb, at timestamptz)
      JOIN alert_rules rule ON rule.id = "ruleId"
      LEFT JOIN alert_pauses pause ON pause.rule_id = "ruleId" AND pause.subject = given.subject AND ${pauseHasBegun}
      WHERE pause.fired_at IS NULL OR pause.fired_at + make_interval(mins => rule.cooldown_minutes) <= statement_timestamp()
      ORDER BY "ruleId", given.subject, given.at),
    paused AS (
      INSERT INTO alert_pauses (rule_id, subject, fired_at) SELECT "ruleId", subject, statement_timestamp() FROM given
      ON CONFLICT (rule_id, subject) DO UPDATE SET fired_at = excluded.fired_at),
    triggered AS (
      UPDATE alert_rules SET last_triggered_at = statement_timestamp() WHERE id IN (SELECT "ruleId" FROM given))
    INSERT INTO alert_events (
      alert_rule_id, rule_name, event_type, severity, status, subject, device_id, fired_at, started_at, message, lines, notice)
    SELECT "ruleId", name, event_type, severity, 'happened', subject, "deviceId", at, at, sentence, nullif(lines, 'null'),
      CASE WHEN channels = '{}' THEN 'none' ELSE 'waiting' END
    FROM given ORDER BY at, subject, "ruleId"`);
}

/** Ends the incidents of which nothing lasts any more. */
export async function resolveIncidents(db: Db): Promise<void> {
  await db.execute(sql`
    UPDATE alert_incidents incident SET resolved_at = greatest(incident.opened_at, coalesce(last.fired_at, statement_timestamp())),
      resolution = coalesce(last.message, 'Not watched any more')
    FROM alert_incidents same LEFT JOIN LATERAL (
      SELECT fired_at, message FROM alert_events
      WHERE incident_id = same.id AND status = 'resolved' ORDER BY id DESC LIMIT 1) last ON true
    WHERE same.id = incident.id AND incident.resolved_at IS NULL
      AND NOT EXISTS (SELECT FROM alert_troubles trouble WHERE trouble.incident_id = incident.id)`);
}
