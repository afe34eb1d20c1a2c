import { z } from "@hono/zod-openapi";
import { boolean, integer } from "#platform/http/fields";

const Field = z.enum(["os", "hostname", "mac_address", "vendor", "serial_number"]);
export type EnrichedField = z.infer<typeof Field>;

const DeviceSnmpEnrichmentChange = z
  .object({
    device_id: z.int(),
    device_name: z.string(),
    ip_address: z.string(),
    field: Field,
    current: z.string().nullable(),
    suggested: z.string(),
    source: z.string().openapi({
      description:
        "`snmp:sysDescr`, `snmp:sysName`, `snmp:entPhysicalSerialNum`, or `snmp:` and the address of the device whose ARP table says it",
      example: "snmp:192.0.2.1",
    }),
  })
  .openapi("DeviceSnmpEnrichmentChange");
export type DeviceSnmpEnrichmentChange = z.infer<typeof DeviceSnmpEnrichmentChange>;

export const DeviceSnmpEnrichmentPreview = z
  .object({
    source_device_id: z.int(),
    source_profile_id: z.int(),
    changes: z.array(DeviceSnmpEnrichmentChange),
    notes: z.array(z.string()).openapi({ description: "where a table was broken off" }),
  })
  .openapi("DeviceSnmpEnrichmentPreview");
export type DeviceSnmpEnrichmentPreview = z.infer<typeof DeviceSnmpEnrichmentPreview>;

const MAX_CHOSEN = 10_000;

export const DeviceSnmpEnrichmentApply = z
  .object({
    apply_all: boolean().default(true),
    device_ids: z
      .array(integer())
      .max(MAX_CHOSEN)
      .default([])
      .openapi({ description: "where `apply_all` is false: all changes of these devices" }),
    changes: z
      .array(z.object({ device_id: integer(), field: Field, suggested: z.string().max(255) }))
      .max(MAX_CHOSEN)
      .default([])
      .openapi({
        description:
          "where `apply_all` is false: these changes as well, as the preview had them. One that the agent does not say any more is left out",
      }),
  })
  .openapi("DeviceSnmpEnrichmentApply");
export type DeviceSnmpEnrichmentApply = z.output<typeof DeviceSnmpEnrichmentApply>;

export const DeviceSnmpEnrichmentApplyResult = z
  .object({ updated: z.int().openapi({ description: "devices" }) })
  .openapi("DeviceSnmpEnrichmentApplyResult");
export type DeviceSnmpEnrichmentApplyResult = z.infer<typeof DeviceSnmpEnrichmentApplyResult>;
