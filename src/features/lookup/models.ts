import { z } from "@hono/zod-openapi";
import { AuditLogRead } from "#features/audit";
import { AddressHolders } from "#features/bindings";
import { Attachment } from "#features/forwarding";
import { FirewallEventRead } from "#features/syslog";
import { DeviceRead, RelationshipRead } from "#features/topology";
import { timestamp } from "#platform/http/fields";

const text = z.string().nullable();

const LookupSubnet = z
  .object({
    id: z.int(),
    name: z.string(),
    cidr: z.string(),
    vlan_id: text,
    gateway: text,
    dhcp_start: text,
    dhcp_end: text,
    site_id: z.int().nullable(),
  })
  .openapi("LookupSubnet");

const LookupReservation = z
  .object({
    id: z.int(),
    ip_address: z.string(),
    label: z.string(),
    mac_address: text,
    reserved_by: text,
    expires_at: timestamp.nullable(),
    state: z.enum(["active", "expired"]),
  })
  .openapi("LookupReservation");

const LookupLease = z
  .object({
    id: z.int(),
    ip_address: z.string(),
    mac_address: text,
    hostname: text,
    expires_at: timestamp.nullable(),
    is_active: z.boolean(),
    imported_at: timestamp,
  })
  .openapi("LookupLease");

const LookupNeighbour = z.object({ id: z.int(), name: z.string() }).openapi("LookupNeighbour");

export const LookupResult = z
  .object({
    term: z.string().openapi({ description: "as it was understood, in canonical form" }),
    kind: z.enum(["address", "network", "mac_address", "name"]),
    is_exact: z.boolean().openapi({
      description: "false: no device has the name; those that it is a part of are given",
    }),
    devices: z.array(DeviceRead),
    subnets: z.array(LookupSubnet).openapi({ description: "of these addresses, the smallest first" }),
    reservations: z.array(LookupReservation),
    leases: z.array(LookupLease),
    relationships: z.array(RelationshipRead).openapi({ description: "links of the devices" }),
    neighbours: z
      .array(LookupNeighbour)
      .openapi({ description: "devices at the other ends of the links, by name" }),
    events: z.array(FirewallEventRead).nullable().openapi({
      description: "that name one of the addresses, newest first, at most 10; null: left out",
    }),
    events_since: timestamp.nullable().openapi({
      description: "how far back they were searched, in the time that this answer may take: a day at most",
    }),
    events_left_out: z
      .enum(["permission", "no_address", "too_slow", "unreadable", "past"])
      .nullable()
      .openapi({
        description:
          "why: the caller has no `security_view`; no address is known; the search took longer than this answer may; the " +
          "event store cannot be read; `past`: `at` asks for a moment, and events of that time are what searches are for",
      }),
    holders: z
      .array(AddressHolders)
      .nullable()
      .openapi({
        description:
          "who had the addresses, or those that the MAC address had, at the moment `at`, or now; the first 20 addresses. " +
          "null: the caller has no `security_view`",
      }),
    attachments: z
      .array(Attachment)
      .nullable()
      .openapi({
        description:
          "where it hangs by the forwarding tables of switches: the MAC address, those of the devices, and those that have the address now " +
          "where the caller has `security_view`; the first 20. null: the caller has no `tools_passive`",
      }),
    changes: z
      .array(AuditLogRead)
      .nullable()
      .openapi({ description: "newest first; null: only a SuperAdmin is told" }),
    truncated: z
      .array(z.enum(["devices", "subnets", "reservations", "leases", "relationships"]))
      .openapi({ description: "lists of which only the first 50 are given (relationships: 500)" }),
  })
  .openapi("LookupResult");
export type LookupResult = z.infer<typeof LookupResult>;
export type LookupList = LookupResult["truncated"][number];
export type LookupSubnet = z.infer<typeof LookupSubnet>;
export type LookupReservation = z.infer<typeof LookupReservation>;
export type LookupLease = z.infer<typeof LookupLease>;
export type LookupNeighbour = z.infer<typeof LookupNeighbour>;
