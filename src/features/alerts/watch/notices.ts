import { sql } from "drizzle-orm";
import { z } from "zod";
import { putAlert } from "#features/notifications";
import type { Db } from "#platform/database";
import type { Outbox } from "#platform/outbox/outbox";
import { severityOf, type Severity } from "../rules/models";

/** Named in a digest; the others are counted. */
const MOST_LINES = 20;

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
});
export type WaitingEvent = z.infer<typeof WaitingEvent>;

/** The same in a statement that has the rows `event` and `rule`, but for the channels. */
export const waitingColumns = sql`event.id::float8 AS id, rule.id::float8 AS "ruleId", event.rule_name AS "ruleName",
  event.event_type AS "eventType", event.severity, event.status, event.subject, event.device_id::float8 AS "deviceId",
  event.incident_id::float8 AS "incidentId", event.fired_at AS "firedAt", event.message`;

export type NoticeContext = {
  db: Db;
  outbox: Outbox;
  appName: string;
  /** Where users see the service; empty: notices have no link. */
  appUrl: string;
};

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

/** Writes a notice for each of its channels. */
export async function put({ db, outbox, appUrl }: NoticeContext, told: Told): Promise<void> {
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

export function noticeOf(appName: string, event: WaitingEvent): Told {
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

export function digestOf(appName: string, events: readonly WaitingEvent[]): Told {
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
