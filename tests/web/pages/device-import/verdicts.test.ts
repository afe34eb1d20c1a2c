import { expect, test } from "bun:test";
import { toVerdicts, type ImportResult } from "../../../../src/web/pages/device-import/verdicts";
import { givenRow } from "../inventory/given-row";
import { createDhcpRangeFinder } from "../../../../src/web/pages/device-import/dhcp-ranges";

type RowResult = ImportResult["rows"][number];
const givenResult = (rows: Partial<RowResult>[]): ImportResult => ({
  created: 0,
  updated: 0,
  unchanged: 0,
  skipped: 0,
  failed: 0,
  errors: [],
  dry_run: true,
  rows: rows.map((row) => ({
    row: 2,
    action: "created",
    device_id: null,
    matched_by: null,
    errors: [],
    ...row,
  })),
});
const source = {
  table: {
    header: ["Name", "IP", "MAC", "Site", "Tags"],
    records: [
      ["SW-1", "192.0.2.1", "00-00-5E-00-53-01", "Berlin", "b, a"],
      ["", "192.0.2.9", "", "Nowhere", ""],
    ],
  },
  mapping: ["hostname", "ip_address", "mac_address", "site", "tags"] as const,
  devices: new Map([
    [
      5,
      givenRow({ id: 5, hostname: "sw-1", mac_address: "00:00:5e:00:53:01", site_id: 1, tags: ["a", "b"] }),
    ],
  ]),
  siteNames: new Map([[1, "Hamburg"]]),
  dhcpRangeOf: createDhcpRangeFinder([
    { cidr: "192.0.2.0/24", dhcp_start: "192.0.2.100", dhcp_end: "192.0.2.199" },
    { cidr: "2001:db8::/64", dhcp_start: null, dhcp_end: null },
  ]),
};

test("errors come first, with the field as it is called on the screen", () => {
  const result = givenResult([
    { row: 2, action: "created" },
    { row: 3, action: "failed", errors: [{ field: "site", msg: "Value error, Site not found" }] },
  ]);
  expect(toVerdicts(result.rows, source).map(({ row, name, text }) => [row, name, text])).toEqual([
    [3, "192.0.2.9", "Site: “Nowhere” is the name of no site; a site has to be there before"],
    [2, "SW-1", ""],
  ]);
});

test("a change says old and new, and not what is only written otherwise", () => {
  const [verdict] = toVerdicts(givenResult([{ action: "updated", device_id: 5 }]).rows, source);
  expect(verdict?.text).toBe("Site: Hamburg → Berlin");
});

test("cells of JSON are compared as the export writes them, and an id is no change", () => {
  const device = givenRow({
    id: 5,
    interfaces: [{ id: 1, name: "e0", mac_address: null, description: null, ip_addresses: [] }],
    custom_attributes: { rack: "A4" },
  });
  const exported = '[{"name":"e0","mac_address":null,"description":null,"ip_addresses":[]}]';
  const changed = {
    ...source,
    table: { header: ["id", "if", "own"], records: [["7", exported, '{"rack":"B1"}']] },
    mapping: ["id", "interfaces", "custom_attributes"] as const,
    devices: new Map([[5, device]]),
  };
  const [verdict] = toVerdicts(givenResult([{ action: "updated", device_id: 5 }]).rows, changed);
  expect(verdict?.text).toBe('Custom attributes (JSON): {"rack":"A4"} → {"rack":"B1"}');
});

test.each([
  [
    "ip_address",
    "10.0.0.300",
    "'10.0.0.300' does not appear to be an IPv4 or IPv6 address",
    "Address: “10.0.0.300” is no address, such as 192.0.2.10 or 2001:db8::10",
  ],
  [
    "mac_address",
    "00:1b:44",
    "Invalid MAC address",
    "MAC: “00:1b:44” is no MAC address, such as 00:1b:44:11:3a:b7",
  ],
  [
    "color",
    "red",
    "String should match pattern '^#[0-9A-Fa-f]{6}$'",
    "Colour: “red” is no colour, such as #1a5fb4",
  ],
  [
    "status",
    "broken",
    "Status must be one of online, offline",
    "Status: “broken”: Status must be one of online, offline",
  ],
] as const)("a fault of %s names the value and the form that is wanted", (field, cell, msg, text) => {
  const one = { ...source, table: { header: [field], records: [[cell]] }, mapping: [field] as const };
  const [verdict] = toVerdicts(givenResult([{ action: "failed", errors: [{ field, msg }] }]).rows, one);
  expect(verdict?.text).toBe(text);
});

test.each([
  [
    "192.0.2.100",
    "created",
    "192.0.2.100 is in the DHCP range 192.0.2.100 – 192.0.2.199 of 192.0.2.0/24: a lease may get it, too",
  ],
  ["192.0.2.200", "created", ""],
  ["192.0.2.150", "unchanged", ""],
  ["2001:db8::5", "created", ""],
] as const)("the address %s of a row that is %s has the warning %p", (address, action, warning) => {
  const one = {
    ...source,
    table: { header: ["ip"], records: [[address]] },
    mapping: ["ip_address"] as const,
  };
  expect(toVerdicts(givenResult([{ action }]).rows, one)[0]?.warning).toBe(warning);
});
