import type { Severity } from "../rules/models";
import type { WaitingEvent } from "../watch/notices";

/** Named in a digest; the others are counted. */
const MOST_LINES = 20;

/** A notice before it is known where it goes. */
export type Told = {
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

const MARKS: Record<Severity, string> = { info: "ℹ️", warning: "⚠️", critical: "🔴" };

/** With what people see first in front of the sentence. */
function lineOf({
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

/** Of one alert. */
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

/** Of the alerts of a storm, all of one rule. */
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
