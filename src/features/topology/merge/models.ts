import { z } from "@hono/zod-openapi";
import { integer } from "#platform/http/fields";
import { DEVICE_VERSION, DeviceRead, DeviceWritten } from "../devices/models";

/**
 * Fields of which one device's value stays, as `DeviceRead` names them; `topology_group` is the group by id and name.
 */
export const CHOSEN_FIELDS = [
  "display_name",
  "hostname",
  "ip_address",
  "mac_address",
  "serial_number",
  "vendor",
  "os",
  "device_type",
  "status",
  "lifecycle",
  "monitoring_paused",
  "expected_status",
  "icon",
  "color",
  "vlan_id",
  "subnet",
  "topology_group",
  "site_id",
  "snmp_profile_id",
  "notes",
] as const;
export type ChosenField = (typeof CHOSEN_FIELDS)[number];

/** Lists, which are united. */
export const UNITED_FIELDS = ["tags", "custom_attributes", "interfaces", "additional_addresses"] as const;

const Side = z.enum(["this", "other"]);
export type Side = z.infer<typeof Side>;

const choices = z
  .record(z.string(), Side)
  .superRefine((given, context) => {
    for (const name of Object.keys(given)) {
      if (CHOSEN_FIELDS.some((known) => known === name)) continue;
      context.addIssue({ code: "custom", path: [name], message: "no such field, or one that is united" });
    }
  })
  .openapi({
    type: "object",
    properties: Object.fromEntries(
      CHOSEN_FIELDS.map((name) => [name, { type: "string" as const, enum: ["this", "other"] }]),
    ),
    additionalProperties: false,
    description:
      "whose value stays; without a choice that of the device of the path, or the other's where that one is empty",
    example: { hostname: "other" },
  });

export const DeviceMergeRequest = z
  .object({
    other_device_id: integer({ min: 1 }).openapi({ description: "the device that goes" }),
    etag: z.string().max(200).optional().openapi({
      description: "the `ETag` with which the device of the path was read: 412 where it has changed since",
    }),
    other_etag: z.string().max(200).optional().openapi({ description: "the same of the other device" }),
    fields: choices.default({}),
  })
  .openapi("DeviceMergeRequest");
export type DeviceMergeRequest = z.output<typeof DeviceMergeRequest>;

const MergedField = z.object({
  field: z.string(),
  this: z.unknown(),
  other: z.unknown(),
  kept: z
    .enum(["this", "other", "both"])
    .openapi({ description: "`both`: they are the same, or are united" }),
  is_different: z.boolean(),
});
export type MergedField = z.infer<typeof MergedField>;

const MovedThings = z.object({
  kind: z.string().openapi({ example: "relationships" }),
  outcome: z.enum(["moved", "joined", "dropped"]).openapi({
    description: "`joined`: the kept device has the same already; `dropped`: it goes with the other device",
  }),
  count: z.int(),
  names: z.array(z.string()).openapi({ description: "the first 20" }),
});

export const DeviceMerged = z
  .object({
    ...DeviceWritten.shape,
    merge: z.object({
      removed_device: DeviceRead,
      fields: z.array(MergedField).openapi({ description: "every field, with the values of both" }),
      belongings: z.array(MovedThings),
      is_undoable: z.boolean().openapi({
        description:
          "always false: the audit log keeps what both devices were and had, but nothing puts it back",
      }),
    }),
  })
  .openapi("DeviceMerged");
export type DeviceMerged = z.infer<typeof DeviceMerged>;

/** What was merged is said by the merge alone; the tag is that of the device as GET gives it. */
export const MERGED_VERSION = {
  ...DEVICE_VERSION,
  saidOnce: [...DEVICE_VERSION.saidOnce, "merge"],
};
