import type { Severity } from "../../api/incidents";
import { formatNumber } from "../../format/number";
import { formatDuration } from "../../format/time";
import type { ScopeThing } from "../scope-field/scope";
import { THING_WORDS } from "../scope-picker/thing-picker";
import { kindLabel, kindOf, withCapital } from "./event-kinds";

/** What a rule is about, with names instead of ids. */
export type RuleSubject = {
  event_type: string;
  /** Each undefined where the rule does not name it. */
  device?: string | undefined;
  check?: string | undefined;
  monitor?: string | undefined;
  things: readonly ScopeThing[];
  threshold_ms: number | null;
  loss_pct_threshold: number | null;
  loss_window_minutes: number;
  threshold_percent: number | null;
  days_before: number | null;
  log_query: string | null;
  log_lines: number | null;
  log_window_minutes: number;
  log_comparison: string;
  per_sender: boolean;
  sender: string | null;
  silent_minutes: number | null;
};

const MINUTE_MS = 60_000;
/** While a number is being typed it may be none. */
const duration = (milliseconds: number) =>
  Number.isFinite(milliseconds) ? formatDuration(milliseconds) : "…";
const minutes = (count: number) => duration(count * MINUTE_MS);

const LISTS = {
  or: new Intl.ListFormat("en-GB", { type: "disjunction" }),
  and: new Intl.ListFormat("en-GB", { type: "conjunction" }),
} as const;

/** `type router or switch and site Berlin`: each kind that is named has to fit. */
export function thingsWords(things: readonly ScopeThing[]): string {
  const kinds = Map.groupBy(things, ({ kind }) => kind);
  const parts = [...kinds].map(
    ([kind, named]) => `${THING_WORDS[kind]} ${LISTS.or.format(named.map(({ name }) => name))}`,
  );
  return LISTS.and.format(parts);
}

/** `A device of site Berlin goes down`: for lists. */
export function aboutWords(rule: RuleSubject): string {
  return withCapital(subjectWords(rule));
}

/** `a device of site Berlin goes down`, without a capital and a full stop. */
function subjectWords(rule: RuleSubject): string {
  const kind = kindOf(rule.event_type);
  if (kind === undefined) return kindLabel(rule.event_type);
  return [nounOf(rule), `${kind.verb}${boundWords(rule)}`].filter((part) => part !== "").join(" ");
}

function nounOf({ event_type: type, device, check, monitor, things, sender }: RuleSubject): string {
  const kind = kindOf(type);
  if (kind === undefined || kind.about === "nothing") return "";
  if (kind.about === "monitors") return monitor === undefined ? kind.subject : `the monitor ${monitor}`;
  if (kind.about === "senders" && sender !== null) return `the sender ${sender}`;
  const devices = device ?? (things.length === 0 ? undefined : `a device of ${thingsWords(things)}`);
  if (kind.about === "devices" || kind.about === "senders") return devices ?? kind.subject;
  if (kind.about === "lines") return devices === undefined ? kind.subject : `${kind.subject} of ${devices}`;
  const service = check === undefined ? kind.subject : `the check ${check}`;
  return devices === undefined ? service : `${service} on ${devices}`;
}

function boundWords(rule: RuleSubject): string {
  const kind = kindOf(rule.event_type);
  const usual = kind?.usual;
  switch (kind?.bound) {
    case "latency":
      return rule.threshold_ms === null ? "" : `, over ${duration(rule.threshold_ms)}`;
    case "loss":
      return rule.loss_pct_threshold === null
        ? ""
        : `, more than ${rule.loss_pct_threshold} % within ${minutes(rule.loss_window_minutes)}`;
    case "percent":
      return `, ${rule.threshold_percent ?? usual} % or more`;
    case "days":
      return `, ${rule.days_before ?? usual} days before`;
    case "query":
      return `${queryWords(rule)}${countWords(rule)}`;
    case "rate":
      return `${queryWords(rule)}${countWords({ ...rule, log_lines: rule.log_lines ?? Number.NaN })}`;
    case "silence":
      return rule.silent_minutes === null
        ? ", far longer than it usually pauses"
        : ` for ${minutes(rule.silent_minutes)}`;
    default:
      return "";
  }
}

function queryWords({ log_query: query }: RuleSubject): string {
  return query === null ? " …" : ` “${query}”`;
}

function countWords(rule: RuleSubject): string {
  const { log_lines: lines, per_sender: isPerSender } = rule;
  const of = isPerSender ? " from one sender" : "";
  if (lines === null || lines === 1) return isPerSender ? ", for each sender" : "";
  const count = Number.isFinite(lines) ? formatNumber(lines) : "…";
  const bound = rule.log_comparison === "fewer_than" ? `fewer than ${count}` : `${count} or more`;
  return `, ${bound}${of} within ${minutes(rule.log_window_minutes)}`;
}

export type RuleDeed = RuleSubject & {
  severity: Severity;
  /** By their names. */
  channels: readonly string[];
  for_minutes: number;
  cooldown_minutes: number;
  notify_recovery: boolean;
  enabled: boolean;
};

/** What a rule will do, in a sentence or two. */
export function deedWords(rule: RuleDeed): string {
  if (!rule.enabled) return "Switched off, the rule stays and finds nothing.";
  const lasts = kindOf(rule.event_type)?.lasts ?? true;
  const held = lasts && rule.for_minutes > 0 ? ` and that lasts for ${minutes(rule.for_minutes)}` : "";
  const when = `When ${subjectWords(rule)}${held}`;
  const what = lasts ? `a ${rule.severity} incident is opened` : `it is listed as ${rule.severity}`;
  if (rule.channels.length === 0) return `${when}, ${what}; nobody is told, as no channel is chosen.`;
  const told = LISTS.and.format(rule.channels);
  const again = `about the same thing not again within ${minutes(rule.cooldown_minutes)}`;
  const end = lasts && rule.notify_recovery ? ", and once more when it is over" : "";
  return `${when}, ${what} and ${told} ${rule.channels.length === 1 ? "is" : "are"} told: ${again}${end}.`;
}
