import { z } from "@hono/zod-openapi";
import { boolean, dateTime, integer, optionalText, timestamp, toTimestamp } from "#platform/http/fields";
import type { discoveryObservations } from "../tables";

export const ObservationType = z.enum(["new_device", "ip_change", "field_change", "disappeared", "conflict"]);
export type ObservationType = z.infer<typeof ObservationType>;

export const ObservationStatus = z.enum(["open", "acknowledged", "resolved"]);
export type ObservationStatus = z.infer<typeof ObservationStatus>;

export const DiscoveryObservationRead = z
  .object({
    id: z.int(),
    schedule_id: z.int(),
    scan_id: z.int().nullable().openapi({ description: "the last scan that saw it; it may be gone" }),
    device_id: z.int().nullable(),
    observation_type: ObservationType,
    status: ObservationStatus,
    ip_address: z.string().nullable(),
    mac_address: z.string().nullable(),
    hostname: z.string().nullable(),
    summary: z.string().max(255),
    details: z.record(z.string(), z.unknown()),
    first_seen_at: timestamp,
    last_seen_at: timestamp,
    resolved_at: timestamp.nullable(),
    is_ignored: z.boolean().openapi({
      description: "acknowledged so that it stays away, until `ignored_until` or (null) for good",
    }),
    ignored_until: timestamp.nullable(),
    reason: z.string().nullable(),
    schedule_name: z.string(),
    device_name: z.string().nullable(),
  })
  .openapi("DiscoveryObservationRead");
export type DiscoveryObservationRead = z.infer<typeof DiscoveryObservationRead>;

export const ObservationsQuery = z.object({
  schedule_id: integer().optional(),
  status_filter: z
    .enum(["open", "acknowledged", "resolved", "all", "ignored"])
    .default("open")
    .openapi({ description: "`ignored`: those of the acknowledged ones that are to stay away" }),
  observation_type: ObservationType.optional(),
});
export type ObservationsQuery = z.output<typeof ObservationsQuery>;

const ignoring = {
  ignore: boolean().default(false).openapi({ description: "with `acknowledged`: it is to stay away" }),
  ignored_until: dateTime()
    .nullable()
    .default(null)
    .openapi({
      type: ["string", "null"],
      description: "then it is open again when it is still so; null: it stays away for good",
    }),
  reason: optionalText(500).default(null),
};

export const DiscoveryObservationUpdate = z
  .object({ status: ObservationStatus, ...ignoring })
  .openapi("DiscoveryObservationUpdate");
export type DiscoveryObservationUpdate = z.output<typeof DiscoveryObservationUpdate>;

export const ObservationBulkRequest = z
  .object({
    observation_ids: z
      .array(integer())
      .min(1)
      .max(200)
      .transform((ids) => [...new Set(ids)])
      .openapi({ type: "array", items: { type: "integer" }, minItems: 1, maxItems: 200 }),
    action: z.enum(["apply", "acknowledge", "ignore", "resolve", "reopen"]),
    ignored_until: ignoring.ignored_until,
    reason: ignoring.reason,
  })
  .openapi("DiscoveryObservationBulkRequest");
export type ObservationBulkRequest = z.output<typeof ObservationBulkRequest>;

export const ObservationBulkResult = z
  .object({
    done: z.int(),
    failed: z.int(),
    rows: z.array(
      z.object({
        observation_id: z.int(),
        error: z.string().nullable().openapi({ description: "why nothing was done; null: it was" }),
      }),
    ),
  })
  .openapi("DiscoveryObservationBulkResult");
export type ObservationBulkResult = z.infer<typeof ObservationBulkResult>;

export const ResolveAllResult = z.object({ resolved: z.int() }).openapi("DiscoveryResolveAllResult");

export type ObservationRow = {
  observation: typeof discoveryObservations.$inferSelect;
  scheduleName: string;
  deviceName: string | null;
};

export function toObservationRead({
  observation: row,
  scheduleName,
  deviceName,
}: ObservationRow): DiscoveryObservationRead {
  return {
    id: row.id,
    schedule_id: row.scheduleId,
    scan_id: row.scanId,
    device_id: row.deviceId,
    observation_type: ObservationType.parse(row.observationType),
    status: ObservationStatus.parse(row.status),
    ip_address: row.ipAddress,
    mac_address: row.macAddress,
    hostname: row.hostname,
    summary: row.summary,
    details: row.details,
    first_seen_at: toTimestamp(row.firstSeenAt),
    last_seen_at: toTimestamp(row.lastSeenAt),
    resolved_at: toTimestamp(row.resolvedAt),
    is_ignored: row.isIgnored,
    ignored_until: toTimestamp(row.ignoredUntil),
    reason: row.reason,
    schedule_name: scheduleName,
    device_name: deviceName,
  };
}
