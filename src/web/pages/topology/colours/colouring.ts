import type { Device } from "../../../api/inventory";
import type { ColorName } from "../../../theme/tokens";
import type { Graph } from "../api";
import { KIND_NAMES, kindName } from "../../../components/device-kind/kinds";
import { nodeId, linkId, type MapNetwork } from "../network";

/** What the colours of the map tell beside the state of each device, which stays in its corner. */
export const COLOURINGS = [
  { value: "status", label: "Status" },
  { value: "vlan", label: "VLAN" },
  { value: "type", label: "Type" },
  { value: "speed", label: "Link speed" },
] as const;

export type Colouring = (typeof COLOURINGS)[number]["value"];

/** A colour and what it stands for, with how many. `width`: a link of that width (px), else a device. */
export type LegendEntry = {
  color: ColorName;
  label: string;
  count: number;
  width?: number;
  isDotted?: boolean;
};

export type Coloured = { network: MapNetwork; entries: readonly LegendEntry[] };

const COLORS: readonly ColorName[] = ["set-1", "set-2", "set-3", "set-4", "set-5", "set-6", "set-7"];
const REST: ColorName = "status-unknown";
const NATURAL = new Intl.Collator("en", { numeric: true });

type Known = { graph: Graph; vlanOf: (device: Device) => string | null };

/** The network in the colours that were asked for, and what they mean. Each is told by a word or a width as well. */
export function coloured(network: MapNetwork, { graph, vlanOf }: Known, by: Colouring): Coloured {
  switch (by) {
    case "status":
      return { network, entries: [] };
    case "vlan":
      return byVlan(network, { graph, vlanOf });
    case "type":
      return byType(network);
    case "speed":
      return bySpeed(network, graph);
  }
}

function byVlan(network: MapNetwork, { graph, vlanOf }: Known): Coloured {
  const vlans = new Map(graph.devices.map((device) => [nodeId(device.id), vlanOf(device)]));
  const categories = categorise(network.nodes.map(({ id }) => vlans.get(id) ?? null));
  return {
    network: {
      ...network,
      nodes: network.nodes.map((node) => {
        const vlan = vlans.get(node.id) ?? null;
        return vlan === null ? node : { ...node, color: categories.colorOf(vlan), tag: vlan };
      }),
    },
    entries: categories.entries((vlan) => `VLAN ${vlan}`, "Further VLANs", "No VLAN recorded"),
  };
}

function byType(network: MapNetwork): Coloured {
  const categories = categorise(network.nodes.map(({ kind }) => kind));
  return {
    network: {
      ...network,
      nodes: network.nodes.map((node) => ({ ...node, color: categories.colorOf(node.kind) })),
    },
    entries: categories.entries(
      (kind) => kindName(KIND_NAMES.find((known) => known === kind) ?? "device"),
      "Further types",
      "No type recorded",
    ),
  };
}

/** Mbit/s from which a link is of the class; the fastest first. */
const SPEEDS = [
  { from: 40_000, label: "40 Gbit/s and more", color: "set-4", width: 7 },
  { from: 10_000, label: "10 to 40 Gbit/s", color: "set-1", width: 5 },
  { from: 1000, label: "1 to 10 Gbit/s", color: "set-3", width: 3 },
  { from: 0, label: "Below 1 Gbit/s", color: "set-2", width: 1.5 },
] as const;
const NO_SPEED = { label: "Not known", color: REST, width: 1.5, isDotted: true } as const;

function bySpeed(network: MapNetwork, { relationships }: Graph): Coloured {
  const speedOf = new Map(relationships.map((link) => [linkId(link), link.link_speed_mbps]));
  const classOf = (id: string) => {
    const speed = speedOf.get(id) ?? null;
    return speed === null ? NO_SPEED : (SPEEDS.find(({ from }) => speed >= from) ?? NO_SPEED);
  };
  const counts = new Map<string, number>();
  for (const { id } of network.links) {
    const { label } = classOf(id);
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return {
    network: {
      ...network,
      links: network.links.map((link) => {
        if (link.isSuggested) return link;
        const { label: _, ...look } = { isDotted: false, ...classOf(link.id) };
        return { ...link, color: look.color, width: look.width, isDotted: look.isDotted };
      }),
    },
    entries: [...SPEEDS, NO_SPEED].map(({ label, color, width }) => ({
      label,
      color,
      width,
      isDotted: label === NO_SPEED.label,
      count: counts.get(label) ?? 0,
    })),
  };
}

/** Those that are most frequent have a colour of their own, by name; the others share one. Null: what has none. */
function categorise(values: readonly (string | null)[]) {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  const own = [...counts]
    .toSorted(([one, some], [other, more]) => more - some || NATURAL.compare(one, other))
    .slice(0, COLORS.length)
    .map(([value]) => value)
    .toSorted(NATURAL.compare);
  const colors = new Map(own.map((value, index) => [value, COLORS[index] ?? REST]));
  const colorOf = (value: string): ColorName => colors.get(value) ?? REST;
  const further = [...counts].filter(([value]) => !colors.has(value));
  const none = values.filter((value) => value === null).length;
  return {
    colorOf,
    entries(name: (value: string) => string, furtherName: string, noneName: string): LegendEntry[] {
      const rest = further.reduce((sum, [, count]) => sum + count, 0);
      return [
        ...own.map((value) => ({ color: colorOf(value), label: name(value), count: counts.get(value) ?? 0 })),
        ...(rest > 0 ? [{ color: REST, label: furtherName, count: rest }] : []),
        ...(none > 0 ? [{ color: "surface" as const, label: noneName, count: none }] : []),
      ];
    },
  };
}
