import { sql } from "drizzle-orm";
import { z } from "zod";
import { anyOf } from "#platform/any-of";
import type { Db } from "#platform/database";
import { beginEscalations, endEscalations, escalate } from "./escalate";
import { digestOf, noticeOf } from "../texts/notice-texts";
import { put, WaitingEvent, waitingColumns, waitingJoins, type NoticeContext } from "./notices";
import { portionOf, SINGLE_NOTICES } from "./portion";
import { settleNotices, type KeepingRule } from "./settle";

/** How long what comes beyond the first notices of a rule waits, counted from the first. */
export const BURST_SECONDS = 60;
/** Of one rule, read at once. */
export const MAX_WAITING = 2000;

const TellableEvent = WaitingEvent.extend({
  /** Of what is bundled: the first of it has waited long enough. */
  isRipe: z.boolean(),
  isBundled: z.boolean(),
  /** So many notices went out one by one in the last minute. */
  singleNotices: z.number(),
  /**
   * Those that an escalation has told, beside the rule's own; of an end after which nothing of the rule lasts in its
   * incident.
   */
  escalatedTo: z.array(z.string()),
});
type TellableEvent = z.infer<typeof TellableEvent>;

/**
 * Writes the notices that are to go out, in the transaction of what they tell. What is silenced is not told; trouble
 * that lasts beyond its silence is told then, as is what quiet hours keep. The first notices of a rule go out one by
 * one, those of a storm as a digest once a minute, and what a rule bundles together. What nobody has acknowledged in
 * time is told further.
 */
export async function tellWaiting(ctx: NoticeContext, keeping: readonly KeepingRule[]): Promise<void> {
  const released = await settleNotices(ctx.db, keeping);
  const events = await readWaiting(ctx.db);
  for (const own of Map.groupBy(events, (event) => event.ruleId).values()) await tellRule(ctx, own, released);
  await escalate(ctx, keeping);
}

async function tellRule(
  ctx: NoticeContext,
  events: readonly TellableEvent[],
  released: ReadonlySet<number>,
): Promise<void> {
  const [first] = events;
  if (first === undefined) return;
  const { told, isDigest, isBurstOver, counts } = portionOf(events, {
    ...first,
    released: events.filter(({ id }) => released.has(id)).length,
  });
  if (told.length === 0) return;
  if (isDigest) await put(ctx, digestOf(ctx, told));
  else for (const event of told) await put(ctx, noticeOf(ctx, event));
  await tellEscalated(ctx, told);
  await ctx.db.execute(sql`
    UPDATE alert_events SET notice = 'sent' WHERE id = ${anyOf(told.map(({ id }) => id))}`);
  await ctx.db.execute(sql`
    UPDATE alert_rules SET burst_count = CASE WHEN ${isBurstOver} THEN 0 ELSE burst_count END + ${counts},
      burst_started_at = CASE WHEN ${isBurstOver} THEN statement_timestamp() ELSE burst_started_at END
    WHERE id = ${first.ruleId}`);
  await beginEscalations(ctx.db, first.ruleId, told);
}

/** The end goes to whoever was told of the beginning. */
async function tellEscalated(ctx: NoticeContext, told: readonly TellableEvent[]): Promise<void> {
  const ends = told.flatMap((event) =>
    event.escalatedTo.map((channel) => ({ ...event, channels: [channel] })),
  );
  for (const [, own] of Map.groupBy(ends, ({ channels }) => channels.join())) {
    const [first, ...more] = own;
    if (first === undefined) continue;
    await put(ctx, more.length > 0 ? digestOf(ctx, own) : noticeOf(ctx, first));
  }
  await endEscalations(ctx.db, ends);
}

/** The first notices of a rule went out less than a minute ago. */
const isInBurst = sql`(rule.burst_started_at > statement_timestamp() - make_interval(secs => ${BURST_SECONDS})
  AND rule.burst_started_at <= statement_timestamp())`;

/**
 * Of a rule whose first notices are out nothing is read until their minute is over: in a storm that is all that waits.
 */
async function readWaiting(db: Db): Promise<TellableEvent[]> {
  const rows = await db.execute(sql`
    WITH waiting AS MATERIALIZED (
      SELECT event.*, row_number() OVER own AS place,
        bool_or(rule.bundle_minutes = 0
          OR event.fired_at <= statement_timestamp() - make_interval(mins => rule.bundle_minutes)
          OR event.fired_at > statement_timestamp() + interval '1 minute') OVER whole AS is_ripe
      FROM alert_events event JOIN alert_rules rule ON rule.id = event.alert_rule_id
      WHERE event.notice = 'waiting'
        AND NOT (rule.bundle_minutes = 0 AND ${isInBurst} AND rule.burst_count >= ${SINGLE_NOTICES})
      WINDOW own AS (PARTITION BY alert_rule_id ORDER BY event.id), whole AS (PARTITION BY alert_rule_id))
    SELECT ${waitingColumns}, rule.channels, event.is_ripe AS "isRipe", rule.bundle_minutes > 0 AS "isBundled",
      CASE WHEN ${isInBurst} THEN rule.burst_count ELSE 0 END AS "singleNotices",
      ARRAY (SELECT unnest(escalation.channels) EXCEPT SELECT unnest(rule.channels) ORDER BY 1) AS "escalatedTo"
    FROM waiting event JOIN alert_rules rule ON rule.id = event.alert_rule_id ${waitingJoins}
    LEFT JOIN alert_escalations escalation ON event.status = 'resolved'
      AND escalation.incident_id = event.incident_id AND escalation.rule_id = rule.id
      AND NOT EXISTS (
        SELECT FROM alert_troubles trouble JOIN alert_events begun ON begun.id = trouble.event_id AND begun.notice = 'sent'
        WHERE trouble.incident_id = event.incident_id AND trouble.rule_id = rule.id)
    WHERE event.is_ripe AND event.place <= ${MAX_WAITING} ORDER BY event.id`);
  return z.array(TellableEvent).parse([...rows]);
}
