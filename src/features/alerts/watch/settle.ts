import { sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import type { RuleRow } from "../rules/models";
import { isWithinHours } from "../timing/hours";
import { isSilenced, silencesNow } from "./silenced";

/** A rule that keeps back at this moment what it finds. */
export type KeepingRule = {
  ruleId: number;
  /** It is outside of its schedule: nothing is told but ends. */
  rests: boolean;
  /** Its quiet hours hold: nothing is told, ends neither. */
  isQuiet: boolean;
  /** Its quiet hours do not hold for critical alerts. */
  exceptCritical: boolean;
};

export function keepingRules(rules: readonly RuleRow[], now: Date): KeepingRule[] {
  return rules.flatMap(({ id, schedule, quietHours }) => {
    const rests = schedule !== null && !isWithinHours(schedule, now);
    const isQuiet = quietHours !== null && isWithinHours(quietHours, now);
    return rests || isQuiet
      ? [{ ruleId: id, rests, isQuiet, exceptCritical: quietHours?.except_critical === true }]
      : [];
  });
}

/** For the WITH of a statement that joins `keeping` to the row that it calls `event`. */
export function keepingNow(keeping: readonly KeepingRule[]) {
  return sql`keeping AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(keeping)}::text::jsonb) AS given (
      "ruleId" bigint, rests boolean, "isQuiet" boolean, "exceptCritical" boolean))`;
}

/**
 * The alert of the row that a statement calls `trouble`, looked up by its id: the planner would rather read a million
 * alerts than so few by an index.
 */
export const eventOfTrouble = sql`LATERAL (SELECT * FROM alert_events WHERE id = trouble.event_id OFFSET 0) event`;

export const joinKeeping = sql`LEFT JOIN keeping ON keeping."ruleId" = event.alert_rule_id`;

/** Whether quiet hours hold for the event. */
export const isQuiet = sql`coalesce(keeping."isQuiet" AND NOT (keeping."exceptCritical" AND event.severity = 'critical'), false)`;

/** Whether its rule rests. */
export const rests = sql`coalesce(keeping.rests, false)`;

/**
 * Says of what is not told yet whether it is to be told now. A beginning is told once nothing keeps it: no silence, no
 * quiet hours, its schedule, nothing that stands before its trouble; if it lasts until then. What has no length is kept
 * by quiet hours and lost to a silence. An end is told where the beginning was, once nothing keeps it: neither a
 * silence nor quiet hours. Whose rule is gone is dropped. Gives the ids of what was kept and is to be told now.
 */
export async function settleNotices(db: Db, keeping: readonly KeepingRule[]): Promise<ReadonlySet<number>> {
  const rows = await db.execute<{ id: number; before: string; next: string }>(sql`
    WITH ${silencesNow}, ${keepingNow(keeping)},
    untold AS (
      SELECT * FROM alert_events WHERE notice = 'waiting'
      UNION ALL SELECT * FROM alert_events WHERE notice = 'kept' AND status <> 'firing'
      UNION ALL SELECT event.* FROM alert_troubles trouble, ${eventOfTrouble} WHERE event.notice IN ('kept', 'silenced')),
    open AS MATERIALIZED (
      SELECT event.id, event.alert_rule_id, event.notice, event.status, event.beginning_id, ${isSilenced} AS is_silenced,
        ${isQuiet} AS is_quiet, ${rests} AS rests,
        EXISTS (SELECT FROM alert_troubles trouble WHERE trouble.event_id = event.id AND trouble.is_held) AS is_held
      FROM untold event ${joinKeeping}),
    begun AS MATERIALIZED (
      SELECT id, notice, CASE
        WHEN alert_rule_id IS NULL THEN 'dropped'
        WHEN is_silenced AND NOT (status = 'happened' AND notice = 'kept') THEN 'silenced'
        WHEN is_silenced OR is_quiet OR rests OR is_held THEN 'kept' ELSE 'waiting' END AS next
      FROM open WHERE status <> 'resolved'),
    over AS (
      SELECT open.id, open.notice, CASE
        WHEN open.alert_rule_id IS NULL THEN 'dropped'
        WHEN coalesce(begun.next, (SELECT notice FROM alert_events WHERE id = open.beginning_id), 'sent') NOT IN ('sent', 'waiting') THEN 'none'
        WHEN is_silenced OR is_quiet THEN 'kept' ELSE 'waiting' END AS next
      FROM open LEFT JOIN begun ON begun.id = open.beginning_id WHERE open.status = 'resolved'),
    settled AS MATERIALIZED (
      SELECT * FROM (SELECT * FROM begun UNION ALL SELECT * FROM over) own WHERE next <> notice)
    UPDATE alert_events event SET notice = settled.next
    FROM settled WHERE event.id = ANY (ARRAY (SELECT id FROM settled)) AND settled.id = event.id
    RETURNING event.id::float8 AS id, settled.notice AS before, settled.next`);
  return new Set(
    rows.filter(({ before, next }) => before === "kept" && next === "waiting").map(({ id }) => id),
  );
}
