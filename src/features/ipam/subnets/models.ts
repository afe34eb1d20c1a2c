import { z } from "@hono/zod-openapi";
import {
  boolean,
  filterText,
  integerOrNull,
  ipAddress,
  optionalText,
  timestamp,
  toTimestamp,
} from "#platform/http/fields";
import { pagingFields } from "#platform/http/paging";
import { canonicalAddress, canonicalNetwork } from "#platform/ip";
import { exactInteger, integerText, toExactInteger } from "../exact-integer";
import { cidrText, freeText, optionalAddress } from "../fields";
import type { subnets } from "../tables";
import type { Usage } from "./usage-tree";

const name = z.string().trim().min(1).max(120).openapi({ example: "Office" });

const fields = {
  name,
  cidr: cidrText.openapi({ description: "host bits are cleared; `cidr_as_sent` says so" }),
  description: freeText,
  notes: freeText,
  vlan_id: optionalText(32),
  site_id: integerOrNull(),
  gateway: optionalAddress.openapi({
    description: "in the subnet, or link-local in IPv6; of a single host (`/32`, `/128`) any of its family",
  }),
  dhcp_start: optionalText(64).openapi({ description: "first address of the DHCP range; both ends or none" }),
  dhcp_end: optionalText(64),
  dns_servers: optionalText(255),
  is_pool: boolean().openapi({
    type: "boolean",
    description: "all addresses may be given out, network and broadcast too",
  }),
};

/** Fields of a subnet that is not there yet, but for its CIDR. */
export const newSubnetFields = {
  name,
  description: fields.description.default(null),
  notes: fields.notes.default(null),
  vlan_id: fields.vlan_id.default(null),
  site_id: fields.site_id.default(null),
  gateway: fields.gateway.default(null),
  dhcp_start: fields.dhcp_start.default(null),
  dhcp_end: fields.dhcp_end.default(null),
  dns_servers: fields.dns_servers.default(null),
  is_pool: fields.is_pool.default(false),
};

export const SubnetCreate = z.object({ ...newSubnetFields, cidr: fields.cidr }).openapi("SubnetCreate");
export type SubnetCreate = z.output<typeof SubnetCreate>;

export const SubnetUpdate = z
  .object(fields)
  .partial()
  .openapi("SubnetUpdate", { description: "Absent fields keep their value." });
export type SubnetUpdate = z.output<typeof SubnetUpdate>;

/** All that are given must hold. */
export const SubnetQuery = z.object({
  search: filterText.optional().openapi({
    description:
      "part of the name, CIDR, description, notes or DNS servers, or the whole VLAN id; of an address the subnets that " +
      "have it, of a network those in it",
    example: "office",
  }),
  name: filterText.optional().openapi({ description: "the whole name, in any case" }),
  cidr: cidrText.optional().openapi({ description: "this network alone; host bits are cleared" }),
  contains: ipAddress()
    .optional()
    .openapi({ description: "the subnets that an address lies in, at all depths" }),
  within: cidrText.optional().openapi({
    description: "this network and all in it; host bits are cleared",
    example: "192.0.0.0/16",
  }),
  vlan_id: filterText.optional().openapi({ description: "the whole VLAN id", example: "10" }),
  site: filterText.optional().openapi({ description: "site's id or name; `none`: subnets without a site" }),
  ...pagingFields,
});
export type SubnetQuery = z.output<typeof SubnetQuery>;

const text = z.string().nullable();

const ownFields = {
  id: z.int(),
  name: z.string(),
  cidr: z.string().openapi({ example: "192.0.2.0/24" }),
  cidr_as_sent: text.openapi({ description: "null: sent as `cidr` says it" }),
  description: text,
  notes: text,
  vlan_id: text,
  site_id: z.int().nullable(),
  gateway: text,
  dhcp_start: text,
  dhcp_end: text,
  dns_servers: text,
  is_pool: z.boolean(),
  created_at: timestamp,
  updated_at: timestamp,
};

const computedFields = {
  parent_id: z.int().nullable().openapi({ description: "the smallest subnet in which this one lies" }),
  depth: z.int().openapi({ description: "how many subnets it lies in" }),
  total_hosts: exactInteger,
  used: exactInteger.openapi({ description: "distinct addresses of all sources, nested subnets included" }),
  free: exactInteger,
  utilization: z.number().openapi({ minimum: 0, maximum: 1 }),
  device_count: z.int(),
  dhcp_count: z.int(),
  reservation_count: z.int(),
  total_hosts_text: integerText,
  used_text: integerText,
  free_text: integerText,
};

export const SubnetOut = z.object({ ...ownFields, ...computedFields }).openapi("SubnetOut");
export type SubnetOut = z.infer<typeof SubnetOut>;

/** What others do in a subnet does not change it, so it is left out of its entity tag. */
export const SUBNET_VERSION = { without: Object.keys(computedFields) };

export type SubnetRow = typeof subnets.$inferSelect;
export type SubnetFields = z.infer<ReturnType<typeof ownObject>>;

function ownObject() {
  return z.object(ownFields);
}

/** The fields that people set, and its times. */
export function toSubnetFields(row: SubnetRow): SubnetFields {
  return {
    id: row.id,
    name: row.name,
    cidr: canonicalNetwork(row.network) ?? row.network,
    cidr_as_sent: row.cidrAsSent,
    description: row.description,
    notes: row.notes,
    vlan_id: row.vlanId,
    site_id: row.siteId,
    gateway: canonicalOrNull(row.gateway),
    dhcp_start: canonicalOrNull(row.dhcpStart),
    dhcp_end: canonicalOrNull(row.dhcpEnd),
    dns_servers: row.dnsServers,
    is_pool: row.isPool,
    created_at: toTimestamp(row.createdAt),
    updated_at: toTimestamp(row.updatedAt),
  };
}

/** The database writes a few IPv6 addresses otherwise than RFC 5952. */
function canonicalOrNull(address: string | null): string | null {
  return address === null ? null : (canonicalAddress(address) ?? address);
}

export function toSubnetOut(
  row: SubnetRow,
  { place, usage }: { place: { parentId: number | null; depth: number }; usage: Usage },
): SubnetOut {
  const free = usage.total - usage.used;
  return {
    ...toSubnetFields(row),
    parent_id: place.parentId,
    depth: place.depth,
    total_hosts: toExactInteger(usage.total),
    used: toExactInteger(usage.used),
    free: toExactInteger(free),
    utilization: utilizationOf(usage),
    device_count: usage.devices,
    dhcp_count: usage.leases,
    reservation_count: usage.reservations,
    total_hosts_text: String(usage.total),
    used_text: String(usage.used),
    free_text: String(free),
  };
}

/** Share of the addresses that are used, 0 to 1. */
export function utilizationOf({ used, total }: { used: bigint; total: bigint }): number {
  return total === 0n ? 0 : Number(used) / Number(total);
}
