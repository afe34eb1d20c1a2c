import type { AlertRule } from "../../api/alerts";
import type { Model } from "../../api/client";
import { kindLabel, kindOf, type EventKind } from "../../components/alert-rule/event-kinds";
import { toScope, toThings, type ScopeThing } from "../../components/scope-field/scope";
import { SEVERITIES } from "../../api/severities";
import { LOG_LABELS, logValuesOf, NEW_LOG, toLogRule, type LogValues } from "./log/log-values";
import type { RuleFormSearch } from "./search";
import {
  describeTiming,
  newTiming,
  TIMING_LABELS,
  TIMING_RULES,
  timingValuesOf,
  toTiming,
  type TimingValues,
} from "./timing/timing-values";

type Body = Required<Model<"AlertRuleCreate">>;

/** The fields as people fill them in. Those of every type are there, so that another choice of type loses nothing. */
export type RuleValues = {
  name: string;
  event_type: string;
  where: string;
  device_id: string;
  things: readonly ScopeThing[];
  port_target_id: string;
  monitor_id: string;
  threshold_ms: string;
  loss_pct_threshold: string;
  loss_window_minutes: string;
  threshold_percent: string;
  days_before: string;
  for_minutes: string;
  severity: string;
  channels: readonly string[];
  cooldown_minutes: string;
  notify_recovery: boolean;
  title_template: string;
  text_template: string;
  acknowledge_link: boolean;
  enabled: boolean;
} & LogValues &
  TimingValues;

export const LABELS: Readonly<Record<keyof RuleValues, string>> = {
  name: "Name",
  event_type: "What",
  where: "Of",
  device_id: "Device",
  things: "Covers",
  port_target_id: "Service check",
  monitor_id: "Monitor",
  threshold_ms: "Longer than (ms)",
  loss_pct_threshold: "More than (%)",
  loss_window_minutes: "Within (minutes)",
  threshold_percent: "From (%)",
  days_before: "Days before",
  for_minutes: "Once it has lasted (minutes)",
  severity: "Severity",
  channels: "Tell",
  cooldown_minutes: "Not again within (minutes)",
  notify_recovery: "Also tell when it is over",
  title_template: "Title",
  text_template: "Text",
  acknowledge_link: "Link to acknowledge",
  enabled: "In use",
  ...LOG_LABELS,
  ...TIMING_LABELS,
};

const NEW_RULE: RuleValues = {
  name: kindLabel("device_offline"),
  event_type: "device_offline",
  where: "every",
  device_id: "",
  things: [],
  port_target_id: "",
  monitor_id: "",
  threshold_ms: "",
  loss_pct_threshold: "",
  loss_window_minutes: "60",
  threshold_percent: "",
  days_before: "",
  for_minutes: "0",
  severity: "warning",
  channels: [],
  cooldown_minutes: "30",
  notify_recovery: true,
  title_template: "",
  text_template: "",
  acknowledge_link: true,
  enabled: true,
  ...NEW_LOG,
  ...newTiming(),
};

/** What a form begins with. */
export function newRule({ device, check, monitor, q }: RuleFormSearch): RuleValues {
  if (q !== undefined) return ofType("log_pattern", q);
  if (device !== undefined) return { ...NEW_RULE, where: "device", device_id: String(device) };
  if (check !== undefined)
    return { ...ofType("service_down"), where: "check", port_target_id: String(check) };
  if (monitor !== undefined)
    return { ...ofType("monitor_down"), where: "monitor", monitor_id: String(monitor) };
  return NEW_RULE;
}

function ofType(type: string, query = ""): RuleValues {
  const values = { ...NEW_RULE, event_type: type, log_query: query };
  return { ...values, name: usualName(values) };
}

const LONGEST_NAME = 120;

/** What a rule is called that nobody has named: by its search where it has one, as several may stand in a list. */
export function usualName({
  event_type: type,
  log_query,
}: Pick<RuleValues, "event_type" | "log_query">): string {
  const query = log_query.trim();
  if (type !== "log_pattern" || query === "") return kindLabel(type);
  const name = `Log lines match “${query}”`;
  if (name.length <= LONGEST_NAME) return name;
  // The API refuses half a surrogate pair.
  return `${name.slice(0, LONGEST_NAME - 2).toWellFormed()}…”`;
}

/** The name once the type or the search has changed: one that somebody has given stays. */
export function nameBehind(
  old: Pick<RuleValues, "name" | "event_type" | "log_query">,
  changed: Partial<Pick<RuleValues, "event_type" | "log_query">>,
): string {
  const isUsual = old.name.trim() === "" || old.name === usualName(old);
  return isUsual ? usualName({ ...old, ...changed }) : old.name;
}

const CHOICES: Readonly<Record<EventKind["about"], readonly { value: string; label: string }[]>> = {
  devices: [
    { value: "every", label: "Every device" },
    { value: "device", label: "One device" },
    { value: "scope", label: "Devices by type, tag, place or network" },
  ],
  services: [
    { value: "every", label: "Every service" },
    { value: "check", label: "One service check" },
    { value: "device", label: "Services on one device" },
    { value: "scope", label: "Services on devices by type, tag, place or network" },
  ],
  monitors: [
    { value: "every", label: "Every monitor" },
    { value: "monitor", label: "One monitor" },
  ],
  lines: [
    { value: "every", label: "Every sender" },
    { value: "device", label: "One device" },
    { value: "scope", label: "Devices by type, tag, place or network" },
  ],
  senders: [
    { value: "every", label: "Every sender" },
    { value: "sender", label: "One address" },
    { value: "device", label: "One device" },
    { value: "scope", label: "Devices by type, tag, place or network" },
  ],
  nothing: [],
};

/** What a rule of the type can be about; none where there is nothing to choose. */
export function whereChoices(type: string): readonly { value: string; label: string }[] {
  return CHOICES[kindOf(type)?.about ?? "nothing"];
}

/** Of values that were filled in for another type only what this one takes. */
export function whereOf({ event_type: type, where }: Pick<RuleValues, "event_type" | "where">): string {
  return whereChoices(type).some(({ value }) => value === where) ? where : "every";
}

const text = (value: number | null) => (value === null ? "" : String(value));

export function valuesOf(rule: AlertRule): RuleValues {
  return {
    name: rule.name,
    event_type: rule.event_type,
    where: whereOfRule(rule),
    device_id: text(rule.device_id),
    things: rule.scope === null ? [] : toThings(rule.scope),
    port_target_id: text(rule.port_target_id),
    monitor_id: text(rule.monitor_id),
    threshold_ms: text(rule.threshold_ms),
    loss_pct_threshold: text(rule.loss_pct_threshold),
    loss_window_minutes: text(rule.loss_window_minutes),
    threshold_percent: text(rule.threshold_percent),
    days_before: text(rule.days_before),
    for_minutes: text(rule.for_minutes),
    severity: rule.severity,
    channels: rule.channels,
    cooldown_minutes: text(rule.cooldown_minutes),
    notify_recovery: rule.notify_recovery,
    title_template: rule.title_template ?? "",
    text_template: rule.text_template ?? "",
    acknowledge_link: rule.acknowledge_link,
    enabled: rule.enabled,
    ...logValuesOf(rule),
    ...timingValuesOf(rule),
  };
}

function whereOfRule(rule: AlertRule): string {
  if (rule.monitor_id !== null) return "monitor";
  if (rule.port_target_id !== null) return "check";
  if (rule.device_id !== null) return "device";
  if (rule.sender !== null) return "sender";
  return rule.scope === null ? "every" : "scope";
}

/**
 * As the service takes it; what concerns other types is left out. A number that is none goes as it is, and is refused
 * there.
 */
export function toRule(values: RuleValues): Body {
  const kind = kindOf(values.event_type);
  const where = whereOf(values);
  const only = (bound: EventKind["bound"], value: string) =>
    kind?.bound === bound ? numberOr(value, null) : null;
  return {
    name: values.name.trim(),
    event_type: kind?.value ?? "device_offline",
    device_id: where === "device" ? numberOr(values.device_id, null) : null,
    scope: where === "scope" ? toScope(values.things) : null,
    port_target_id: where === "check" ? numberOr(values.port_target_id, null) : null,
    monitor_id: where === "monitor" ? numberOr(values.monitor_id, null) : null,
    threshold_ms: only("latency", values.threshold_ms),
    loss_pct_threshold: only("loss", values.loss_pct_threshold),
    loss_window_minutes: kind?.bound === "loss" ? numberOr(values.loss_window_minutes, 60) : 60,
    threshold_percent: only("percent", values.threshold_percent),
    days_before: only("days", values.days_before),
    for_minutes: kind?.lasts === false ? 0 : numberOr(values.for_minutes, 0),
    severity: SEVERITIES.find((severity) => severity === values.severity) ?? "warning",
    channels: [...values.channels],
    cooldown_minutes: numberOr(values.cooldown_minutes, 30),
    notify_recovery: values.notify_recovery,
    title_template: textOrNull(values.title_template),
    text_template: textOrNull(values.text_template),
    acknowledge_link: values.acknowledge_link,
    enabled: values.enabled,
    ...toLogRule(values, { kind, where }),
    ...toTiming(values, kind?.lasts !== false),
  };
}

function textOrNull(written: string): string | null {
  return written.trim() === "" ? null : written;
}

function numberOr<Blank>(written: string, blank: Blank): number | Blank {
  return written.trim() === "" ? blank : Number(written);
}

/** A value as people read it, for when two are compared. */
export function describeField(name: string, value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  const timing = describeTiming(value);
  if (timing !== undefined) return timing;
  if (!Array.isArray(value)) return String(value);
  const listed: readonly unknown[] = value;
  return listed.map((one) => (name === "things" ? describeThing(one) : String(one))).join(", ");
}

function describeThing(thing: unknown): string {
  if (typeof thing !== "object" || thing === null || !("kind" in thing)) return String(thing);
  const name = "name" in thing && thing.name !== "" ? thing.name : "id" in thing ? thing.id : "";
  return `${String(thing.kind)} ${String(name)}`;
}

type Rule = (value: string, values: RuleValues) => string | null;

/** A whole number within bounds, asked for where the type has the field. */
function number(
  { min, max, isWhole = true }: { min: number; max: number; isWhole?: boolean },
  applies: (kind: EventKind | undefined) => "needed" | "wanted" | "absent",
): Rule {
  return (written, { event_type: type }) => {
    const need = applies(kindOf(type));
    if (need === "absent") return null;
    if (written.trim() === "") return need === "needed" ? "A number is missing" : null;
    const value = Number(written);
    const isFit = value >= min && value <= max && (!isWhole || Number.isInteger(value));
    return isFit ? null : `${isWhole ? "A whole number" : "A number"} from ${min} to ${max}`;
  };
}

const ofBound = (bound: EventKind["bound"], need: "needed" | "wanted") => (kind: EventKind | undefined) =>
  kind?.bound === bound ? need : "absent";

const chosen =
  (where: string, message: string): Rule =>
  (id, values) =>
    whereOf(values) === where && id === "" ? message : null;

export const RULES = {
  name: (written: string) => (written.trim() === "" ? "The name is missing" : null),
  device_id: chosen("device", "Choose one of the devices that the list shows"),
  port_target_id: chosen("check", "Choose one of the checks that the list shows"),
  monitor_id: chosen("monitor", "Choose one of the monitors that the list shows"),
  things: (things: readonly ScopeThing[], values: RuleValues) =>
    whereOf(values) === "scope" && things.length === 0 ? "Nothing is chosen" : null,
  threshold_ms: number({ min: 1, max: 60_000 }, ofBound("latency", "needed")),
  loss_pct_threshold: number({ min: 1, max: 100, isWhole: false }, ofBound("loss", "needed")),
  loss_window_minutes: number({ min: 5, max: 1440 }, ofBound("loss", "needed")),
  threshold_percent: number({ min: 1, max: 100, isWhole: false }, ofBound("percent", "wanted")),
  days_before: number({ min: 1, max: 365 }, ofBound("days", "wanted")),
  for_minutes: number({ min: 0, max: 1440 }, (kind) => (kind?.lasts === false ? "absent" : "needed")),
  cooldown_minutes: number({ min: 1, max: 1440 }, () => "needed"),
  log_query: (written: string, { event_type: type }: RuleValues) =>
    ["query", "rate"].includes(kindOf(type)?.bound ?? "") && written.trim() === ""
      ? "The search is missing"
      : null,
  log_lines: number({ min: 1, max: 1_000_000_000 }, (kind) =>
    kind?.bound === "rate" ? "needed" : kind?.bound === "query" ? "wanted" : "absent",
  ),
  log_window_minutes: number({ min: 1, max: 1440 }, (kind) =>
    kind?.bound === "rate" || kind?.bound === "query" ? "needed" : "absent",
  ),
  sender: (written: string, values: RuleValues) =>
    whereOf(values) === "sender" && written.trim() === "" ? "The address is missing" : null,
  silent_minutes: number({ min: 1, max: 10_080 }, ofBound("silence", "wanted")),
  ...TIMING_RULES,
};
