import type { Place, Places } from "../../workers/layout/network";
import type { MapNetwork } from "./network";

/** Between two devices, so that neither covers the other's name (px). */
const STEP = 100;
const MOST_RINGS = 200;

/** A free place for a device: near those that it is linked to, else near those of its box, else below the map. */
export function placeNear(id: string, { nodes, links }: MapNetwork, places: Places): Place {
  const linked = links.flatMap(({ source, target }) =>
    source === id ? target : target === id ? source : [],
  );
  const box = nodes.find((node) => node.id === id)?.box ?? null;
  const mates = box === null ? [] : nodes.filter((node) => node.box === box).map((node) => node.id);
  const placed = (ids: readonly string[]) => ids.flatMap((other) => places[other] ?? []);
  const near = [placed(linked), placed(mates)].find((found) => found.length > 0);
  const all = Object.values(places);
  return freePlace(near === undefined ? belowAll(all) : middleOf(near), all);
}

/** Free places for several devices, one after the other. */
export function placesFor(ids: readonly string[], network: MapNetwork, places: Places): Places {
  const placed: Record<string, Place> = {};
  for (const id of ids) placed[id] = placeNear(id, network, { ...places, ...placed });
  return placed;
}

function belowAll(places: readonly Place[]): Place {
  if (places.length === 0) return { x: 0, y: 0 };
  return { x: Math.min(...places.map(({ x }) => x)), y: Math.max(...places.map(({ y }) => y)) + 2 * STEP };
}

function middleOf(places: readonly Place[]): Place {
  const sum = (axis: "x" | "y") => places.reduce((total, place) => total + place[axis], 0);
  return { x: Math.round(sum("x") / places.length), y: Math.round(sum("y") / places.length) };
}

/** The wanted place, or the nearest on rings around it that nobody has. */
export function freePlace(wanted: Place, taken: readonly Place[]): Place {
  const isFree = ({ x, y }: Place) =>
    taken.every((other) => Math.abs(other.x - x) >= STEP * 0.9 || Math.abs(other.y - y) >= STEP * 0.9);
  for (let ring = 0; ring < MOST_RINGS; ring++) {
    const free = ringAround(wanted, ring).find(isFree);
    if (free !== undefined) return free;
  }
  return belowAll(taken);
}

function ringAround({ x, y }: Place, ring: number): Place[] {
  const count = Math.max(1, ring * 8);
  return Array.from({ length: count }, (_, step) => {
    const angle = (step / count) * 2 * Math.PI;
    return {
      x: Math.round(x + ring * STEP * Math.cos(angle)),
      y: Math.round(y + ring * STEP * Math.sin(angle)),
    };
  });
}
