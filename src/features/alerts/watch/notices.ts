import { sql } from "drizzle-orm";
import { z } from "zod";
import { listLineCarriers, putAlert } from "#features/notifications";
import { devicesInScopes } from "#features/monitoring";
import { anyOf } from "#platform/any-of";
import type { Db } from "#platform/database";
import { oneLine } from "#platform/one-line";
import type { Outbox } from "#platform/outbox/outbox";
import { AlertLine } from "../log-rules/log-matches";
import { devices, sites } from "#tables/topology";
import { presentDeviceName } from "../device-name";
import { severityOf } from "../rules/models";
import { acknowledgementLink } from "../acknowledgements/link";
import type { News } from "../texts/news";
import { digestOf, noticeOf, type Told } from "../texts/notice-texts";

/** So many notices of a rule go out one by one; what comes beyond them is told together. */
const SINGLE_NOTICES = 3;
/** How long what comes beyond them waits, counted from the first. */
const BURST_SECONDS = 60;
/** Of a notice. */
const MOST_LOG_LINES = 10;
/** Read at once. */
const MOST_WAITING = 2000;

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
  lines: z.array(AlertLine).nullable(),
  titleTemplate: z.string().nullable(),
  textTemplate: z.string().nullable(),
  hasAcknowledgeLink: z.boolean(),
  deviceName: z.string().nullable(),
  deviceAddress: z.string().nullable(),
  siteName: z.string().nullable(),
  incidentOpenedAt: z.coerce.date().nullable(),
  startedAt: z.coerce.date(),
  toldAt: z.coerce.date(),
  singleNotices: z.number(),
});
type WaitingEvent = z.infer<typeof WaitingEvent>;

type Context = {
  db: Db;
  outbox: Outbox;
  appName: string;
  /** Where users see the service; empty: notices have no link. */
  appUrl: string;
  /** What links to acknowledge are signed with. */
  secretKey: string;
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
  if (isDigest) await put(ctx, digestOf(ctx, events));
  else for (const event of told) await put(ctx, noticeOf(ctx, event));
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
      event.incident_id::float8 AS "incidentId", event.fired_at AS "firedAt", event.message, event.lines,
      rule.title_template AS "titleTemplate", rule.text_template AS "textTemplate",
      rule.acknowledge_link AS "hasAcknowledgeLink", ${presentDeviceName} AS "deviceName",
      ${devices.ipAddress} AS "deviceAddress", ${sites.name} AS "siteName", incident.opened_at AS "incidentOpenedAt",
      coalesce(event.started_at, event.fired_at) AS "startedAt", statement_timestamp() AS "toldAt",
      CASE WHEN rule.burst_started_at > statement_timestamp() - make_interval(secs => ${BURST_SECONDS})
          AND rule.burst_started_at <= statement_timestamp()
        THEN rule.burst_count ELSE 0 END AS "singleNotices"
    FROM alert_events event JOIN alert_rules rule ON rule.id = event.alert_rule_id
      LEFT JOIN ${devices} ON ${devices.id} = event.device_id LEFT JOIN ${sites} ON ${sites.id} = ${devices.siteId}
      LEFT JOIN alert_incidents incident ON incident.id = event.incident_id
    WHERE event.notice = 'waiting' ORDER BY event.id LIMIT ${MOST_WAITING}`);
  return z.array(WaitingEvent).parse([...rows]);
}

async function put(ctx: Context, told: Told): Promise<void> {
  const { channels, acknowledges, events: own, ...notice } = told;
  const carriers = own.some(({ lines }) => lines !== null) ? await listLineCarriers(ctx.db) : NOBODY;
  for (const target of channels) {
    const withLines = carriers.has(target);
    const acknowledgeLink = await acknowledgementLink(ctx, { ...acknowledges, target });
    await putAlert(ctx.outbox, ctx.db, {
      ...notice,
      text: withLines ? `${notice.text}${linesText(own)}` : notice.text,
      target,
      acknowledgeLink,
      events: own.map((event) => toNoticeEvent(event, { withLines })),
    });
  }
}

const NOBODY: ReadonlySet<string> = new Set();

/** The log lines below what is told, each on its own; empty where there are none. */
function linesText(events: readonly News[]): string {
  const lines = events.flatMap((event) => event.lines ?? []).slice(0, MOST_LOG_LINES);
  return lines.length === 0 ? "" : `\n\n${lines.map(({ text }) => oneLine(text)).join("\n")}`;
}

function toNoticeEvent(event: News, { withLines }: { withLines: boolean }) {
  return {
    event: event.eventType,
    status: event.status,
    severity: event.severity,
    subject: event.subject,
    device_id: event.deviceId,
    incident_id: event.incidentId,
    fired_at: event.firedAt.toISOString(),
    message: event.message,
    ...(withLines && event.lines !== null && { lines: event.lines }),
  };
}
