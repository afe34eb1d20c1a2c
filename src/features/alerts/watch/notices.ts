import { sql } from "drizzle-orm";
import { z } from "zod";
import { putAlert } from "#features/notifications";
import { devicesInScopes } from "#features/monitoring";
import { anyOf } from "#platform/any-of";
import type { Db } from "#platform/database";
import type { Outbox } from "#platform/outbox/outbox";
import { severityOf, type Severity } from "../rules/models";

/** So many notices of a rule go out one by one; what comes beyond them is told together. */
export const SINGLE_NOTICES = 3;
/** How long what comes beyond them waits, counted from the first. */
export const BURST_SECONDS = 60;
/** Named in a digest; the others are counted. */
const MOST_LINES = 20;
/** Read at once. */
export const MOST_WAITING = 2000;

const WaitingEvent = z.object({
  id: z.number(),
  ruleId: z.number(),
  ruleName: z.string(),
  channels: z.array(z.string()),
  eventType: z.string(),
  severity: z.string().transform(severityOf),
  status: z.enum(["firing", "resolved", "happened"]),
  subject: z.string(),
  deviceId: z.number().nullable(),
  incidentId: z.number().nullable(),
  firedAt: z.coerce.date(),
  message: z.string(),
  singleNotices: z.number(),
});
type WaitingEvent = z.infer<typeof WaitingEvent>;

type Context = {
  db: Db;
  outbox: Outbox;
  appName: string;
  /** Where users see the service; empty: notices have no link. */
  appUrl: string;
};

/**
 * Writes the notices that are to go out, in the transaction of what they tell. What is silenced is not told; trouble that lasts beyond its silence is told
 * then. The first notices of a rule go out one by one, those of a storm as a digest once a minute.
 */
export async function tellWaiting(ctx: Context): Promise<void> {
  await applySilences(ctx.db);
  const events = await readWaiting(ctx.db);
  for (const [ruleId, own] of Map.groupBy(events, (event) => event.ruleId)) await tellRule(ctx, ruleId, own);
}

async function tellRule(ctx: Context, ruleId: number, events: readonly WaitingEvent[]): Promise<void> {
  const singles = Math.max(0, SINGLE_NOTICES - (events[0]?.singleNotices ?? 0));
  const isBurstOver = singles === SINGLE_NOTICES;
  const isDigest = isBurstOver && events.length > singles;
  const told = isDigest ? events : events.slice(0, singles);
  if (told.length === 0) return;
  if (isDigest) await put(ctx, digestOf(ctx.appName, events));
  else for (const event of told) await put(ctx, noticeOf(ctx.appName, event));
  await ctx.db.execute(sql`
    UPDATE alert_events SET notice = 'sent' WHERE id = ${anyOf(told.map(({ id }) => id))}`);
  await ctx.db.execute(sql`
    UPDATE alert_rules SET burst_count = CASE WHEN ${isBurstOver} THEN 0 ELSE burst_count END + ${isDigest ? SINGLE_NOTICES : told.length},
      burst_started_at = CASE WHEN ${isBurstOver} THEN statement_timestamp() ELSE burst_started_at END
    WHERE id = ${ruleId}`);
}

/** Gives the silenced their state. What is silenced and over, or has no length, stays untold. */
async function applySilences(db: Db): Promise<void> {
  await db.execute(sql`
    WITH silences AS MATERIALIZED (
      SELECT * FROM alert_silences WHERE starts_at <= statement_timestamp() AND ends_at > statement_timestamp()),
    fits AS MATERIALIZED (
      SELECT scope_id, device_id FROM (${sql.raw(devicesInScopes("alert_silences"))}) covered
      WHERE scope_id IN (SELECT id FROM silences)),
    open AS (
      SELECT event.id, event.notice, event.status, EXISTS (
        SELECT FROM silences silence
        WHERE (silence.rule_ids = '{}' OR event.alert_rule_id = ANY (silence.rule_ids))
          AND (silence.device_ids = '{}' OR event.device_id = ANY (silence.device_ids))
          AND (silence.scope IS NULL OR EXISTS (
            SELECT FROM fits WHERE fits.scope_id = silence.id AND fits.device_id = event.device_id))) AS is_silent
      FROM alert_events event
      WHERE event.notice = 'waiting'
        OR event.id IN (SELECT event_id FROM alert_troubles) AND event.notice = 'silenced')
    UPDATE alert_events event SET notice = CASE WHEN is_silent THEN 'silenced' ELSE 'waiting' END
    FROM open WHERE open.id = event.id AND (open.notice = 'silenced') <> is_silent`);
}

async function readWaiting(db: Db): Promise<WaitingEvent[]> {
  const rows = await db.execute(sql`
    SELECT event.id::float8 AS id, rule.id::float8 AS "ruleId", event.rule_name AS "ruleName", rule.channels,
      event.event_type AS "eventType", event.severity, event.status, event.subject, event.device_id::float8 AS "deviceId",
      event.incident_id::float8 AS "incidentId", event.fired_at AS "firedAt", event.message,
      CASE WHEN rule.burst_started_at > statement_timestamp() - make_interval(secs => ${BURST_SECONDS})
          AND rule.burst_started_at <= statement_timestamp()
        THEN rule.burst_count ELSE 0 END AS "singleNotices"
    FROM alert_events event JOIN alert_rules rule ON rule.id = event.alert_rule_id
    WHERE event.notice = 'waiting' ORDER BY event.id LIMIT ${MOST_WAITING}`);
  return z.array(WaitingEvent).parse([...rows]);
}

type Told = {
  title: string;
  text: string;
  channels: readonly string[];
  ruleName: string;
  deviceId: number | null;
  severity: Severity;
  status: "firing" | "resolved";
  /** Absent: of several things. */
  groupKey?: string;
  path: string;
  events: readonly WaitingEvent[];
};

async function put({ db, outbox, appUrl }: Context, told: Told): Promise<void> {
  const { channels, path, events: own, ...notice } = told;
  const link = appUrl === "" ? undefined : `${appUrl.replace(/\/+$/, "")}${path}`;
  const events = own.map(toNoticeEvent);
  for (const target of channels) await putAlert(outbox, db, { ...notice, target, link, events });
}

function toNoticeEvent(event: WaitingEvent) {
  return {
    event: event.eventType,
    status: event.status,
    severity: event.severity,
    subject: event.subject,
    device_id: event.deviceId,
    incident_id: event.incidentId,
    fired_at: event.firedAt.toISOString(),
    message: event.message,
  };
}

const MARKS: Record<Severity, string> = { info: "ℹ️", warning: "⚠️", critical: "🔴" };

/** With what people see first in front of the sentence. */
export function lineOf({
  status,
  severity,
  message,
}: Pick<WaitingEvent, "status" | "severity" | "message">): string {
  return `${status === "resolved" ? "✅" : MARKS[severity]} ${message}`;
}

/** How a notice of one alert reads: a heading, a blank line, a sentence. */
export function textOf(
  appName: string,
  event: Pick<WaitingEvent, "status" | "severity" | "message">,
): string {
  return `${appName} Alert\n\n${lineOf(event)}`;
}

function noticeOf(appName: string, event: WaitingEvent): Told {
  const { channels, ruleId, ruleName, deviceId, severity, incidentId } = event;
  return {
    title: `${appName} Alert: ${ruleName}`,
    text: textOf(appName, event),
    channels,
    ruleName,
    deviceId,
    severity,
    status: event.status === "resolved" ? "resolved" : "firing",
    groupKey: `rule:${ruleId} ${event.subject}`,
    path: incidentId === null ? "/alerts" : `/alerts?incident=${incidentId}`,
    events: [event],
  };
}

function digestOf(appName: string, events: readonly WaitingEvent[]): Told {
  const [first] = events;
  const lines = events.slice(0, MOST_LINES).map(lineOf);
  const more = events.length - lines.length;
  const text = [
    `${appName} Alert`,
    "",
    `${events.length} alerts:`,
    ...lines,
    ...(more > 0 ? [`and ${more} more`] : []),
  ];
  return {
    title: `${appName} Alert: ${first?.ruleName ?? ""} (${events.length})`,
    text: text.join("\n"),
    channels: first?.channels ?? [],
    ruleName: first?.ruleName ?? "",
    deviceId: null,
    severity: first?.severity ?? "warning",
    status: events.every(({ status }) => status === "resolved") ? "resolved" : "firing",
    path: "/alerts",
    events,
  };
}
