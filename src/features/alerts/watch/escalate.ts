import { sql } from "drizzle-orm";
import { z } from "zod";
import { anyOf } from "#platform/any-of";
import type { Db } from "#platform/database";
import { durationText } from "../words";
import { digestOf, noticeOf } from "../texts/notice-texts";
import { put, WaitingEvent, waitingColumns, waitingJoins, type NoticeContext } from "./notices";
import { eventOfTrouble, isQuiet, joinKeeping, keepingNow, rests, type KeepingRule } from "./settle";
import { isSilenced, silencesNow } from "./silenced";

/** Incidents whose next step is told at once. */
const AT_ONCE = 1000;
const MINUTE_MS = 60_000;

type OfIncident = Pick<WaitingEvent, "status" | "incidentId">;

/** From the first notice of a rule in an incident on its steps are counted. */
export async function beginEscalations(db: Db, ruleId: number, told: readonly OfIncident[]): Promise<void> {
  const incidents = told.flatMap(({ status, incidentId }) => (status === "firing" ? (incidentId ?? []) : []));
  if (incidents.length === 0) return;
  await db.execute(sql`
    INSERT INTO alert_escalations (incident_id, rule_id, told_at)
    SELECT incident.id, rule.id, statement_timestamp() FROM alert_incidents incident, alert_rules rule
    WHERE incident.id = ${anyOf(incidents)} AND rule.id = ${ruleId} AND rule.escalation <> '[]'
    ON CONFLICT DO NOTHING`);
}

/** Those that were told of steps know of the end. */
export async function endEscalations(
  db: Db,
  ends: readonly Pick<WaitingEvent, "ruleId" | "incidentId">[],
): Promise<void> {
  if (ends.length === 0) return;
  await db.execute(sql`
    UPDATE alert_escalations escalation SET channels = '{}'
    FROM jsonb_to_recordset(${JSON.stringify(ends)}::text::jsonb) AS given ("ruleId" bigint, "incidentId" bigint)
    WHERE incident_id = "incidentId" AND rule_id = "ruleId"`);
}

const StepEvent = WaitingEvent.extend({
  incidentId: z.number(),
  /** Counted from 1. */
  step: z.number(),
  afterMinutes: z.number(),
});
type StepEvent = z.infer<typeof StepEvent>;

/**
 * Tells further what lasts, was told, and was not acknowledged in time: each step of a rule once in an incident, one at
 * a time. Nothing is told further of what is silenced or held, nor by a rule that keeps back its notices; what is due
 * then goes out when that is over. Steps that are due at the same time go out together.
 */
export async function escalate(ctx: NoticeContext, keeping: readonly KeepingRule[]): Promise<void> {
  const { db } = ctx;
  const due = await readDue(db, keeping);
  if (due.length === 0) return;
  const open = await markIncidents(db, due);
  const events = due.filter(({ incidentId }) => open.has(incidentId));
  for (const own of Map.groupBy(events, ({ ruleId, step }) => `${ruleId} ${step}`).values()) {
    const told = own.map((event) => ({ ...event, message: messageOf(event) }));
    const [first, ...more] = told;
    if (first !== undefined) await put(ctx, more.length > 0 ? digestOf(ctx, told) : noticeOf(ctx, first));
  }
  await markSteps(db, events);
}

function messageOf({ afterMinutes, message }: StepEvent): string {
  return `Not acknowledged within ${durationText(afterMinutes * MINUTE_MS)}: ${message}`;
}

/** What lasts of each incident that has a step due. */
async function readDue(db: Db, keeping: readonly KeepingRule[]): Promise<StepEvent[]> {
  // A clock that was put back would let the next step wait for as long as it was put back by.
  await db.execute(sql`
    UPDATE alert_escalations SET told_at = statement_timestamp() WHERE told_at > statement_timestamp() + interval '1 minute'`);
  const isDue = sql`
    SELECT escalation.incident_id, escalation.rule_id, steps + 1 AS step, rule.escalation -> steps AS next
    FROM alert_escalations escalation JOIN alert_rules rule ON rule.id = escalation.rule_id AND rule.enabled
    JOIN alert_incidents incident ON incident.id = escalation.incident_id
    WHERE incident.resolved_at IS NULL AND incident.acknowledged_at IS NULL AND steps < jsonb_array_length(rule.escalation)
      AND told_at <= statement_timestamp() - make_interval(mins => (rule.escalation -> steps ->> 'after_minutes')::int
        - CASE WHEN steps = 0 THEN 0 ELSE (rule.escalation -> steps - 1 ->> 'after_minutes')::int END)`;
  const [row] = await db.execute<{ has: boolean }>(sql`SELECT EXISTS (${isDue}) AS has`);
  if (row?.has !== true) return [];
  const rows = await db.execute(sql`
    WITH ${silencesNow}, ${keepingNow(keeping)}, due AS (${isDue} ORDER BY told_at LIMIT ${AT_ONCE})
    SELECT ${waitingColumns}, ARRAY (SELECT jsonb_array_elements_text(next -> 'channels')) AS channels, step, (next ->> 'after_minutes')::int AS "afterMinutes"
    FROM due JOIN alert_rules rule ON rule.id = due.rule_id
    JOIN alert_troubles trouble ON trouble.rule_id = due.rule_id AND trouble.incident_id = due.incident_id AND NOT trouble.is_held
    JOIN ${eventOfTrouble} ON event.notice = 'sent'
    ${joinKeeping} ${waitingJoins}
    WHERE NOT ${isSilenced} AND NOT ${isQuiet} AND NOT ${rests} ORDER BY event.id`);
  return z.array(StepEvent).parse([...rows]);
}

/**
 * Says in the incidents that and how far they were told further. Gives those that nobody has acknowledged meanwhile.
 */
async function markIncidents(db: Db, due: readonly StepEvent[]): Promise<ReadonlySet<number>> {
  const rows = await db.execute<{ id: number }>(sql`
    UPDATE alert_incidents incident SET escalated_at = statement_timestamp(), escalation_step = greatest(escalation_step, given.step)
    FROM (SELECT "incidentId", max(step) AS step FROM jsonb_to_recordset(${JSON.stringify(due)}::text::jsonb) AS own (
      "incidentId" bigint, step int) GROUP BY "incidentId") given
    WHERE incident.id = "incidentId" AND resolved_at IS NULL AND acknowledged_at IS NULL RETURNING incident.id::float8 AS id`);
  return new Set(rows.map(({ id }) => id));
}

async function markSteps(db: Db, told: readonly StepEvent[]): Promise<void> {
  await db.execute(sql`
    UPDATE alert_escalations escalation SET steps = step, told_at = statement_timestamp(),
      channels = ARRAY (SELECT unnest(escalation.channels) UNION SELECT jsonb_array_elements_text(given.channels) ORDER BY 1)
    FROM (SELECT DISTINCT ON ("ruleId", "incidentId") * FROM jsonb_to_recordset(${JSON.stringify(told)}::text::jsonb) AS own (
      "ruleId" bigint, "incidentId" bigint, step int, channels jsonb)) given
    WHERE incident_id = "incidentId" AND rule_id = "ruleId"`);
}
