import { z } from "@hono/zod-openapi";
import { boolean, integer, integerOrNull, timestamp } from "#platform/http/fields";
import { pagingFields } from "#platform/http/paging";
import { PROTOCOLS } from "./read/heard";

/**
 * By what a neighbour was found among the devices, in the order in which they count; `person`: somebody has chosen it.
 */
export const MATCH_REASONS = ["chassis_mac", "management_address", "host_name", "person"] as const;
export type MatchReason = (typeof MATCH_REASONS)[number];

const text = (description: string, example: string) =>
  z.string().nullable().openapi({ description, example });

export const LldpNeighbourRead = z
  .object({
    id: z.int(),
    source_device_id: z.int().openapi({ description: "the device that has heard it" }),
    source_device_name: z.string(),
    protocol: z.enum(PROTOCOLS),
    local_port_index: z.int().openapi({ description: "LLDP's number of the port, or CDP's ifIndex" }),
    local_port_id: z.string().nullable(),
    local_port_desc: z.string().nullable(),
    local_port_name: text("what a link made of it calls this end", "Gi0/14"),
    remote_chassis_id: z
      .string()
      .openapi({ description: "a MAC address in upper case, an IP address, or text", example: "sw3" }),
    remote_port_id: z.string().nullable(),
    remote_port_desc: z.string().nullable(),
    remote_port_name: text("what a link made of it calls the other end", "ge-0/0/3"),
    remote_sys_name: z.string().nullable(),
    remote_sys_desc: z.string().nullable(),
    remote_mgmt_addr: z.string().nullable(),
    matched_device_id: z.int().nullable(),
    matched_device_name: z.string().nullable(),
    match_reason: z
      .enum(MATCH_REASONS)
      .nullable()
      .openapi({ description: "`person`: chosen by somebody, so that rescans leave it; null: no match" }),
    dismissed: z.boolean(),
    is_seen: z.boolean().openapi({ description: "false: the last complete scan did not hear it any more" }),
    relationship_id: z.int().nullable().openapi({ description: "the link that is there already" }),
    last_seen: timestamp,
    created_at: timestamp,
  })
  .openapi("LldpNeighbourRead");
export type LldpNeighbourRead = z.infer<typeof LldpNeighbourRead>;

/**
 * What can be done with a neighbour: nothing yet, as no device is it; keep the link; nothing more, as it is there or
 * dismissed.
 */
export const NEIGHBOUR_STATES = ["unmatched", "suggested", "linked", "dismissed"] as const;

export const LldpNeighbourQuery = z.object({
  source_device_id: integer().optional(),
  dismissed: boolean().optional(),
  device_id: integer()
    .optional()
    .openapi({ description: "heard by this device, or matched to it at another" }),
  state: z.enum(NEIGHBOUR_STATES).optional().openapi({
    description:
      "`dismissed`; else `unmatched`: it is no device of the inventory; `suggested`: the map has no such link; `linked`: it has",
  }),
  is_seen: boolean().optional(),
  q: z
    .string()
    .trim()
    .max(120)
    .optional()
    .openapi({ description: "in a name, a port, an address or a chassis" }),
  ...pagingFields,
});
export type LldpNeighbourQuery = z.output<typeof LldpNeighbourQuery>;

export const LldpNeighbourPatch = z
  .object({
    dismissed: boolean().nullable().default(null),
    matched_device_id: integerOrNull()
      .default(null)
      .openapi({
        type: ["integer", "null"],
        description: "the device that it is; rescans leave it so. Null: unchanged",
      }),
    reset_match: boolean().default(false).openapi({
      description: "`true`: what somebody has chosen is forgotten, and the match is looked for anew",
    }),
  })
  .openapi("LldpNeighbourPatch", { description: "What is absent or null stays as it is." });
export type LldpNeighbourPatch = z.output<typeof LldpNeighbourPatch>;

export const LldpScanResult = z
  .object({
    source_device_id: z.int(),
    neighbours: z.array(LldpNeighbourRead).openapi({ description: "those that were heard in this scan" }),
    error: z.string().nullable().openapi({ description: "why nothing could be read" }),
    notes: z.array(z.string()).openapi({ description: "where a table was broken off" }),
  })
  .openapi("LldpScanResult");
export type LldpScanResult = z.infer<typeof LldpScanResult>;

export const LldpLinkResult = z
  .object({
    relationship_id: z.int(),
    created: z.boolean().openapi({ description: "false: there was such a link, in either direction" }),
  })
  .openapi("LldpLinkResult");
export type LldpLinkResult = z.infer<typeof LldpLinkResult>;

export const LldpSuggestion = z
  .object({
    neighbour_id: z.int(),
    source_device_id: z.int(),
    target_device_id: z.int(),
    source_interface: z.string().nullable(),
    target_interface: z.string().nullable(),
    protocol: z.enum(PROTOCOLS),
    match_reason: z.enum(MATCH_REASONS),
    last_seen: timestamp,
  })
  .openapi("LldpSuggestion");
export type LldpSuggestion = z.infer<typeof LldpSuggestion>;

export const LldpSource = z
  .object({
    device_id: z.int(),
    device_name: z.string(),
    neighbours: z.int().openapi({ description: "in the last scan" }),
    scanned_at: timestamp.nullable(),
    error: z.string().nullable(),
    notes: z.array(z.string()),
    due_at: timestamp.nullable().openapi({ description: "when it is asked by itself; null: it is not" }),
  })
  .openapi("LldpSource");
export type LldpSource = z.infer<typeof LldpSource>;

export const LldpSchedule = z
  .object({
    interval_minutes: integer({ min: 10, max: 10_080 })
      .nullable()
      .openapi({
        type: ["integer", "null"],
        minimum: 10,
        maximum: 10_080,
        description: "how often every device with an SNMP profile is asked by itself; null: never",
      }),
  })
  .openapi("LldpSchedule");
export type LldpSchedule = z.output<typeof LldpSchedule>;

export const LldpScanAllResult = z
  .object({ queued: z.int().openapi({ description: "devices that are asked now, one after the other" }) })
  .openapi("LldpScanAllResult");

export const LldpStatus = z
  .object({
    rows: z.int(),
    size_bytes: z
      .int()
      .openapi({ description: "in the database, with indexes and the devices that were asked" }),
    retention_days: z.int().openapi({
      description: "that a neighbour is kept which is not heard any more; dismissed and matched ones stay",
    }),
  })
  .openapi("LldpStatus");
export type LldpStatus = z.infer<typeof LldpStatus>;
