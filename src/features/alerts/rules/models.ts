import { z } from "@hono/zod-openapi";
import { CheckScope } from "#features/monitoring";
import { SEVERITIES } from "#features/notifications";
import { boolean, id, integer, integerOrNull, number, timestamp, toTimestamp } from "#platform/http/fields";
import {
  logDefaults,
  logFields,
  logProblemOf,
  logRead,
  toLogColumns,
  toLogFields,
  type LogFields,
} from "./log-models";
import { ruleTexts, ruleTextsRead, textColumnsOf, textDefaults, textFieldsOf } from "./text-models";
import { DEVICE_TYPES, EVENT_TYPES, eventTypeOf, isEventType, LATENCY_TYPES } from "../event-types";
import type { alertRules } from "../tables";
import { channelList } from "./channel-list";
import {
  timingColumns,
  timingDefaults,
  timingFields,
  timingNow,
  TIMING_OF_NOW,
  timingOf,
  timingProblem,
  timingRead,
} from "./timing-models";

export type Severity = (typeof SEVERITIES)[number];

const eventType = z
  .string()
  .refine(isEventType, `event_type must be one of [${EVENT_TYPES.map((known) => `'${known}'`).join(", ")}]`)
  .transform(eventTypeOf)
  .openapi({ type: "string", enum: [...EVENT_TYPES] });

const bounded = (limits: { min: number; max: number }, description: string) =>
  integer(limits)
    .nullable()
    .openapi({ type: ["integer", "null"], minimum: limits.min, maximum: limits.max, description });

const percent = (description: string) =>
  number({ min: 1, max: 100 })
    .nullable()
    .openapi({ type: ["number", "null"], minimum: 1, maximum: 100, description });

const fields = {
  name: z.string().trim().min(1).max(120).openapi({ example: "Core is down" }),
  enabled: boolean(),
  event_type: eventType,
  device_id: integerOrNull().openapi({ description: "null: every device, or those of the scope" }),
  port_target_id: integerOrNull().openapi({ description: "a service check; null: every one" }),
  monitor_id: integerOrNull().openapi({ description: "null: every monitor" }),
  scope: CheckScope.nullable().openapi({ description: "devices by type, tag, group, site or network" }),
  severity: z.enum(SEVERITIES),
  channels: channelList,
  cooldown_minutes: integer({ min: 1, max: 1440 }).openapi({
    description: "between two alerts of the rule about the same thing; what lasts longer is told then",
  }),
  for_minutes: integer({ min: 0, max: 1440 }).openapi({
    description: "how long trouble must last before it is told",
  }),
  notify_recovery: boolean().openapi({
    description: "whether the end of trouble is told, too: only where its beginning was",
  }),
  threshold_ms: bounded(
    { min: 1, max: 60_000 },
    `of ${LATENCY_TYPES.map((type) => `\`${type}\``).join(", ")}`,
  ),
  loss_pct_threshold: percent("of `ping_loss_above`"),
  loss_window_minutes: integer({ min: 5, max: 1440 }).openapi({ description: "of `ping_loss_above`" }),
  threshold_percent: percent("of `ipam_utilisation` (null: 90) and `disk_low`: how much is used (null: 90)"),
  days_before: bounded(
    { min: 1, max: 365 },
    "of `certificate_expiry` (null: 14) and `reservation_expiring` (null: 3)",
  ),
  ...logFields,
  ...ruleTexts,
  ...timingFields,
};

export const AlertRuleCreate = z
  .object({
    ...fields,
    enabled: fields.enabled.default(true),
    device_id: fields.device_id.default(null),
    port_target_id: fields.port_target_id.default(null),
    monitor_id: fields.monitor_id.default(null),
    scope: fields.scope.default(null),
    severity: fields.severity.default("warning"),
    channels: fields.channels.default([]),
    cooldown_minutes: fields.cooldown_minutes.default(30),
    for_minutes: fields.for_minutes.default(0),
    notify_recovery: fields.notify_recovery.default(true),
    threshold_ms: fields.threshold_ms.default(null),
    loss_pct_threshold: fields.loss_pct_threshold.default(null),
    loss_window_minutes: fields.loss_window_minutes.default(60),
    threshold_percent: fields.threshold_percent.default(null),
    days_before: fields.days_before.default(null),
    ...logDefaults,
    ...textDefaults,
    ...timingDefaults,
  })
  .superRefine((rule, context) => {
    const message = problemOf(rule);
    if (message !== undefined) context.addIssue({ code: "custom", message });
  })
  .openapi("AlertRuleCreate");
export type AlertRuleCreate = z.output<typeof AlertRuleCreate>;

export const AlertRuleUpdate = z
  .object(fields)
  .partial()
  .openapi("AlertRuleUpdate", { description: "Absent fields stay as they are." });
export type AlertRuleUpdate = z.output<typeof AlertRuleUpdate>;

type Bounds = Pick<
  AlertRuleCreate,
  | "event_type"
  | "threshold_ms"
  | "loss_pct_threshold"
  | "device_id"
  | "scope"
  | "port_target_id"
  | "monitor_id"
  | "channels"
  | "escalation"
> &
  LogFields;

/** What a rule lacks or has too much of, in the words of the API; undefined: nothing. */
export function problemOf(rule: Bounds): string | undefined {
  const { event_type: type } = rule;
  if (LATENCY_TYPES.includes(type) && rule.threshold_ms === null)
    return `threshold_ms is required for ${type} rules`;
  if (type === "ping_loss_above" && rule.loss_pct_threshold === null)
    return "loss_pct_threshold is required for ping_loss_above rules";
  if (rule.device_id !== null && rule.scope !== null) return "device_id and scope exclude each other";
  if (rule.scope !== null && !DEVICE_TYPES.has(type)) return `${type} rules have no scope of devices`;
  return logProblemOf(rule) ?? timingProblem(rule);
}

export const AlertRuleRead = z
  .object({
    id: z.int(),
    name: z.string(),
    enabled: z.boolean(),
    event_type: z.string().openapi({ enum: [...EVENT_TYPES] }),
    device_id: z.int().nullable(),
    port_target_id: z.int().nullable(),
    monitor_id: z.int().nullable(),
    scope: CheckScope.nullable(),
    severity: z.enum(SEVERITIES),
    channels: z.array(z.string()),
    cooldown_minutes: z.int(),
    for_minutes: z.int(),
    notify_recovery: z.boolean(),
    threshold_ms: z.int().nullable(),
    loss_pct_threshold: z.number().nullable(),
    loss_window_minutes: z.int(),
    threshold_percent: z.number().nullable(),
    days_before: z.int().nullable(),
    ...logRead,
    ...ruleTextsRead,
    ...timingRead,
    device_name: z.string().nullable(),
    port_target_label: z.string().nullable(),
    monitor_name: z.string().nullable(),
    last_triggered_at: timestamp.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .openapi("AlertRuleRead");
export type AlertRuleRead = z.infer<typeof AlertRuleRead>;

/** That a rule has fired, or that a thing has another name, does not change it. */
export const RULE_VERSION = {
  without: ["last_triggered_at", "device_name", "port_target_label", "monitor_name", ...TIMING_OF_NOW],
} as const;

export type RuleRow = typeof alertRules.$inferSelect;

/** What people call the things that a rule names; null: it names none. */
export type RuleNames = Pick<AlertRuleRead, "device_name" | "port_target_label" | "monitor_name">;

export function toRuleRead(row: RuleRow, names: RuleNames, now: Date): AlertRuleRead {
  return {
    id: row.id,
    ...toRuleFields(row),
    ...timingNow(row, row.severity, now),
    ...names,
    last_triggered_at: row.lastTriggeredAt === null ? null : toTimestamp(row.lastTriggeredAt),
    created_at: toTimestamp(row.createdAt),
    updated_at: toTimestamp(row.updatedAt),
  };
}

export function severityOf(text: string): Severity {
  return SEVERITIES.find((known) => known === text) ?? "warning";
}

/** What a person has said of the rule, as the audit log keeps it. */
export function toRuleFields(row: RuleRow) {
  return {
    name: row.name,
    enabled: row.enabled,
    event_type: row.eventType,
    device_id: row.deviceId,
    port_target_id: row.serviceCheckId,
    monitor_id: row.monitorId,
    scope: row.scope,
    severity: severityOf(row.severity),
    channels: row.channels,
    cooldown_minutes: row.cooldownMinutes,
    for_minutes: row.forMinutes,
    notify_recovery: row.notifiesRecovery,
    threshold_ms: row.thresholdMs,
    loss_pct_threshold: row.lossPctThreshold,
    loss_window_minutes: row.lossWindowMinutes,
    threshold_percent: row.thresholdPercent,
    days_before: row.daysBefore,
    ...toLogFields(row),
    ...textFieldsOf(row),
    ...timingOf(row),
  };
}

export function toRuleColumns(input: AlertRuleCreate) {
  return {
    name: input.name,
    enabled: input.enabled,
    eventType: input.event_type,
    deviceId: input.device_id,
    serviceCheckId: input.port_target_id,
    monitorId: input.monitor_id,
    scope: input.scope,
    severity: input.severity,
    channels: input.channels,
    cooldownMinutes: input.cooldown_minutes,
    forMinutes: input.for_minutes,
    notifiesRecovery: input.notify_recovery,
    thresholdMs: input.threshold_ms,
    lossPctThreshold: input.loss_pct_threshold,
    lossWindowMinutes: input.loss_window_minutes,
    thresholdPercent: input.threshold_percent,
    daysBefore: input.days_before,
    ...toLogColumns(input),
    ...textColumnsOf(input),
    ...timingColumns(input),
  };
}

/** A rule as far as people say what it is: it need not be kept. */
export type RuleDraft = Pick<RuleRow, keyof ReturnType<typeof toRuleColumns>>;

export const ruleParams = z.object({ rule_id: id });

export const AlertTestResult = z.record(z.string(), z.string()).openapi("AlertTestResult", {
  description: "of each channel: `ok`, or why nothing was delivered",
  example: { ntfy: "ok" },
});
export type AlertTestResult = z.infer<typeof AlertTestResult>;
