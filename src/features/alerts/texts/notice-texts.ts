import { fit, lineOf } from "#features/notifications";
import type { Severity } from "../rules/models";
import type { News } from "./news";
import { fillTemplate } from "./template";
import { valuesOf, type Place } from "./values";

/** Named in a digest; the others are counted. */
const MAX_LINES = 20;
/** Of what templates give. */
const LONGEST_TITLE = 250;
const LONGEST_TEXT = 4000;
const LONGEST_LINE = 500;

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
  link: string | undefined;
  /** The one incident that lasts and may be acknowledged by whoever is told; undefined: there is none, or several. */
  acknowledges: Acknowledged | undefined;
  events: readonly News[];
};

export type Acknowledged = { incidentId: number; openedAt: Date };

export type Service = {
  appName: string;
  /** Where users see the service; empty: notices have no link. */
  appUrl: string;
};

const MARKS: Record<Severity, string> = { info: "ℹ️", warning: "⚠️", critical: "🔴" };

/** With what people see first in front of the sentence. */
function markedLineOf({ status, severity, message }: Pick<News, "status" | "severity" | "message">): string {
  return `${status === "resolved" ? "✅" : MARKS[severity]} ${message}`;
}

/** By the rule's template, or as it is usual: the application and the rule. */
export function titleOf(news: News, place: Place): string {
  const title = lineOf(filled(news, { template: news.titleTemplate, place }, LONGEST_TITLE));
  return title === "" ? usualTitle(news, place) : title;
}

function usualTitle({ ruleName }: Pick<News, "ruleName">, { appName }: Pick<Place, "appName">): string {
  return `${appName} Alert: ${ruleName}`;
}

/** By the rule's template, or as it is usual: a heading, a blank line, a sentence. */
export function textOf(news: News, place: Place): string {
  const text = filled(news, { template: news.textTemplate, place }, LONGEST_TEXT).trim();
  return text === "" ? `${place.appName} Alert\n\n${markedLineOf(news)}` : text;
}

/** In a digest: the first line of the template that says something. */
function digestLineOf(news: News, place: Place): string {
  const text = filled(news, { template: news.textTemplate, place }, LONGEST_TEXT).trim();
  return text === "" ? markedLineOf(news) : fit(text.split("\n", 1)[0] ?? "", LONGEST_LINE);
}

function filled(
  news: News,
  { template, place }: { template: string | null; place: Place },
  longest: number,
): string {
  if (template === null) return "";
  const isOver = news.status === "resolved";
  return fillTemplate(template, { values: valuesOf(news, place), isOver }, longest);
}

/** The page about an incident; undefined without APP_URL. */
export function linkOf(appUrl: string, incidentId: number | null): string | undefined {
  if (appUrl === "") return undefined;
  const base = appUrl.replace(/\/+$/, "");
  return incidentId === null ? `${base}/alerts` : `${base}/alerts?incident=${incidentId}`;
}

/** Of one alert. */
export function noticeOf({ appName, appUrl }: Service, news: News): Told {
  const { channels, ruleId, ruleName, deviceId, severity } = news;
  const link = linkOf(appUrl, news.incidentId);
  return {
    title: titleOf(news, { appName, link }),
    text: textOf(news, { appName, link }),
    channels,
    ruleName,
    deviceId,
    severity,
    status: news.status === "resolved" ? "resolved" : "firing",
    groupKey: `rule:${ruleId} ${news.subject}`,
    link,
    acknowledges: acknowledgedOf([news]),
    events: [news],
  };
}

/** Of the alerts of a storm, all of one rule. */
export function digestOf({ appName, appUrl }: Service, events: readonly News[]): Told {
  const [first] = events;
  const ruleName = first?.ruleName ?? "";
  const lines = events
    .slice(0, MAX_LINES)
    .map((news) => digestLineOf(news, { appName, link: linkOf(appUrl, news.incidentId) }));
  const more = events.length - lines.length;
  const text = [
    `${appName} Alert`,
    "",
    `${events.length} alerts:`,
    ...lines,
    ...(more > 0 ? [`and ${more} more`] : []),
  ];
  return {
    title: `${usualTitle({ ruleName }, { appName })} (${events.length})`,
    text: text.join("\n"),
    channels: first?.channels ?? [],
    ruleName,
    deviceId: null,
    severity: first?.severity ?? "warning",
    status: events.every(({ status }) => status === "resolved") ? "resolved" : "firing",
    link: linkOf(appUrl, null),
    acknowledges: acknowledgedOf(events),
    events,
  };
}

/** A link acknowledges one incident. What is over by now needs nobody. */
function acknowledgedOf(events: readonly News[]): Acknowledged | undefined {
  const [first] = events;
  if (first === undefined || !first.hasAcknowledgeLink) return undefined;
  const { incidentId, incidentOpenedAt: openedAt } = first;
  if (incidentId === null || openedAt === null) return undefined;
  const isOne = events.every((news) => news.incidentId === incidentId && news.status === "firing");
  return isOne ? { incidentId, openedAt } : undefined;
}
