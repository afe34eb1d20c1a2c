import { useState, type KeyboardEvent } from "react";
import type { Place, Places } from "../../../workers/layout/network";
import type { TopologyMap } from "./create-map";
import type { MapNetwork } from "../network";
import { directionOf, nextNode } from "./walk";

/** How far Shift and an arrow move a device (px of the map). */
const NUDGE = 20;
const STATES = {
  ok: "up",
  degraded: "warning",
  down: "down",
  unknown: "state unknown",
  maintenance: "disabled or paused",
  unreachable: "unreachable",
  paused: "not watched now",
};

type Options = {
  network: MapNetwork;
  places: Places;
  map: TopologyMap | null;
  onOpen: (id: string) => void;
  /** Absent: devices are not moved. */
  onMove: ((places: Places) => void) | undefined;
};

/** The map by keyboard: arrows go from device to device, and say where one is. */
export function useWalk({ network, places, map, onOpen, onMove }: Options) {
  const [at, setAt] = useState<string | null>(null);
  const here = at === null ? undefined : places[at];
  const goTo = (id: string) => {
    setAt(id);
    map?.reveal(id);
  };
  const step = (way: Place) => {
    const nodes = network.nodes.flatMap(({ id }) => {
      const place = places[id];
      return place === undefined || id === at ? [] : { id, place };
    });
    const next = here === undefined ? nodes[0]?.id : nextNode(here, way, nodes);
    if (next !== undefined) goTo(next);
  };
  const nudge = (way: Place) => {
    if (at === null || here === undefined) return;
    onMove?.({ [at]: { x: here.x + way.x * NUDGE, y: here.y + way.y * NUDGE } });
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const way = directionOf(event.key);
    const act = way === undefined ? actionOf(event.key) : () => (event.shiftKey ? nudge(way) : step(way));
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  const actionOf = (key: string): (() => void) | undefined =>
    ({
      Enter: () => at !== null && onOpen(at),
      "+": () => map?.zoom(1),
      "-": () => map?.zoom(-1),
      "0": () => map?.fit(),
    })[key];
  return { at: here === undefined ? null : at, goTo, onKey, spoken: describe(network, at) };
}

function describe({ nodes, links }: MapNetwork, id: string | null): string {
  const node = nodes.find((candidate) => candidate.id === id);
  if (node === undefined) return "";
  const count = links.filter(({ source, target }) => source === id || target === id).length;
  return `${node.name}, ${node.kind}, ${STATES[node.status]}, ${count === 1 ? "1 link" : `${count} links`}`;
}
