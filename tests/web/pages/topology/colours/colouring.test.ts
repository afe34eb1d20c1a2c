import { describe, expect, test } from "bun:test";
import { coloured } from "../../../../../src/web/pages/topology/colours/colouring";
import { createVlanFinder } from "../../../../../src/web/pages/topology/colours/vlan-of";
import { buildNetwork } from "../../../../../src/web/pages/topology/network";
import { device, group, link } from "../given-graph";

function given(vlans: (string | null)[], speeds: (number | null)[] = []) {
  const devices = vlans.map((vlan_id, index) => device(index + 1, { vlan_id }));
  const relationships = speeds.map((link_speed_mbps, index) => link(index + 1, { link_speed_mbps }));
  const graph = { devices, relationships, tag: "" };
  const vlanOf = createVlanFinder({ groups: [], subnets: [] });
  return { graph: { graph, vlanOf }, network: buildNetwork(graph, { sites: [], groups: [] }) };
}

describe("by VLAN", () => {
  test("each has a colour, its number on the device and its count in the legend, in the order of numbers", () => {
    const { graph, network } = given(["20", "3", "20", null]);
    const { network: painted, entries } = coloured(network, graph, "vlan");
    expect(painted.nodes.map(({ color, tag }) => [color, tag])).toEqual([
      ["set-2", "20"],
      ["set-1", "3"],
      ["set-2", "20"],
      [undefined, undefined],
    ]);
    expect(entries.map(({ label, count }) => [label, count])).toEqual([
      ["VLAN 3", 1],
      ["VLAN 20", 2],
      ["No VLAN recorded", 1],
    ]);
  });

  test("those beyond the colours share one, and are told by their numbers", () => {
    const { graph, network } = given(Array.from({ length: 12 }, (_, index) => String(index + 1)));
    const { network: painted, entries } = coloured(network, graph, "vlan");
    expect(entries.at(-1)).toMatchObject({ label: "Further VLANs", count: 5 });
    expect(painted.nodes.every(({ tag }) => tag !== undefined)).toBe(true);
  });
});

test("by link speed each class has a width of its own, and what is not known is dotted", () => {
  const { graph, network } = given([null, null], [100, 1000, 10_000, 100_000, null]);
  const { network: painted, entries } = coloured(network, graph, "speed");
  const widths = painted.links.map(({ width }) => width);
  expect(new Set(widths.slice(0, 4)).size).toBe(4);
  expect(widths.slice(0, 4)).toEqual(widths.slice(0, 4).toSorted((one, other) => one - other));
  expect(painted.links.map(({ isDotted }) => isDotted)).toEqual([false, false, false, false, true]);
  expect(entries.map(({ count }) => count)).toEqual([1, 1, 1, 1, 1]);
});

test("by status the map stays as it is", () => {
  const { graph, network } = given(["1"]);
  expect(coloured(network, graph, "status")).toEqual({ network, entries: [] });
});

describe("the VLAN of a device", () => {
  const find = createVlanFinder({
    groups: [group(7, { vlan_id: "70" })],
    subnets: [
      { cidr: "10.0.0.0/8", vlan_id: "1" },
      { cidr: "10.1.2.0/24", vlan_id: "12" },
      { cidr: "2001:db8::/32", vlan_id: "6" },
    ],
  });

  test.each([
    [{ vlan_id: "5", topology_group_id: 7, ip_address: "10.1.2.3" }, "5"],
    [{ vlan_id: " ", topology_group_id: 7, ip_address: "10.1.2.3" }, "70"],
    [{ vlan_id: null, topology_group_id: null, ip_address: "10.1.2.3" }, "12"],
    [{ vlan_id: null, topology_group_id: null, ip_address: "10.9.9.9" }, "1"],
    [{ vlan_id: null, topology_group_id: null, ip_address: "2001:db8::9" }, "6"],
    [{ vlan_id: null, topology_group_id: null, ip_address: "192.0.2.1" }, null],
    [{ vlan_id: null, topology_group_id: null, ip_address: "" }, null],
  ])("%j is %p", (device, vlan) => expect(find(device)).toBe(vlan));
});
