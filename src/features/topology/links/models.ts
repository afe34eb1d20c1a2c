import { z } from "@hono/zod-openapi";
import { boolean, integer, optionalText, timestamp, toTimestamp } from "#platform/http/fields";
import { pagingFields } from "#platform/http/paging";
import type { relationships } from "../tables";

/** How a link came to be known: by a person, as one device has heard the other, or by a guess. */
const ORIGINS = ["manual", "measured", "guessed"] as const;
const Origin = z.enum(ORIGINS);

export const TWO_DEVICES = "Relationship must connect two different devices";

const relationshipType = z
  .string()
  .max(80)
  .transform((text) => text.trim())
  .refine((text) => text !== "", "Relationship type is required")
  .openapi({ type: "string", minLength: 1, maxLength: 80, example: "ethernet" });

const interfaceName = optionalText(120).openapi({
  description: "interface at this end, by name; it need not be recorded at the device",
  example: "GigabitEthernet0/1",
});

const fields = {
  source_device_id: integer(),
  target_device_id: integer(),
  source_interface: interfaceName,
  target_interface: interfaceName,
  relationship_type: relationshipType,
  allow_outbound: boolean().openapi({ description: "source to target" }),
  allow_inbound: boolean().openapi({ description: "target to source" }),
  notes: optionalText(2000),
  link_speed_mbps: integer({ min: 1, max: 1_000_000 })
    .nullable()
    .openapi({ type: ["integer", "null"], minimum: 1, maximum: 1_000_000 }),
};

export const RelationshipCreate = z
  .object({
    ...fields,
    source_interface: fields.source_interface.default(null),
    target_interface: fields.target_interface.default(null),
    relationship_type: fields.relationship_type.default("link"),
    allow_outbound: fields.allow_outbound.default(true),
    allow_inbound: fields.allow_inbound.default(true),
    notes: fields.notes.default(null),
    link_speed_mbps: fields.link_speed_mbps.default(null),
    origin: Origin.default("manual").openapi({
      description: "how it came to be known; it stays as it is when the link is changed",
    }),
  })
  .refine((link) => link.source_device_id !== link.target_device_id, {
    path: ["target_device_id"],
    message: TWO_DEVICES,
  })
  .openapi("RelationshipCreate");
export type RelationshipCreate = z.output<typeof RelationshipCreate>;

export const RelationshipUpdate = z
  .object(fields)
  .partial()
  .openapi("RelationshipUpdate", { description: "Absent fields keep their value." });
export type RelationshipUpdate = z.output<typeof RelationshipUpdate>;

export const RelationshipRead = z
  .object({
    id: z.int(),
    source_device_id: z.int(),
    target_device_id: z.int(),
    source_interface: z.string().nullable(),
    target_interface: z.string().nullable(),
    relationship_type: z.string(),
    allow_outbound: z.boolean(),
    allow_inbound: z.boolean(),
    notes: z.string().nullable(),
    link_speed_mbps: z.int().nullable(),
    origin: Origin.openapi({
      description: "`manual`: by a person; `measured`: one device has heard the other (LLDP, CDP)",
    }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .openapi("RelationshipRead");
export type RelationshipRead = z.infer<typeof RelationshipRead>;

export const RelationshipQuery = z.object({
  device_id: integer().optional().openapi({ description: "links of this device, at either end" }),
  ...pagingFields,
});
export type RelationshipQuery = z.output<typeof RelationshipQuery>;

export function toRelationshipRead(row: typeof relationships.$inferSelect): RelationshipRead {
  return {
    id: row.id,
    source_device_id: row.sourceDeviceId,
    target_device_id: row.targetDeviceId,
    source_interface: row.sourceInterface,
    target_interface: row.targetInterface,
    relationship_type: row.relationshipType,
    allow_outbound: row.allowOutbound,
    allow_inbound: row.allowInbound,
    notes: row.notes,
    link_speed_mbps: row.linkSpeedMbps,
    origin: Origin.parse(row.origin),
    created_at: toTimestamp(row.createdAt),
    updated_at: toTimestamp(row.updatedAt),
  };
}

/** The columns of a link's own fields. */
export function toRelationshipColumns(link: RelationshipCreate) {
  return {
    origin: link.origin,
    sourceDeviceId: link.source_device_id,
    targetDeviceId: link.target_device_id,
    sourceInterface: link.source_interface,
    targetInterface: link.target_interface,
    relationshipType: link.relationship_type,
    allowOutbound: link.allow_outbound,
    allowInbound: link.allow_inbound,
    notes: link.notes,
    linkSpeedMbps: link.link_speed_mbps,
  };
}
