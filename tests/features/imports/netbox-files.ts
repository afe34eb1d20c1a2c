import type { GivenFile } from "./given";

/** What NetBox's API answers for a small network, as its documentation shows such objects; names and numbers are ours. */
const list = (path: string, results: Record<string, unknown>[]) =>
  JSON.stringify({
    count: results.length,
    next: null,
    previous: null,
    results: results.map((one, place) => ({
      id: place + 1,
      url: `https://netbox.example.net/api/${path}/${place + 1}/`,
      created: "2026-01-02T03:04:05Z",
      ...one,
    })),
  });

const named = (name: string) => ({
  id: 1,
  url: "https://netbox.example.net/x/",
  display: name,
  name,
  slug: name.toLowerCase(),
});
const choice = (value: string) => ({ value, label: value });

const SITES = list("dcim/sites", [
  {
    name: "Harbour",
    slug: "harbour",
    status: choice("active"),
    physical_address: "1 Quay Street",
    region: named("North"),
  },
  { name: "Mill", slug: "mill", status: choice("active"), description: "the old mill", region: null },
]);

const VLANS = list("ipam/vlans", [
  { vid: 10, name: "Users", site: named("Harbour"), status: choice("active") },
  { vid: 10, name: "Users", site: named("Mill"), status: choice("active") },
  { vid: 20, name: "Voice", site: named("Harbour"), status: choice("reserved"), tenant: named("Sales") },
]);

const PREFIXES = list("ipam/prefixes", [
  {
    prefix: "192.0.2.0/24",
    family: choice("4"),
    site: named("Harbour"),
    vlan: { ...named("Users"), vid: 10 },
    description: "Desks",
    is_pool: false,
    status: choice("active"),
  },
  {
    prefix: "2001:db8:10::/64",
    family: choice("6"),
    site: named("Mill"),
    vlan: null,
    description: "",
    is_pool: true,
    status: choice("active"),
  },
]);

const DEVICES = list("dcim/devices", [
  {
    name: "hb-sw1",
    device_type: { id: 3, model: "EX2300", manufacturer: named("Juniper") },
    role: named("Switch"),
    site: named("Harbour"),
    rack: named("R1"),
    platform: named("Junos"),
    serial: "JN0001",
    status: choice("active"),
    primary_ip: { id: 9, address: "192.0.2.2/24" },
    tags: [named("core"), named("access")],
    custom_fields: { warranty: "2029" },
  },
  {
    name: "hb-sw2",
    device_type: { id: 3, model: "EX2300", manufacturer: named("Juniper") },
    role: named("Switch"),
    site: named("Harbour"),
    status: choice("decommissioning"),
    primary_ip: null,
    tags: [],
  },
]);

const INTERFACES = list("dcim/interfaces", [
  {
    device: named("hb-sw1"),
    name: "ge-0/0/0",
    type: choice("1000base-t"),
    mac_address: "00:00:5E:00:53:01",
    description: "uplink",
    enabled: true,
  },
  {
    device: named("hb-sw2"),
    name: "ge-0/0/0",
    type: choice("1000base-t"),
    mac_address: null,
    description: "",
    enabled: true,
  },
  { device: named("nowhere"), name: "eth0", type: choice("1000base-t"), enabled: true },
]);

const ADDRESSES = list("ipam/ip-addresses", [
  {
    address: "192.0.2.2/24",
    family: choice("4"),
    assigned_object_type: "dcim.interface",
    assigned_object: { id: 1, name: "ge-0/0/0", device: named("hb-sw1") },
    dns_name: "hb-sw1.example.net",
    status: choice("active"),
  },
  {
    address: "192.0.2.50/24",
    family: choice("4"),
    assigned_object_type: null,
    assigned_object: null,
    dns_name: "printer.example.net",
    status: choice("reserved"),
  },
  {
    address: "192.0.2.60/24",
    family: choice("4"),
    assigned_object_type: "virtualization.vminterface",
    assigned_object: { id: 4, name: "eth0", virtual_machine: named("vm1") },
    status: choice("active"),
  },
]);

const end = (device: string, name: string) => ({
  object_type: "dcim.interface",
  object_id: 1,
  object: { id: 1, name, device: named(device) },
});

const CABLES = list("dcim/cables", [
  {
    type: choice("cat6"),
    a_terminations: [end("hb-sw1", "ge-0/0/0")],
    b_terminations: [end("hb-sw2", "ge-0/0/0")],
    label: "C-1",
    status: choice("connected"),
  },
]);

/** Eight lists with 17 rows. */
export const NETBOX_FILES: readonly GivenFile[] = [
  { name: "cables.json", content: CABLES },
  { name: "interfaces.json", content: INTERFACES },
  { name: "devices.json", content: DEVICES },
  { name: "ip-addresses.json", content: ADDRESSES },
  { name: "prefixes.json", content: PREFIXES },
  { name: "vlans.json", content: VLANS },
  { name: "sites.json", content: SITES },
];
