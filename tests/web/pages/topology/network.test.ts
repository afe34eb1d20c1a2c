import { describe, expect, test } from "bun:test";
import type { Site } from "../../../../src/web/api/inventory";
import { deviceState } from "../../../../src/web/components/watched/device-state";
import { matches } from "../../../../src/web/pages/topology/device-facts";
import { kindOf } from "../../../../src/web/components/device-kind/kinds";
import { buildNetwork } from "../../../../src/web/pages/topology/network";
import { device, group, link } from "./given-graph";

const NOW = "2026-11-21T10:00:00.000Z";
const TIMES = { created_at: NOW, updated_at: NOW };

function site(id: number, given: Partial<Site> = {}): Site {
  const texts = { display_name: null, description: null, address: null, color: null };
  return { id, name: `site${id}`, parent_id: null, ...texts, ...TIMES, ...given };
}

const boxesOf = (...given: Parameters<typeof buildNetwork>) => {
  const { nodes, boxes } = buildNetwork(...given);
  const names = new Map(boxes.map(({ id, name }) => [id, name]));
  const pathOf = (id: string | null): string => {
    const box = boxes.find((candidate) => candidate.id === id);
    return box === undefined ? "" : `${pathOf(box.box)}/${names.get(box.id)}`;
  };
  return Object.fromEntries(nodes.map(({ name, box }) => [name, pathOf(box)]));
};

describe("boxes of the map", () => {
  test("a device stands in its group, that in the group and the sites that they lie in", () => {
    const paths = boxesOf(
      { devices: [device(1, { site_id: 2, topology_group_id: 4 })], relationships: [] },
      {
        sites: [site(1, { display_name: "Berlin" }), site(2, { parent_id: 1 })],
        groups: [group(3), group(4, { parent_id: 3 })],
      },
    );
    expect(paths).toEqual({ sw1: "/Berlin/site2/group3/group4" });
  });

  test("a group with devices in two sites has a box in each", () => {
    const devices = [1, 2].map((id) => device(id, { site_id: id, topology_group_id: 3 }));
    const paths = boxesOf({ devices, relationships: [] }, { sites: [site(1), site(2)], groups: [group(3)] });
    expect(paths).toEqual({ sw1: "/site1/group3", sw2: "/site2/group3" });
  });

  test("a device without a site stands in the site of its group", () => {
    const places = { sites: [site(1)], groups: [group(3, { site_id: 1 })] };
    expect(boxesOf({ devices: [device(1, { topology_group_id: 3 })], relationships: [] }, places)).toEqual({
      sw1: "/site1/group3",
    });
  });

  test("sites and groups without a device are named, not drawn", () => {
    const places = {
      sites: [site(1), site(2, { display_name: "Berlin" })],
      groups: [group(3), group(4), group(11)],
    };
    const devices = [device(1, { site_id: 1, topology_group_id: 3 }), device(2, { topology_group_id: 11 })];
    const { boxes, empty } = buildNetwork({ devices, relationships: [] }, places);
    expect(empty).toEqual(["Berlin", "group4"]);
    expect(boxes.map(({ name }) => name)).toEqual(["site1", "group3", "group11"]);
  });

  test("outer boxes come before those that they hold", () => {
    const places = { sites: [site(1), site(2, { parent_id: 1 })], groups: [group(3)] };
    const { boxes } = buildNetwork(
      { devices: [device(1, { site_id: 2, topology_group_id: 3 })], relationships: [] },
      places,
    );
    const seen = new Set<string | null>([null]);
    for (const { id, box } of boxes) {
      expect(seen.has(box)).toBe(true);
      seen.add(id);
    }
  });
});

test.each([
  [true, true, "none", false],
  [true, false, "target", false],
  [false, true, "source", false],
  [false, false, "none", true],
] as const)("traffic out %p and back %p is drawn with arrow %p, dashed %p", (out, back, arrow, isDashed) => {
  const relationships = [link(1, { allow_outbound: out, allow_inbound: back })];
  const { links } = buildNetwork({ devices: [], relationships }, { sites: [], groups: [] });
  expect(links).toEqual([expect.objectContaining({ arrow, isDashed })]);
});

test("what a device has heard is drawn dashed beside the links", () => {
  const suggestion = {
    neighbour_id: 7,
    source_device_id: 1,
    target_device_id: 2,
    source_interface: "Gi0/1",
    target_interface: null,
    protocol: "lldp" as const,
    match_reason: "chassis_mac" as const,
    last_seen: NOW,
  };
  const graph = { devices: [device(1), device(2)], relationships: [link(1)], suggestions: [suggestion] };
  expect(buildNetwork(graph, { sites: [], groups: [] }).links).toEqual([
    expect.objectContaining({ id: "link-1", isSuggested: false, isDashed: false }),
    expect.objectContaining({
      id: "suggestion-7",
      source: "device-1",
      target: "device-2",
      isSuggested: true,
      isDashed: true,
    }),
  ]);
});

test.each([
  [{ status: "online" }, "ok"],
  [{ status: "warning" }, "degraded"],
  [{ status: "offline" }, "down"],
  [{ status: "unknown" }, "unknown"],
  [{ status: "disabled" }, "maintenance"],
  [{ status: "something new" }, "unknown"],
  [{ status: "online", monitor_status: "down" }, "down"],
  [{ status: "offline", monitoring_paused: true }, "maintenance"],
  [{ status: "online", monitor_status: "up", standing: "unreachable" }, "unreachable"],
  [{ status: "online", standing: "unknown" }, "unknown"],
] as const)("a device that is %p is drawn as %p", (given, status) => {
  expect(deviceState(device(1, given)).status).toBe(status);
});

test.each([
  ["core switch", "device", "switch"],
  ["Access Point", "device", "wireless"],
  ["switch", "firewall", "firewall"],
  ["FortiGate 60F", "device", "firewall"],
  ["map", "device", "device"],
  [null, "device", "device"],
] as const)("a device of type %p with icon %p looks like a %p", (type, icon, kind) => {
  expect(kindOf({ device_type: type, icon })).toBe(kind);
});

test("a search finds devices by every word, in names, addresses and tags", () => {
  const known = device(1, { display_name: "Core West", ip_address: "192.0.2.10", tags: ["rack4"] });
  expect(["core", "WEST core", "192.0.2", "rack4 core"].map((text) => matches(known, text))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(matches(known, "core east")).toBe(false);
});
