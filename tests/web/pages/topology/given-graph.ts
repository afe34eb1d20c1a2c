import type { Device, Group } from "../../../../src/web/api/inventory";
import type { Link } from "../../../../src/web/pages/topology/api";

const NOW = "2026-11-21T10:00:00.000Z";
const TIMES = { created_at: NOW, updated_at: NOW };

export function device(id: number, given: Partial<Device> = {}): Device {
  return {
    id,
    display_name: `sw${id}`,
    hostname: null,
    ip_address: "",
    additional_addresses: [],
    mac_address: null,
    mac_is_local: null,
    vendor: null,
    os: null,
    serial_number: null,
    device_type: "switch",
    status: "online",
    monitor_status: null,
    monitoring_paused: false,
    expected_status: "online",
    last_monitored_at: null,
    lifecycle: "active",
    icon: "device",
    color: null,
    vlan_id: null,
    subnet: null,
    site_id: null,
    topology_group_id: null,
    topology_group: "",
    snmp_profile_id: null,
    tags: [],
    notes: null,
    custom_attributes: {},
    interfaces: [],
    is_favourite: false,
    ...TIMES,
    ...given,
  };
}

export function link(id: number, given: Partial<Link> = {}): Link {
  return {
    id,
    source_device_id: 1,
    target_device_id: 2,
    source_interface: null,
    target_interface: null,
    relationship_type: "ethernet",
    allow_outbound: true,
    allow_inbound: true,
    notes: null,
    link_speed_mbps: null,
    origin: "manual",
    ...TIMES,
    ...given,
  };
}

export function group(id: number, given: Partial<Group> = {}): Group {
  return {
    id,
    name: `group${id}`,
    display_name: null,
    vlan_id: null,
    ip_range: null,
    gateway: null,
    dhcp_start: null,
    dhcp_end: null,
    dns_servers: null,
    description: null,
    color: null,
    parent_id: null,
    site_id: null,
    ...TIMES,
    ...given,
  };
}
