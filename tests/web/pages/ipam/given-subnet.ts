import type { Subnet } from "../../../../src/web/pages/ipam/tree/tree-rows";

/** A subnet as the service gives it, with what the test is about. */
export function givenSubnet(own: Partial<Subnet> & Pick<Subnet, "id" | "cidr">): Subnet {
  return {
    name: `subnet ${own.id}`,
    cidr_as_sent: null,
    description: null,
    notes: null,
    vlan_id: null,
    site_id: null,
    gateway: null,
    dhcp_start: null,
    dhcp_end: null,
    dns_servers: null,
    is_pool: false,
    created_at: "2026-11-20T10:00:00.000Z",
    updated_at: "2026-11-20T10:00:00.000Z",
    parent_id: null,
    depth: 0,
    total_hosts_text: "254",
    used_text: "0",
    free_text: "254",
    utilization: 0,
    device_count: 0,
    dhcp_count: 0,
    reservation_count: 0,
    ...own,
  };
}
