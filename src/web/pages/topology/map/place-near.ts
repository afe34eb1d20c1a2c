import type { Place, Places } from "../../../workers/layout/network";
import type { MapNetwork } from "../network";

/** Between two devices, so that neither covers the other's name (px). */
const STEP = 100;
/** From the devices in a box to its edge, about (px). */
const PADDING = 60;
const MAX_RINGS = 200;

/** Of the whole map, or of a part of it. */
type Area = { x1: number; y1: number; x2: number; y2: number };

/**
 * A free place for a device: inside of its own box, near those that it is linked to or else near the others there, and
 * in nobody else's box. A box without devices on the map lets it go near its links, a device without either below the
 * map.
 */
export function placeNear(id: string, network: MapNetwork, places: Places): Place {
  const linked = network.links.flatMap(({ source, target }) =>
    source === id ? target : target === id ? source : [],
  );
  const box = network.nodes.find((node) => node.id === id)?.box ?? null;
  const near = linked.flatMap((other) => places[other] ?? []);
  return placeIn(box, { near, network, places });
}

/** A place for a device that was just made, in the box that it is to be in; without one where somebody is looking. */
export function placeOfNew(
  {
    site_id: siteId,
    topology_group_id: groupId,
  }: { site_id: number | null; topology_group_id: number | null },
  { network, places, middle }: { network: MapNetwork; places: Places; middle: Place },
): Place {
  const wanted = [`group-${groupId} site-${siteId ?? 0}`, `site-${siteId}`];
  const box = wanted.find((id) => network.boxes.some((known) => known.id === id)) ?? null;
  return placeIn(box, { near: box === null ? [middle] : [], network, places });
}

/** Free places for several devices, one after the other. */
export function placesFor(ids: readonly string[], network: MapNetwork, places: Places): Places {
  const placed: Record<string, Place> = {};
  for (const id of ids) placed[id] = placeNear(id, network, { ...places, ...placed });
  return placed;
}

/** The wanted place, or the nearest on rings around it that nobody has. */
export function freePlace(
  wanted: Place,
  taken: readonly Place[],
  isAllowed: (place: Place) => boolean = () => true,
): Place {
  const isFree = createGround(taken);
  for (let ring = 0; ring < MAX_RINGS; ring++) {
    const free = ringAround(wanted, ring).find((place) => isFree(place) && isAllowed(place));
    if (free !== undefined) return free;
  }
  return belowAll(taken);
}

/** Two places nearer than this, each way, cover each other (px). */
const APART = STEP * 0.9;

/** Whether a place covers none that is taken; found by squares, as a box may have thousands of devices. */
function createGround(taken: readonly Place[]): (place: Place) => boolean {
  const square = (x: number, y: number) => `${Math.floor(x / APART)} ${Math.floor(y / APART)}`;
  const squares = new Map<string, Place[]>();
  for (const place of taken) {
    const key = square(place.x, place.y);
    const there = squares.get(key);
    if (there === undefined) squares.set(key, [place]);
    else there.push(place);
  }
  return ({ x, y }) => {
    for (const dx of [-APART, 0, APART])
      for (const dy of [-APART, 0, APART])
        for (const other of squares.get(square(x + dx, y + dy)) ?? [])
          if (Math.abs(other.x - x) < APART && Math.abs(other.y - y) < APART) return false;
    return true;
  };
}

function placeIn(
  box: string | null,
  { near, network, places }: { near: readonly Place[]; network: MapNetwork; places: Places },
): Place {
  const areas = areasOf(network, places);
  const own = ownBoxes(box, network);
  const home = own.flatMap((id) => areas.get(id) ?? [])[0];
  const foreign = [...areas].flatMap(([id, area]) => (own.includes(id) ? [] : widen(area, PADDING)));
  const all = Object.values(places);
  const wanted = near.length > 0 ? middleOf(near) : home === undefined ? belowAll(all) : centreOf(home);
  const start = home === undefined ? wanted : within(home, wanted);
  return freePlace(start, all, (place) => !foreign.some((area) => isIn(area, place)));
}

/** The box and those around it, from the inner to the outer. */
function ownBoxes(box: string | null, { boxes }: MapNetwork): string[] {
  const outerOf = new Map(boxes.map(({ id, box: outer }) => [id, outer]));
  const own: string[] = [];
  for (let at = box; at !== null && !own.includes(at); at = outerOf.get(at) ?? null) own.push(at);
  return own;
}

/** What the devices of each box reach over; boxes without a device on the map are left out. */
function areasOf(network: MapNetwork, places: Places): Map<string, Area> {
  const areas = new Map<string, Area>();
  const chains = new Map<string | null, string[]>();
  for (const { id, box } of network.nodes) {
    const place = places[id];
    if (place === undefined || box === null) continue;
    const chain = chains.get(box) ?? ownBoxes(box, network);
    chains.set(box, chain);
    for (const holder of chain) areas.set(holder, reach(areas.get(holder), place));
  }
  return areas;
}

function reach(area: Area | undefined, { x, y }: Place): Area {
  if (area === undefined) return { x1: x, y1: y, x2: x, y2: y };
  return {
    x1: Math.min(area.x1, x),
    y1: Math.min(area.y1, y),
    x2: Math.max(area.x2, x),
    y2: Math.max(area.y2, y),
  };
}

function widen({ x1, y1, x2, y2 }: Area, by: number): Area {
  return { x1: x1 - by, y1: y1 - by, x2: x2 + by, y2: y2 + by };
}

function isIn({ x1, y1, x2, y2 }: Area, { x, y }: Place): boolean {
  return x > x1 && x < x2 && y > y1 && y < y2;
}

function within({ x1, y1, x2, y2 }: Area, { x, y }: Place): Place {
  return { x: Math.max(x1, Math.min(x, x2)), y: Math.max(y1, Math.min(y, y2)) };
}

function centreOf({ x1, y1, x2, y2 }: Area): Place {
  return { x: Math.round((x1 + x2) / 2), y: Math.round((y1 + y2) / 2) };
}

function belowAll(places: readonly Place[]): Place {
  if (places.length === 0) return { x: 0, y: 0 };
  return { x: Math.min(...places.map(({ x }) => x)), y: Math.max(...places.map(({ y }) => y)) + 2 * STEP };
}

function middleOf(places: readonly Place[]): Place {
  const sum = (axis: "x" | "y") => places.reduce((total, place) => total + place[axis], 0);
  return { x: Math.round(sum("x") / places.length), y: Math.round(sum("y") / places.length) };
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
