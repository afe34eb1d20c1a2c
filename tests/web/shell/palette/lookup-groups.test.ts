import { expect, test } from "bun:test";
import { lookupGroups } from "../../../../src/web/shell/palette/lookup-groups";

type Lookup = Parameters<typeof lookupGroups>[0];

const NOTHING: Lookup = {
  term: "10.0.0.7",
  kind: "address",
  is_exact: true,
  devices: [],
  subnets: [],
  reservations: [],
  leases: [],
  relationships: [],
  neighbours: [],
  events: null,
  events_since: null,
  events_left_out: "permission",
  holders: null,
  attachments: null,
  changes: null,
  truncated: [],
};

const SUBNET: Lookup["subnets"][number] = {
  id: 4,
  name: "Servers",
  cidr: "10.0.0.0/24",
  vlan_id: null,
  gateway: null,
  dhcp_start: null,
  dhcp_end: null,
  site_id: null,
};

const LEASE: Lookup["leases"][number] = {
  id: 1,
  ip_address: "10.0.0.7",
  mac_address: "00:1b:44:11:3a:b7",
  hostname: null,
  expires_at: null,
  is_active: true,
  imported_at: "2026-11-21T12:00:00.000Z",
};

const RESERVATION: Lookup["reservations"][number] = {
  id: 1,
  ip_address: "10.0.0.7",
  label: "printer-3",
  mac_address: null,
  reserved_by: null,
  expires_at: null,
  state: "active",
};

const hrefs = (found: Lookup) =>
  lookupGroups(found).flatMap(({ entries }) => entries.map(({ href }) => href));

test.each([
  ["address", "10.0.0.7", "/syslog?q=ip:10.0.0.7&from=-24h"],
  ["network", "10.0.0.0/24", "/syslog?q=ip:10.0.0.0/24&from=-24h"],
  ["name", "sw-1", "/syslog?q=sw-1&from=-24h"],
  ["name", "core switch", "/syslog?q=%22core+switch%22&from=-24h"],
  ["name", "-odd", "/syslog?q=%22-odd%22&from=-24h"],
  ["mac_address", "00:1b:44:11:3a:b7", "/syslog?q=%2200:1b:44:11:3a:b7%22&from=-24h"],
] as const)("events of the %s %s are looked for by a text of the query language", (kind, term, href) => {
  expect(hrefs({ ...NOTHING, kind, term })).toEqual([href]);
});

test("an address that is reserved and leased is there once, inside its smallest subnet", () => {
  const found = { ...NOTHING, subnets: [SUBNET], reservations: [RESERVATION], leases: [LEASE] };
  const [entry] = lookupGroups(found).find(({ label }) => label === "Addresses")?.entries ?? [];
  expect(entry?.hint).toBe("reserved, printer-3; lease, 00:1b:44:11:3a:b7");
  expect(entry?.href).toBe("/ipam/4?ip=10.0.0.7");
});

test("addresses of which the subnet is not known lead to the list of reservations", () => {
  expect(hrefs({ ...NOTHING, reservations: [RESERVATION] })).toContain(
    "/ipam?tab=reservations&find=10.0.0.7",
  );
});

test("a machine that hangs on a switch leads to what hangs on that port", () => {
  const place: NonNullable<Lookup["attachments"]>[number] = {
    mac_address: "00:1b:21:3a:4c:5d",
    switch: { id: 3, name: "sw3" },
    port_index: 10_014,
    port_name: "Gi0/14",
    port_alias: null,
    vlans: [],
    since: "2026-11-21T12:00:00.000Z",
    last_seen: "2026-11-21T12:00:00.000Z",
    is_present: false,
    reason: "edge",
    known_by: 2,
    behind_port: 1,
  };
  const groups = lookupGroups({ ...NOTHING, attachments: [place] });
  expect(groups.find(({ label }) => label === "Hangs on")?.entries).toMatchObject([
    {
      label: "sw3 Gi0/14",
      hint: "00:1b:21:3a:4c:5d, gone",
      href: "/inventory/3?tab=attached&behind=10014",
    },
  ]);
});
