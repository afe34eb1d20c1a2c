import { z } from "@hono/zod-openapi";
import { integer, timestamp, toTimestamp } from "#platform/http/fields";
import { pagingFields } from "#platform/http/paging";
import type { NotificationQuarantine } from "../quarantine-models";
import type { outbox } from "#platform/tables/outbox";

const STATUSES = ["waiting", "sent", "failed"] as const;
const KINDS = ["alert", "account", "report"] as const;

export const DeliveriesQuery = z.object({
  ...pagingFields,
  limit: integer({ min: 1, max: 500 }).default(100).openapi({ description: "gives a page of so many" }),
  status: z.enum(STATUSES).optional(),
  kind: z.enum(KINDS).optional(),
  target: z.string().max(255).optional().openapi({ description: "exactly that target" }),
});
export type DeliveriesQuery = z.output<typeof DeliveriesQuery>;

const DeliveryAttempt = z
  .object({
    at: timestamp,
    milliseconds: z.int(),
    detail: z.string().openapi({ description: "empty: delivered", example: "HTTP 503" }),
  })
  .openapi("NotificationDeliveryAttempt");

export const NotificationDeliveryRead = z
  .object({
    id: z.int(),
    delivery_id: z.uuid().openapi({ description: "`X-Netatlas-Delivery` of every attempt" }),
    kind: z.enum(KINDS).openapi({
      description: "`account`: a mail to a user; `report`: a report by mail. Only SuperAdmins see these",
    }),
    rule_name: z.string().openapi({ description: "empty: of no rule" }),
    device_id: z.int().nullable(),
    target: z.string().openapi({ example: "profile:3" }),
    subject: z.string(),
    status: z.enum(STATUSES).openapi({
      description: "`waiting`: it is tried, again where `attempts` says so; `failed`: it was given up",
    }),
    detail: z.string().openapi({ description: "why the last attempt failed", example: "HTTP 503" }),
    sent_at: timestamp.openapi({
      description: "of the last attempt; when it was written where there was none",
    }),
    created_at: timestamp,
    next_attempt_at: timestamp.nullable().openapi({
      description:
        "null: none is to come; where the target is in quarantine: the next for it, of whichever notice",
    }),
    attempts: z.int(),
    attempt_log: z.array(DeliveryAttempt).openapi({ description: "the last ten, oldest first" }),
    can_resend: z
      .boolean()
      .openapi({ description: "whether it was given up and its content is still there" }),
  })
  .openapi("NotificationDeliveryRead");
export type NotificationDeliveryRead = z.infer<typeof NotificationDeliveryRead>;

export type DeliveryRow = typeof outbox.$inferSelect;

/** `quarantine`: of where it goes, if it is in one. */
export function toDeliveryRead(
  row: DeliveryRow,
  quarantine?: Pick<NotificationQuarantine, "next_attempt_at">,
): NotificationDeliveryRead {
  return {
    id: row.id,
    delivery_id: row.deliveryId,
    kind: KINDS.find((kind) => kind === row.kind) ?? "alert",
    rule_name: row.ruleName,
    device_id: row.deviceId,
    target: row.destination,
    subject: row.subject,
    status: statusOf(row),
    detail: row.detail,
    sent_at: toTimestamp(row.triedAt ?? row.createdAt),
    created_at: toTimestamp(row.createdAt),
    next_attempt_at: row.state === "waiting" ? (quarantine?.next_attempt_at ?? toTimestamp(row.dueAt)) : null,
    attempts: row.attempts,
    attempt_log: row.attemptLog.map(({ at, ...attempt }) => ({
      ...attempt,
      at: toTimestamp(new Date(at * 1000)),
    })),
    can_resend: row.state === "dead" && row.payload !== null,
  };
}

function statusOf({ state }: DeliveryRow): NotificationDeliveryRead["status"] {
  if (state === "dead") return "failed";
  return state === "sent" ? "sent" : "waiting";
}

/** As the rows have it. */
export function stateOf(status: (typeof STATUSES)[number]): string {
  return status === "failed" ? "dead" : status;
}
