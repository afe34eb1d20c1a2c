import { z } from "@hono/zod-openapi";
import { SEVERITIES } from "#features/notifications";
import { id, integer, timestamp } from "#platform/http/fields";
import { pagingFields } from "#platform/http/paging";

const STATUSES = ["open", "acknowledged", "resolved"] as const;

export const AlertIncidentsQuery = z.object({
  ...pagingFields,
  limit: integer({ min: 1, max: 500 }).default(100).openapi({ description: "gives a page of so many" }),
  status: z.enum(["open", "unacknowledged", "resolved"]).optional().openapi({
    description:
      "`open`: those that last, acknowledged or not; `unacknowledged`: those of them that nobody sees to",
  }),
  severity: z.enum(SEVERITIES).optional(),
  device_id: id.optional(),
});
export type AlertIncidentsQuery = z.output<typeof AlertIncidentsQuery>;

export const AlertIncidentRead = z
  .object({
    id: z.int(),
    title: z.string().openapi({ example: "sw1 (192.0.2.1) is now OFFLINE" }),
    subject: z.string().openapi({ example: "device:12", description: "what it is about" }),
    device_id: z.int().nullable(),
    device_name: z
      .string()
      .nullable()
      .openapi({ description: "null: it is about no device, or the device is gone" }),
    service_check_id: z
      .int()
      .nullable()
      .openapi({ description: "null: it is about no check, or that is gone" }),
    monitor_id: z.int().nullable().openapi({ description: "null: it is about no monitor, or that is gone" }),
    severity: z.enum(SEVERITIES).openapi({ description: "of the gravest rule that tells of it" }),
    status: z.enum(STATUSES),
    opened_at: timestamp,
    resolved_at: timestamp.nullable(),
    resolution: z.string().nullable().openapi({ description: "why it ended" }),
    duration_seconds: z.int(),
    acknowledged_at: timestamp.nullable(),
    acknowledged_by: z.string().nullable(),
    note: z.string().nullable(),
    escalated_at: timestamp.nullable().openapi({ description: "null: nobody was told further" }),
    escalation_step: z.int().openapi({ description: "the highest that was told; 0: none" }),
    alerts: z.int().openapi({ description: "what rules have found of it" }),
  })
  .openapi("AlertIncidentRead");
export type AlertIncidentRead = z.infer<typeof AlertIncidentRead>;

export const AcknowledgeRequest = z
  .object({
    note: z
      .string()
      .trim()
      .max(500)
      .nullable()
      .default(null)
      .openapi({ description: "for those who look next" }),
  })
  .openapi("AlertAcknowledgement");
export type AcknowledgeRequest = z.output<typeof AcknowledgeRequest>;
