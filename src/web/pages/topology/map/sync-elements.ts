import type { Core, ElementDefinition, NodeSingular } from "cytoscape";
import type { Place, Places } from "../../../workers/layout/network";
import { spellHidden } from "../../../format/hidden-characters";
import type { MapBox, MapLink, MapNetwork, MapNode } from "../network";
import { nodeImage, statusColor, type Colors } from "./node-image";

export type Drawn = { network: MapNetwork; places: Places; colors: Colors };
type Wished = Drawn & {
  /** Of what is added (px). */
  siteNameSize: number;
};

/**
 * Brings the canvas to what is drawn by the differences alone: a poll that finds nothing new costs no redraw. Devices
 * without a place, links to them and boxes without devices are left out.
 */
export function syncElements(core: Core, { network, places, colors, siteNameSize }: Wished): void {
  const nodes = network.nodes.filter(({ id }) => places[id] !== undefined);
  const ids = new Set(nodes.map(({ id }) => id));
  const boxes = usedBoxes(network, nodes);
  const links = network.links.filter(({ source, target }) => ids.has(source) && ids.has(target));
  const wanted = new Set([...ids, ...boxes.map(({ id }) => id), ...links.map(({ id }) => id)]);
  core.batch(() => {
    const added: ElementDefinition[] = [];
    for (const shown of boxes) {
      const { id, box, isSite } = shown;
      putNode(
        core,
        { id, box, data: boxData(shown), first: isSite ? { nameSize: siteNameSize } : {} },
        added,
      );
    }
    for (const node of nodes) {
      const image = nodeImage(node, colors);
      const { id, box } = node;
      putNode(
        core,
        {
          id,
          box,
          data: {
            name: shorten(node.name, LONGEST_NAME.device),
            image,
            dot: colors[node.color ?? statusColor(node.status)],
            isDown: node.status === "down",
          },
          place: places[id],
        },
        added,
      );
    }
    for (const link of links) putLink(core, link, { colors, added });
    core.add(added);
    // Boxes last: they would take what they hold along.
    core.edges().forEach((edge) => void (wanted.has(edge.id()) || edge.remove()));
    core.nodes("[!isBox]").forEach((node) => void (wanted.has(node.id()) || node.remove()));
    core.nodes("[?isBox]").forEach((node) => void (wanted.has(node.id()) || node.remove()));
  });
}

function usedBoxes({ boxes }: MapNetwork, nodes: readonly MapNode[]): MapBox[] {
  const used = new Set<string | null>(nodes.map(({ box }) => box));
  for (const { id, box } of boxes.toReversed()) if (used.has(id)) used.add(box);
  return boxes.filter(({ id }) => used.has(id));
}

/** Characters: as wide as there is room below a device, above a box. The library would measure each text many times. */
const LONGEST_NAME = { device: 17, box: 32 };

function boxData({ name, isSite }: MapBox) {
  return { name: shorten(name, LONGEST_NAME.box), isBox: true, isSite };
}

function shorten(given: string, most: number): string {
  const name = spellHidden(given);
  return name.length <= most ? name : `${name.slice(0, most - 1)}…`;
}

type Wanted = {
  id: string;
  box: string | null;
  data: Record<string, unknown>;
  place?: Place | undefined;
  /** Data that only a new one gets. */
  first?: Record<string, unknown>;
};

function putNode(core: Core, { id, box, data, place, first }: Wanted, added: ElementDefinition[]): void {
  const node = core.getElementById(id);
  if (node.empty()) {
    added.push({
      group: "nodes",
      data: { id, ...(box !== null && { parent: box }), ...data, ...first },
      ...(place !== undefined && { position: { ...place } }),
    });
    return;
  }
  if ((node.data("parent") ?? null) !== box) node.move({ parent: box });
  putData(node, data);
  if (place !== undefined && !node.grabbed() && isElsewhere(node, place)) node.position({ ...place });
}

function isElsewhere(node: NodeSingular, place: Place): boolean {
  const { x, y } = node.position();
  return Math.round(x) !== Math.round(place.x) || Math.round(y) !== Math.round(place.y);
}

function putLink(
  core: Core,
  { id, source, target, color, isDotted = false, ...rest }: MapLink,
  { colors, added }: { colors: Drawn["colors"]; added: ElementDefinition[] },
): void {
  const data = { ...rest, isDotted, color: color === undefined ? "" : colors[color] };
  const edge = core.getElementById(id);
  if (edge.empty()) {
    added.push({ group: "edges", data: { id, source, target, ...data } });
    return;
  }
  if (edge.data("source") !== source || edge.data("target") !== target) edge.move({ source, target });
  putData(edge, data);
}

function putData(
  element: { data(name: string): unknown; data(values: Record<string, unknown>): unknown },
  wanted: Record<string, unknown>,
): void {
  if (Object.entries(wanted).some(([name, value]) => element.data(name) !== value)) element.data(wanted);
}
