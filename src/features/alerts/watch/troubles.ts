import { sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import type { RuleRow } from "../rules/models";
import { pauseHasBegun } from "./fire";
import type { Trouble } from "./trouble";

export type Begun = { rule: RuleRow; trouble: Trouble };
export type Ended = {
  ruleId: number;
  subject: string;
  /** Null: that it is over is not known, or nobody's news. */
  sentence: string | null;
  at: Date;
};

/**
 * Notes what lasts by rules. It is told when it has lasted as long as the rule says, and no sooner than the pause after
 * the last alert of the rule about the same thing allows. What lasts already goes on, and is held no more.
 */
export async function noteTroubles(db: Db, begun: readonly Begun[], now: Date): Promise<void> {
  if (begun.length === 0) return;
  const rows = begun.map(({ rule, trouble }) => ({
    ruleId: rule.id,
    subject: trouble.subject,
    cause: trouble.cause ?? trouble.subject,
    deviceId: trouble.deviceId ?? null,
    targetId: trouble.targetId ?? null,
    sentence: trouble.sentence,
    startedAt: (trouble.startedAt ?? now).toISOString(),
    forMinutes: rule.forMinutes,
    cooldownMinutes: rule.cooldownMinutes,
  }));
  await db.execute(sql`
    INSERT INTO alert_troubles (rule_id, subject, cause, device_id, target_id, sentence, started_at, due_at)
    SELECT DISTINCT ON ("ruleId", given.subject) "ruleId", given.subject, cause, "deviceId", "targetId", sentence, "startedAt",
      greatest("startedAt" + make_interval(mins => "forMinutes"),
        pause.fired_at + make_interval(mins => "cooldownMinutes"))
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) AS given (
      "ruleId" bigint, subject text, cause text, "deviceId" bigint, "targetId" bigint, sentence text,
      "startedAt" timestamptz, "forMinutes" int, "cooldownMinutes" int)
    JOIN alert_rules rule ON rule.id = given."ruleId"
    LEFT JOIN alert_pauses pause ON pause.rule_id = given."ruleId" AND pause.subject = given.subject AND ${pauseHasBegun}
    ORDER BY "ruleId", given.subject
    ON CONFLICT (rule_id, subject) DO UPDATE SET is_held = false, sentence = excluded.sentence`);
}

/** Notes that something stands before what lasts: while it does, nothing is told of it. */
export async function holdTroubles(
  db: Db,
  held: readonly Pick<Ended, "ruleId" | "subject">[],
): Promise<void> {
  if (held.length === 0) return;
  await db.execute(sql`
    UPDATE alert_troubles trouble SET is_held = true
    FROM jsonb_to_recordset(${JSON.stringify(held)}::text::jsonb) AS given ("ruleId" bigint, subject text)
    WHERE trouble.rule_id = "ruleId" AND trouble.subject = given.subject`);
}

/**
 * Notes what is over. That is told where its beginning was, or is about to be; what nobody was told of goes without a
 * word.
 */
export async function endTroubles(db: Db, ended: readonly Ended[]): Promise<void> {
  if (ended.length === 0) return;
  await db.execute(sql`
    WITH over AS (
      DELETE FROM alert_troubles trouble
      USING jsonb_to_recordset(${JSON.stringify(ended)}::text::jsonb) AS given (
        "ruleId" bigint, subject text, sentence text, at timestamptz)
      WHERE trouble.rule_id = "ruleId" AND trouble.subject = given.subject
      RETURNING trouble.*, given.sentence AS news, given.at)
    INSERT INTO alert_events (
      alert_rule_id, rule_name, event_type, severity, status, subject, device_id, incident_id, fired_at, started_at,
      message, notice, beginning_id)
    SELECT over.rule_id, rule.name, rule.event_type, rule.severity, 'resolved', over.subject, over.device_id, over.incident_id,
      greatest(over.at, told.fired_at), over.started_at, coalesce(over.news, over.sentence || ': not watched any more'),
      CASE WHEN rule.notifies_recovery AND over.news IS NOT NULL AND told.notice IN ('sent', 'waiting') THEN 'waiting' ELSE 'none' END,
      told.id
    FROM over JOIN alert_rules rule ON rule.id = over.rule_id JOIN alert_events told ON told.id = over.event_id
    ORDER BY over.started_at, over.subject`);
}
