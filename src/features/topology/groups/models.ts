import { z } from "@hono/zod-openapi";
import { findDhcpRangeFault } from "#platform/dhcp-range";
import { gatewayFault } from "#platform/network-gateway";
import { filterText, integerOrNull, optionalText, timestamp, toTimestamp } from "#platform/http/fields";
import { pagingFields } from "#platform/http/paging";
import { color, network } from "../devices/fields";
import { placeName } from "../place-name";
import type { topologyGroups } from "../tables";

const fields = {
  name: placeName("Group name is required").openapi({ example: "office" }),
  display_name: optionalText(120),
  vlan_id: optionalText(16).openapi({ example: "10" }),
  ip_range: network.openapi({ example: "192.0.2.0/24" }),
  gateway: optionalText(64).openapi({
    description: "where it is an address, one of `ip_range`, or link-local in IPv6",
  }),
  dhcp_start: optionalText(64),
  dhcp_end: optionalText(64),
  dns_servers: optionalText(255),
  description: optionalText(2000),
  color,
  parent_id: integerOrNull().openapi({ description: "the group that it lies in" }),
  site_id: integerOrNull(),
};

export const TopologyGroupCreate = z
  .object({
    ...fields,
    display_name: fields.display_name.default(null),
    vlan_id: fields.vlan_id.default(null),
    ip_range: fields.ip_range.default(null),
    gateway: fields.gateway.default(null),
    dhcp_start: fields.dhcp_start.default(null),
    dhcp_end: fields.dhcp_end.default(null),
    dns_servers: fields.dns_servers.default(null),
    description: fields.description.default(null),
    color: fields.color.default(null),
    parent_id: fields.parent_id.default(null),
    site_id: fields.site_id.default(null),
  })
  .superRefine((group, context) => {
    if (context.issues.length > 0) return;
    const fault = findDhcpRangeFault({ ...group, cidr: group.ip_range });
    if (fault !== undefined) context.addIssue({ code: "custom", path: [fault.field], message: fault.text });
    const message = gatewayFault({ ...group, cidr: group.ip_range });
    if (message !== null) context.addIssue({ code: "custom", path: ["gateway"], message });
  })
  .openapi("TopologyGroupCreate");
export type TopologyGroupCreate = z.output<typeof TopologyGroupCreate>;

export const TopologyGroupUpdate = z
  .object(fields)
  .partial()
  .openapi("TopologyGroupUpdate", { description: "Absent fields keep their value." });
export type TopologyGroupUpdate = z.output<typeof TopologyGroupUpdate>;

/** All that are given must hold. */
export const GroupQuery = z.object({
  search: filterText.optional().openapi({
    description: "part of the names, description or network, or the whole VLAN id",
  }),
  name: filterText.optional().openapi({ description: "the whole name, in any case" }),
  vlan_id: filterText.optional().openapi({ description: "the whole VLAN id", example: "10" }),
  site: filterText.optional().openapi({ description: "site's id or name; `none`: groups without a site" }),
  ...pagingFields,
});
export type GroupQuery = z.output<typeof GroupQuery>;

const text = z.string().nullable();

export const TopologyGroupRead = z
  .object({
    id: z.int(),
    name: z.string(),
    display_name: text,
    vlan_id: text,
    ip_range: text,
    gateway: text,
    dhcp_start: text,
    dhcp_end: text,
    dns_servers: text,
    description: text,
    color: text,
    parent_id: z.int().nullable(),
    site_id: z.int().nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .openapi("TopologyGroupRead");
export type TopologyGroupRead = z.infer<typeof TopologyGroupRead>;

export const GroupResetAssignmentsResult = z
  .object({ updated: z.int().openapi({ description: "devices that were in a group" }) })
  .openapi("GroupResetAssignmentsResult");
export type GroupResetAssignmentsResult = z.infer<typeof GroupResetAssignmentsResult>;

export function toGroupRead(row: typeof topologyGroups.$inferSelect): TopologyGroupRead {
  return {
    id: row.id,
    name: row.name,
    display_name: row.displayName,
    vlan_id: row.vlanId,
    ip_range: row.ipRange,
    gateway: row.gateway,
    dhcp_start: row.dhcpStart,
    dhcp_end: row.dhcpEnd,
    dns_servers: row.dnsServers,
    description: row.description,
    color: row.color,
    parent_id: row.parentId,
    site_id: row.siteId,
    created_at: toTimestamp(row.createdAt),
    updated_at: toTimestamp(row.updatedAt),
  };
}

/** The columns of a group's own fields. */
export function toGroupColumns(group: TopologyGroupCreate) {
  return {
    name: group.name,
    displayName: group.display_name,
    vlanId: group.vlan_id,
    ipRange: group.ip_range,
    gateway: group.gateway,
    dhcpStart: group.dhcp_start,
    dhcpEnd: group.dhcp_end,
    dnsServers: group.dns_servers,
    description: group.description,
    color: group.color,
    parentId: group.parent_id,
    siteId: group.site_id,
  };
}
