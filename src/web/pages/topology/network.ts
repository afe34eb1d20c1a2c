import type { Group, Site } from "../../api/inventory";
import type { Suggestion } from "../../api/neighbours";
import type { Status } from "../../components/badge/status-mark";
import { deviceName, placeName } from "../../format/device";
import type { ColorName } from "../../theme/tokens";
import type { Network } from "../../workers/layout/network";
import type { Graph, Link } from "./api";
import { deviceState } from "../../components/watched/device-state";
import { kindOf, type Kind } from "../../components/device-kind/kinds";

export type MapNode = {
  id: string;
  box: string | null;
  name: string;
  kind: Kind;
  status: Status;
  /** Of the category by which the map is coloured, and that in a few letters. */
  color?: ColorName;
  tag?: string;
};
export type MapBox = { id: string; box: string | null; name: string; isSite: boolean };
export type MapLink = {
  id: string;
  source: string;
  target: string;
  isDashed: boolean;
  /** Which ends have an arrow: only where traffic is not allowed both ways. */
  arrow: "none" | "source" | "target";
  width: number;
  /** A device has heard the other; nobody has said that the link is there. */
  isSuggested: boolean;
  color?: ColorName;
  isDotted?: boolean;
};

/** What the map draws. Boxes: outer ones before those that they hold. */
export type MapNetwork = {
  nodes: MapNode[];
  boxes: MapBox[];
  links: MapLink[];
  /** Names of sites and groups that no device is in: they have no box. */
  empty: string[];
};

export const nodeId = (deviceId: number) => `device-${deviceId}`;
export const linkId = ({ id }: { id: number }) => `link-${id}`;
export const suggestionId = ({ neighbour_id: id }: Pick<Suggestion, "neighbour_id">) => `suggestion-${id}`;
/** The number in `device-12`. */
export const numberOf = (id: string) => Number(id.slice(id.indexOf("-") + 1));

/**
 * Devices in boxes: a group in the site of each of its devices, so that no box reaches over two sites; groups and sites
 * in those that they lie in.
 */
export function buildNetwork(
  {
    devices,
    relationships,
    suggestions = [],
  }: Pick<Graph, "devices" | "relationships"> & { suggestions?: readonly Suggestion[] },
  places: { sites: readonly Site[]; groups: readonly Group[] },
): MapNetwork {
  const boxes = createBoxes(places);
  const groups = new Map(places.groups.map((group) => [group.id, group]));
  const nodes = devices.map((device) => {
    const group = groups.get(device.topology_group_id ?? 0);
    return {
      id: nodeId(device.id),
      box: boxes.of({ siteId: device.site_id ?? group?.site_id ?? null, group }),
      name: deviceName(device),
      kind: kindOf(device),
      status: deviceState(device).status,
    };
  });
  const links = [...relationships.map(toMapLink), ...suggestions.map(toSuggestedLink)];
  return { nodes, boxes: boxes.list(), links, empty: boxes.emptyNames() };
}

function createBoxes({ sites, groups }: { sites: readonly Site[]; groups: readonly Group[] }) {
  const siteOf = new Map(sites.map((site) => [site.id, site]));
  const groupOf = new Map(groups.map((group) => [group.id, group]));
  const made = new Map<string, MapBox>();
  const make = (box: MapBox): string => {
    if (!made.has(box.id)) made.set(box.id, box);
    return box.id;
  };
  function siteBox(siteId: number | null): string | null {
    const site = siteOf.get(siteId ?? 0);
    if (site === undefined) return null;
    const box = siteBox(site.parent_id);
    return make({ id: `site-${site.id}`, box, name: placeName(site), isSite: true });
  }
  function groupBox(siteId: number | null, group: Group | undefined): string | null {
    if (group === undefined) return siteBox(siteId);
    const box = groupBox(siteId, groupOf.get(group.parent_id ?? 0));
    return make({
      id: `group-${group.id} site-${siteId ?? 0}`,
      box,
      name: placeName(group),
      isSite: false,
    });
  }
  return {
    of: ({ siteId, group }: { siteId: number | null; group: Group | undefined }) => groupBox(siteId, group),
    list: () => [...made.values()],
    emptyNames() {
      const used = new Set([...made.keys()].map((id) => id.split(" ")[0]));
      return [
        ...sites.filter(({ id }) => !used.has(`site-${id}`)),
        ...groups.filter(({ id }) => !used.has(`group-${id}`)),
      ].map(placeName);
    },
  };
}

const FAST_MBPS = 10_000;

function toMapLink(link: Link): MapLink {
  const { allow_outbound: out, allow_inbound: back, link_speed_mbps: speed } = link;
  return {
    id: linkId(link),
    source: nodeId(link.source_device_id),
    target: nodeId(link.target_device_id),
    isDashed: !out && !back,
    arrow: out === back ? "none" : out ? "target" : "source",
    width: speed !== null && speed >= FAST_MBPS ? 3 : 1.5,
    isSuggested: false,
  };
}

function toSuggestedLink(suggestion: Suggestion): MapLink {
  return {
    id: suggestionId(suggestion),
    source: nodeId(suggestion.source_device_id),
    target: nodeId(suggestion.target_device_id),
    isDashed: true,
    arrow: "none",
    width: 2,
    isSuggested: true,
  };
}

/** What the layout worker needs of it. */
export function toLayoutNetwork({ nodes, boxes, links }: MapNetwork): Network {
  return {
    nodes: nodes.map(({ id, box }) => ({ id, box })),
    boxes: boxes.map(({ id, box }) => ({ id, box })),
    links: links.map(({ source, target }) => ({ source, target })),
  };
}
