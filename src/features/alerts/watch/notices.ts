import { sql } from "drizzle-orm";
import { z } from "zod";
import { listLineCarriers, putAlert } from "#features/notifications";
import type { Db } from "#platform/database";
import { oneLine } from "#platform/one-line";
import type { Outbox } from "#platform/outbox/outbox";
import { devices, sites } from "#tables/topology";
import { acknowledgementLink } from "../acknowledgements/link";
import { presentDeviceName } from "../device-name";
import { AlertLine } from "../log-rules/log-matches";
import { severityOf } from "../rules/models";
import type { News } from "../texts/news";
import type { Told } from "../texts/notice-texts";

/** Of a notice. */
const MAX_LOG_LINES = 10;

export const WaitingEvent = z.object({
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
});
export type WaitingEvent = z.infer<typeof WaitingEvent>;

/** The same in a statement that has the rows `event` and `rule`, and joins `waitingJoins`; but for the channels. */
export const waitingColumns = sql`event.id::float8 AS id, rule.id::float8 AS "ruleId", event.rule_name AS "ruleName",
  event.event_type AS "eventType", event.severity, event.status, event.subject, event.device_id::float8 AS "deviceId",
  event.incident_id::float8 AS "incidentId", event.fired_at AS "firedAt", event.message, event.lines,
  rule.title_template AS "titleTemplate", rule.text_template AS "textTemplate",
  rule.acknowledge_link AS "hasAcknowledgeLink", ${presentDeviceName} AS "deviceName",
  ${devices.ipAddress} AS "deviceAddress", ${sites.name} AS "siteName", told_incident.opened_at AS "incidentOpenedAt",
  coalesce(event.started_at, event.fired_at) AS "startedAt", statement_timestamp() AS "toldAt"`;

export const waitingJoins = sql`
  LEFT JOIN ${devices} ON ${devices.id} = event.device_id LEFT JOIN ${sites} ON ${sites.id} = ${devices.siteId}
  LEFT JOIN alert_incidents told_incident ON told_incident.id = event.incident_id`;

export type NoticeContext = {
  db: Db;
  outbox: Outbox;
  appName: string;
  /** Where users see the service; empty: notices have no link. */
  appUrl: string;
  /** What links to acknowledge are signed with. */
  secretKey: string;
};

/** Writes a notice for each of its channels; with log lines where they may be read. */
export async function put(ctx: NoticeContext, told: Told): Promise<void> {
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
  const lines = events.flatMap((event) => event.lines ?? []).slice(0, MAX_LOG_LINES);
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
