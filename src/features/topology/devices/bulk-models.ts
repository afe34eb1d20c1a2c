import { z } from "@hono/zod-openapi";
import { DeletionPreview } from "#platform/http/dry-run";
import { integer, timestamp } from "#platform/http/fields";
import { tags } from "./fields";
import { DeviceUpdate } from "./models";

const deviceIds = (limits: { min: number; max: number }) =>
  z
    .array(integer())
    .min(limits.min)
    .max(limits.max)
    .transform((ids) => [...new Set(ids)])
    .openapi({
      type: "array",
      items: { type: "integer" },
      minItems: limits.min,
      maxItems: limits.max,
    });

/** Fields that may be the same for many devices. */
const shared = DeviceUpdate.pick({
  site_id: true,
  topology_group_id: true,
  topology_group: true,
  device_type: true,
  vendor: true,
  os: true,
  status: true,
  lifecycle: true,
  expected_status: true,
  monitoring_paused: true,
  icon: true,
  color: true,
  vlan_id: true,
  subnet: true,
  snmp_profile_id: true,
});

export const DeviceBulkUpdateRequest = shared
  .extend({
    device_ids: deviceIds({ min: 1, max: 200 }),
    add_tags: tags.optional(),
    remove_tags: tags.optional(),
  })
  .openapi("DeviceBulkUpdateRequest", {
    description:
      "A field that is absent stays as it is, null clears it. Only where nothing but `device_ids` is sent is the group cleared.",
  });
export type DeviceBulkUpdateRequest = z.output<typeof DeviceBulkUpdateRequest>;

export const DeviceBulkUpdateResult = z
  .object({
    updated: z.int(),
    unknown_device_ids: z
      .array(z.int())
      .openapi({ description: "of `device_ids`; no device has them, and they were skipped" }),
  })
  .openapi("DeviceBulkUpdateResult");
export type DeviceBulkUpdateResult = z.infer<typeof DeviceBulkUpdateResult>;

export const DeviceBulkDeleteRequest = z
  .object({ device_ids: deviceIds({ min: 1, max: 200 }) })
  .openapi("DeviceBulkDeleteRequest");

export const DeviceBulkDeleteResult = z
  .object({ deleted: z.int(), preview: z.union([DeletionPreview, z.null()]) })
  .openapi("DeviceBulkDeleteResult");
export type DeviceBulkDeleteResult = z.infer<typeof DeviceBulkDeleteResult>;

export const DeviceLiveStatusRequest = z
  .object({
    device_ids: deviceIds({ min: 0, max: 128 }).default([]),
    timeout_seconds: integer({ min: 1, max: 5 }).default(1),
  })
  .openapi("DeviceLiveStatusRequest");
export type DeviceLiveStatusRequest = z.output<typeof DeviceLiveStatusRequest>;

const DeviceLiveStatus = z
  .object({
    device_id: z.int(),
    status: z.enum(["online", "offline"]),
    latency_ms: z.number().nullable(),
    last_checked_at: timestamp,
    error: z.string().nullable(),
  })
  .openapi("DeviceLiveStatus");
export type DeviceLiveStatus = z.infer<typeof DeviceLiveStatus>;

export const DeviceLiveStatusList = z
  .object({ statuses: z.array(DeviceLiveStatus) })
  .openapi("DeviceLiveStatusList");
