import cytoscape, { type LayoutOptions } from "cytoscape";
import fcose from "cytoscape-fcose";
import type { Network, Place, Places } from "./network";
import { pushApart, type Box } from "./push-apart";
import { seededRandom } from "./seeded-random";

cytoscape.use(fcose);

/** Room that a device takes with its name below (px). */
const NODE = { width: 96, height: 76 };
/** Between what a box holds and its frame; its name stands above. */
const PADDING = 36;
const GAP = 20;
const SEED = 20_261_120;

const OPTIONS = {
  name: "fcose",
  quality: "default",
  animate: false,
  randomize: true,
  nodeSeparation: 60,
  idealEdgeLength: 60,
  nodeRepulsion: 4500,
  gravity: 0.6,
  tile: true,
  tilingPaddingVertical: GAP,
  tilingPaddingHorizontal: GAP,
};

/** A device, or a box with what it holds already in place around its centre. */
type Block = { id: string; width: number; height: number; places: Places };

/**
 * A place for every node. From the inside out: what a box holds is arranged by its links and pushed apart, then the box
 * counts as one block of its size. The same network gives the same picture. `onProgress` hears how many boxes are done.
 */
export function arrange(
  network: Network,
  onProgress: (done: number, total: number) => void = () => undefined,
): Places {
  const random = Math.random;
  // The layout library asks nothing else for its numbers.
  Math.random = seededRandom(SEED);
  try {
    return arrangeBoxes(network, onProgress);
  } finally {
    Math.random = random;
  }
}

function arrangeBoxes(
  { nodes, boxes, links }: Network,
  onProgress: (done: number, total: number) => void,
): Places {
  const held = new Map<string | null, Block[]>();
  const hold = (box: string | null, block: Block) => {
    const others = held.get(box);
    if (others === undefined) held.set(box, [block]);
    else others.push(block);
  };
  for (const { id, box } of nodes) hold(box, { id, ...NODE, places: { [id]: { x: 0, y: 0 } } });
  for (const [done, { id, box }] of boxes.toReversed().entries()) {
    onProgress(done, boxes.length);
    const blocks = held.get(id);
    if (blocks !== undefined) hold(box, framed(id, arrangeBlocks(blocks, links)));
  }
  return rounded(arrangeBlocks(withRoomForNames(held.get(null) ?? []), links));
}

/** Of the side of the map: what the name of a site takes on a screen that shows all of it. */
const NAME_SHARE = 0.05;
/** px on the map; no name is drawn larger. */
const HIGHEST_NAME = 200;

/** The outermost boxes with room for the name above them, so that none lies over its neighbour. */
function withRoomForNames(blocks: readonly Block[]): Block[] {
  const area = blocks.reduce((sum, { width, height }) => sum + width * height, 0);
  const room = Math.min(HIGHEST_NAME, NAME_SHARE * Math.sqrt(area / DENSITY));
  return blocks.map((block) =>
    block.id in block.places
      ? block
      : { ...block, height: block.height + room, places: shifted(block.places, { x: 0, y: room / 2 }) },
  );
}

function framed(id: string, places: Places): Block {
  const { x, y, width, height } = boundsOf(Object.values(places));
  return {
    id,
    width: width + 2 * PADDING,
    height: height + 2 * PADDING,
    places: shifted(places, { x: -x, y: -y }),
  };
}

function arrangeBlocks(blocks: readonly Block[], links: Network["links"]): Places {
  const centres = tightened(centresOf(blocks, links));
  return Object.fromEntries(
    blocks.flatMap(({ places }, index) => Object.entries(shifted(places, centres[index] ?? { x: 0, y: 0 }))),
  );
}

function centresOf(blocks: readonly Block[], links: Network["links"]): Box[] {
  if (blocks.length < 2) return blocks.map(({ width, height }) => ({ x: 0, y: 0, width, height }));
  const core = cytoscape({
    headless: true,
    styleEnabled: true,
    style: [
      { selector: "node", style: { shape: "rectangle", width: "data(width)", height: "data(height)" } },
    ],
    elements: [
      ...blocks.map(({ id, width, height }) => ({ data: { id, width, height } })),
      ...pairsOf(blocks, links).map(([source, target]) => ({ data: { source, target } })),
    ],
  });
  run(core, OPTIONS);
  const centres = blocks.map(({ id, width, height }) => ({
    ...core.getElementById(id).position(),
    width,
    height,
  }));
  core.destroy();
  return centres;
}

/** Of the area that all blocks lie in, so much is theirs: less is a map of empty space, more hides the links. */
const DENSITY = 0.45;
const SQUEEZE = 0.85;
const MAX_SQUEEZES = 6;

/** The same picture without overlaps, drawn together step by step as far as that helps. */
function tightened(boxes: readonly Box[]): Box[] {
  let best = boxes.map((box) => ({ ...box }));
  pushApart(best, GAP);
  for (let step = 0; step < MAX_SQUEEZES && densityOf(best) < DENSITY; step++) {
    const closer = best.map((box) => ({ ...box, x: box.x * SQUEEZE, y: box.y * SQUEEZE }));
    pushApart(closer, GAP);
    if (areaOf(closer) >= areaOf(best)) break;
    best = closer;
  }
  return best;
}

function areaOf(boxes: readonly Box[]): number {
  return spread(boxes, "x", "width") * spread(boxes, "y", "height");
}

function densityOf(boxes: readonly Box[]): number {
  return boxes.reduce((sum, { width, height }) => sum + width * height, 0) / areaOf(boxes);
}

function spread(boxes: readonly Box[], axis: "x" | "y", size: "width" | "height"): number {
  return (
    Math.max(...boxes.map((box) => box[axis] + box[size] / 2)) -
    Math.min(...boxes.map((box) => box[axis] - box[size] / 2))
  );
}

/** The blocks that any link connects, each pair once. */
function pairsOf(blocks: readonly Block[], links: Network["links"]): [string, string][] {
  const blockOf = new Map(blocks.flatMap(({ id, places }) => Object.keys(places).map((node) => [node, id])));
  const pairs = new Map<string, [string, string]>();
  for (const { source, target } of links) {
    const [one, other] = [blockOf.get(source), blockOf.get(target)];
    if (one === undefined || other === undefined || one === other) continue;
    pairs.set([one, other].sort().join(" "), [one, other]);
  }
  return [...pairs.values()];
}

function run(core: cytoscape.Core, options: LayoutOptions): void {
  core.layout(options).run();
}

/** What nodes take with their names. */
export function boundsOf(places: readonly Place[]): Box {
  const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  return {
    x: (left + right) / 2,
    y: (top + bottom) / 2,
    width: right - left + NODE.width,
    height: bottom - top + NODE.height,
  };
}

function shifted(places: Places, by: Place): Places {
  return mapPlaces(places, ({ x, y }) => ({ x: x + by.x, y: y + by.y }));
}

function rounded(places: Places): Places {
  return mapPlaces(places, ({ x, y }) => ({ x: Math.round(x), y: Math.round(y) }));
}

function mapPlaces(places: Places, change: (place: Place) => Place): Places {
  return Object.fromEntries(Object.entries(places).map(([id, place]) => [id, change(place)]));
}
