import { z } from "@hono/zod-openapi";
import { dateTime, integer, ipAddress, optionalText, timestamp } from "#platform/http/fields";
import { pagingFields } from "#platform/http/paging";
import { inOrder } from "#platform/http/time-window";

const text = z.string().nullable();

const bindingFields = {
  ip_address: z.string().openapi({ example: "192.0.2.7" }),
  mac_address: text.openapi({ example: "00:1b:21:3a:4c:5d" }),
  client_id: text.openapi({ description: "DUID of a DHCPv6 client" }),
  hostname: text.openapi({ description: "as the machine called itself", example: "anna-laptop" }),
  switch_name: text,
  switch_port: text.openapi({ description: "where it hung", example: "Gi0/14" }),
  source: z.string().openapi({ description: "`dhcp`, `lease_import`, `arp`, `snmp` or `scan`" }),
  reporter: z.string().openapi({
    description: "the sender of the lines, the import's source, the switch; empty: none is named",
  }),
  from: timestamp,
  seen_at: timestamp.openapi({ description: "the last sign of it" }),
  to: timestamp.openapi({
    description: "when it ended; of one that goes on, when it ends unless it is renewed",
  }),
  is_ended: z.boolean().openapi({
    description: "it was released, refused or expired; false: its time was over, another came, or it goes on",
  }),
};

export const AddressBinding = z.object(bindingFields).openapi("AddressBinding");
export type AddressBinding = z.infer<typeof AddressBinding>;

export const AddressHolder = z
  .object({
    ...bindingFields,
    certainty: z.enum(["seen", "assumed", "before"]).openapi({
      description:
        "`seen`: there are signs of it from before and after the moment; `assumed`: only from before, and its time was not over; " +
        "`before`: the last holder that is known, whose time was over",
    }),
    device: z
      .object({ id: z.int(), name: z.string() })
      .nullable()
      .openapi({ description: "the device that has the MAC address now" }),
  })
  .openapi("AddressHolder");
export type AddressHolder = z.infer<typeof AddressHolder>;

export const AddressHolders = z
  .object({
    ip_address: z.string(),
    at: timestamp,
    holders: z.array(AddressHolder).openapi({
      description:
        "the surest first, then the latest seen; several where sources or servers disagree or add to each other. Empty: nothing is known",
    }),
  })
  .openapi("AddressHolders");
export type AddressHolders = z.infer<typeof AddressHolders>;

const MAX_ADDRESSES = 10;

export const HoldersQuery = z.object({
  address: z
    .string()
    .max(1000)
    .transform((given) => given.split(","))
    .pipe(z.array(ipAddress()).min(1).max(MAX_ADDRESSES))
    .openapi({
      type: "string",
      description: `up to ${MAX_ADDRESSES} addresses with commas between them`,
      example: "192.0.2.7,198.51.100.9",
    }),
  at: dateTime().optional().openapi({
    type: "string",
    format: "date-time",
    description: "absent: now",
  }),
});

const filters = {
  ip_address: ipAddress().optional(),
  mac_address: optionalText(64).optional().openapi({ type: "string", description: "in any usual form" }),
  device_id: integer().optional().openapi({
    description: "those of the device's addresses, and those that its MAC addresses had",
  }),
  from: dateTime().optional().openapi({
    type: "string",
    format: "date-time",
    description: "only those that lasted longer; not after `to`",
  }),
  to: dateTime().optional().openapi({
    type: "string",
    format: "date-time",
    description: "only those that began before",
  }),
};

const ordered = inOrder("from", "to");

export const BindingFilter = z.object(filters).superRefine(ordered);
export type BindingFilter = z.output<typeof BindingFilter>;

export const BindingQuery = z
  .object({
    ...filters,
    ...pagingFields,
    limit: pagingFields.limit.default(100),
  })
  .superRefine(ordered);
export type BindingQuery = z.output<typeof BindingQuery>;

export const BindingStatus = z
  .object({
    rows: z.int().openapi({ description: "kept; of many an estimate" }),
    size_bytes: z.int().openapi({ description: "in the database, with its indexes" }),
    oldest_from: timestamp.nullable(),
    retention_days: z.int(),
    added: z.int().openapi({ description: "since the start of this process, as the next three" }),
    changed: z.int().openapi({ description: "renewals, and what ended one" }),
    refused: z.int().openapi({ description: "more than an hour may bring (BINDING_MAX_NEW_PER_HOUR)" }),
    failed: z.int().openapi({ description: "the database did not take them; the log says why" }),
  })
  .openapi("BindingStatus");
export type BindingStatus = z.infer<typeof BindingStatus>;
