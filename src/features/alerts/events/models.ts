import { z } from "@hono/zod-openapi";
import { SEVERITIES } from "#features/notifications";
import { id, integer, timestamp, toTimestamp } from "#platform/http/fields";
import { pagingFields } from "#platform/http/paging";
import { AlertLine } from "../log-rules/log-matches";
import { severityOf } from "../rules/models";
import type { alertEvents } from "../tables";

const STATUSES = ["firing", "resolved", "happened"] as const;
const NOTICES = ["waiting", "sent", "silenced", "kept", "dropped", "none"] as const;

export const AlertEventsQuery = z.object({
  ...pagingFields,
  limit: integer({ min: 1, max: 500 }).default(100).openapi({ description: "gives a page of so many" }),
  device_id: id.optional(),
  rule_id: id.optional(),
  incident_id: id.optional(),
  severity: z.enum(SEVERITIES).optional(),
});
export type AlertEventsQuery = z.output<typeof AlertEventsQuery>;

export const AlertEventRead = z
  .object({
    id: z.int(),
    alert_rule_id: z.int().nullable().openapi({ description: "null: the rule is gone" }),
    alert_rule_name: z.string(),
    device_id: z.int().nullable(),
    device_name: z
      .string()
      .nullable()
      .openapi({ description: "null: it is about no device, or the device is gone" }),
    event_type: z.string().openapi({ example: "device_offline" }),
    fired_at: timestamp,
    message: z.string(),
    severity: z.enum(SEVERITIES),
    status: z.enum(STATUSES).openapi({
      description: "`firing`: it began; `resolved`: it is over; `happened`: it has no length",
    }),
    incident_id: z.int().nullable(),
    subject: z.string().openapi({ example: "device:12", description: "what it is about" }),
    notice: z.enum(NOTICES).openapi({
      description:
        "`waiting`: it is to be told; `silenced`: a silence keeps it; `kept`: quiet hours or the rule's schedule do, or what stands before it; `dropped`: its " +
        "rule was removed or disabled before; `none`: nobody is to be told",
    }),
    lines: z.array(AlertLine).nullable().openapi({
      description: "the first log lines that it was found by; null: none, or not for the caller",
    }),
  })
  .openapi("AlertEventRead");
export type AlertEventRead = z.infer<typeof AlertEventRead>;

export type EventRow = typeof alertEvents.$inferSelect & { deviceName: string | null };

export function toEventRead(row: EventRow, { withLines }: { withLines: boolean }): AlertEventRead {
  return {
    id: row.id,
    alert_rule_id: row.alertRuleId,
    alert_rule_name: row.ruleName,
    device_id: row.deviceId,
    device_name: row.deviceName,
    event_type: row.eventType,
    fired_at: toTimestamp(row.firedAt),
    message: row.message,
    severity: severityOf(row.severity),
    status: STATUSES.find((known) => known === row.status) ?? "happened",
    incident_id: row.incidentId,
    subject: row.subject,
    notice: NOTICES.find((known) => known === row.notice) ?? "none",
    lines: withLines && row.lines !== null ? [...row.lines] : null,
  };
}
