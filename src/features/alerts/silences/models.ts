import { z } from "@hono/zod-openapi";
import { CheckScope } from "#features/monitoring";
import { dateTime, id, integer, timestamp, toTimestamp } from "#platform/http/fields";
import { pagingFields } from "#platform/http/paging";
import type { alertSilences } from "../tables";

const MAX_NAMED = 500;

const ids = (description: string) =>
  z
    .array(integer({ min: 1 }))
    .max(MAX_NAMED)
    .default([])
    .transform((given) => [...new Set(given)].toSorted((one, other) => one - other))
    .openapi({ type: "array", items: { type: "integer" }, maxItems: MAX_NAMED, description });

export const AlertSilenceCreate = z
  .object({
    reason: z.string().trim().min(1).max(500).openapi({ example: "Provider works on the line" }),
    ends_at: dateTime().openapi({ description: "a year from now at most" }),
    rule_ids: ids("empty: every rule"),
    device_ids: ids("empty: every device, and what is of none"),
    scope: CheckScope.nullable().default(null).openapi({
      description: "devices by type, tag, group, site or network; null: every device",
    }),
  })
  .refine(
    ({ device_ids: devices, scope }) => devices.length === 0 || scope === null,
    "device_ids and scope exclude each other",
  )
  .openapi("AlertSilenceCreate");
export type AlertSilenceCreate = z.output<typeof AlertSilenceCreate>;

export const AlertSilencesQuery = z.object({
  ...pagingFields,
  is_active: z
    .enum(["true", "false"])
    .optional()
    .openapi({ description: "`true`: only those that are not over" }),
});
export type AlertSilencesQuery = z.output<typeof AlertSilencesQuery>;

export const AlertSilenceRead = z
  .object({
    id: z.int(),
    reason: z.string(),
    rule_ids: z.array(z.int()),
    device_ids: z.array(z.int()),
    scope: CheckScope.nullable(),
    starts_at: timestamp,
    ends_at: timestamp,
    is_active: z.boolean(),
    created_by: z.string().openapi({ description: "user name" }),
  })
  .openapi("AlertSilenceRead");
export type AlertSilenceRead = z.infer<typeof AlertSilenceRead>;

export type SilenceRow = typeof alertSilences.$inferSelect;

export function toSilenceRead(row: SilenceRow, now: Date): AlertSilenceRead {
  return {
    id: row.id,
    reason: row.reason,
    rule_ids: row.ruleIds,
    device_ids: row.deviceIds,
    scope: row.scope,
    starts_at: toTimestamp(row.startsAt),
    ends_at: toTimestamp(row.endsAt),
    is_active: row.endsAt > now,
    created_by: row.createdBy,
  };
}

export const silenceParams = z.object({ silence_id: id });
