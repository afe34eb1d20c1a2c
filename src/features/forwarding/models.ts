import { z } from "@hono/zod-openapi";
import { boolean, integer, timestamp } from "#platform/http/fields";
import { pagingFields } from "#platform/http/paging";
import { LEAD_REASONS } from "./leads";
import { PLACE_REASONS } from "./place";

const Device = z.object({ id: z.int(), name: z.string() });

const placeFields = {
  mac_address: z.string().openapi({ example: "00:1b:21:3a:4c:5d" }),
  switch: Device,
  port_index: z.int().openapi({
    description:
      "the switch's ifIndex; negative: the number of a port of its bridge, where it tells no other",
  }),
  port_name: z.string().openapi({ example: "Gi0/14" }),
  port_alias: z.string().nullable().openapi({ description: "what somebody has written beside the port" }),
  vlans: z.array(z.int()).openapi({ description: "as far as the switch tells" }),
  since: timestamp.openapi({ description: "when it was seen there first, without another port between" }),
  last_seen: timestamp,
  is_present: z.boolean().openapi({ description: "the switch had it in the last table that was read" }),
  reason: z.enum(PLACE_REASONS).openapi({
    description:
      "why there: `only`: no other switch knows it; `edge`: the others have it behind ports that lead here; `moved`: it came here after the " +
      "others had seen it last; `fewest`: several ports may be it, and behind this one are the fewest MAC addresses; `between`: whoever " +
      "knows it has it behind a port that leads to another switch, so that it hangs on something between those",
  }),
  known_by: z.int().openapi({ description: "switches that know it" }),
  behind_port: z.int().openapi({ description: "MAC addresses behind the port, itself among them" }),
};

/** Where a MAC address hangs. */
export const Attachment = z.object(placeFields).openapi("Attachment");
export type Attachment = z.infer<typeof Attachment>;

/** A machine that hangs on a switch. */
export const AttachedMachine = z
  .object({
    ...placeFields,
    vendor: z.string().nullable().openapi({ description: "whose block of addresses it is" }),
    device: Device.nullable().openapi({ description: "the device that has the MAC address" }),
    ip_addresses: z.array(z.string()).openapi({
      description:
        "of the device; for callers with `security_view` also those that the MAC address has now by what is known of it",
    }),
    hostname: z.string().nullable().openapi({
      description: "as it calls itself, where the caller has `security_view`; null: not known",
    }),
  })
  .openapi("AttachedMachine");
export type AttachedMachine = z.infer<typeof AttachedMachine>;

export const AttachedQuery = z.object({
  port_index: integer().optional(),
  vlan: integer({ min: 1, max: 4094 }).optional(),
  is_present: boolean().optional(),
  q: z
    .string()
    .trim()
    .max(120)
    .optional()
    .openapi({ description: "in a MAC address, an address, a name, a vendor or a port" }),
  ...pagingFields,
});
export type AttachedQuery = z.output<typeof AttachedQuery>;

const PortLead = z.object({
  device: Device,
  reason: z.enum(LEAD_REASONS).openapi({
    description:
      "how it is known: `neighbour`: heard by LLDP or CDP; `own_address`: an address of its own is behind the port; `opposite`, `tables`: " +
      "out of what both have behind which ports",
  }),
});

/** A port of a switch, and what hangs on it. */
export const AttachedPort = z
  .object({
    port_index: z.int(),
    port_name: z.string(),
    port_alias: z.string().nullable(),
    macs: z.int().openapi({ description: "MAC addresses that the switch has behind it, wherever they hang" }),
    machines: z
      .int()
      .openapi({ description: "of those, and of those that were there, the ones that hang here" }),
    present: z.int().openapi({ description: "of those, the ones that are there now" }),
    leads_to: z
      .array(PortLead)
      .openapi({ description: "other switches behind it, of those whose tables are read" }),
    examples: z.array(AttachedMachine).openapi({
      description:
        "up to three of the machines, those first that are there and that are devices of the inventory",
    }),
  })
  .openapi("AttachedPort");
export type AttachedPort = z.infer<typeof AttachedPort>;

export const AttachedPortQuery = z.object(pagingFields);
export type AttachedPortQuery = z.output<typeof AttachedPortQuery>;

export const ForwardingStatus = z
  .object({
    switches: z.int().openapi({ description: "whose tables are read" }),
    entries: z.int().openapi({ description: "kept, of all switches; of many an estimate" }),
    mac_addresses: z.int().openapi({ description: "that hang somewhere; of many an estimate" }),
    size_bytes: z.int().openapi({ description: "in the database, with indexes" }),
    retention_days: z.int().openapi({ description: "what was seen last longer ago is let go" }),
  })
  .openapi("ForwardingStatus");
export type ForwardingStatus = z.infer<typeof ForwardingStatus>;
