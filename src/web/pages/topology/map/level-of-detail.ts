/** A device on the map, with how much it matters that it is seen. */
export type Candidate = {
  id: string;
  /** Coordinates of the map. */
  x: number;
  y: number;
  weight: number;
  /** How wide its name is on the screen (px). */
  nameWidth: number;
};

export type Detail = {
  /** Those that are drawn as an icon; the others are too small for one, and have no room for a bigger. */
  icons: ReadonlySet<string>;
  names: ReadonlySet<string>;
};

type Measures = {
  zoom: number;
  /** Side of a device on the map, and the least on the screen at which its icon can be read (px). */
  size: number;
  leastSize: number;
  nameHeight: number;
};

/** Between what stands side by side (px of the screen). */
const GAP = 2;
/** Side of the squares by which neighbours are found (px of the screen). */
const CELL = 48;

/**
 * What is drawn of each device at a zoom: those that matter most come first, and nothing lies on anything else. It
 * depends on the zoom alone, not on what part of the map is seen, so that names do not come and go while it is dragged.
 */
export function detailAt(candidates: readonly Candidate[], measures: Measures): Detail {
  const { zoom, size, leastSize, nameHeight } = measures;
  const byWeight = candidates.toSorted(
    (one, other) => other.weight - one.weight || one.id.localeCompare(other.id),
  );
  const taken = createGround();
  const side = Math.max(size * zoom, leastSize);
  const isSmall = size * zoom < leastSize;
  const icons = new Set<string>();
  const names = new Set<string>();
  for (const { id, x, y, nameWidth } of byWeight) {
    const middle = { x: x * zoom, y: y * zoom };
    const icon = around(middle, { width: side, height: side });
    if (isSmall && !taken.isFree(icon)) continue;
    icons.add(id);
    const below = { x: middle.x, y: middle.y + side / 2 + nameHeight / 2 + GAP };
    const name = around(below, { width: nameWidth, height: nameHeight });
    // Before its own icon is there, which a name below it touches by how numbers are rounded.
    const hasRoom = taken.isFree(name);
    taken.take(icon);
    if (!hasRoom) continue;
    taken.take(name);
    names.add(id);
  }
  return { icons, names };
}

type Box = { x1: number; y1: number; x2: number; y2: number };

function around(
  { x, y }: { x: number; y: number },
  { width, height }: { width: number; height: number },
): Box {
  return { x1: x - width / 2, y1: y - height / 2, x2: x + width / 2, y2: y + height / 2 };
}

/** Boxes that are taken, by the squares that they touch. */
function createGround() {
  const cells = new Map<string, Box[]>();
  function* cellsOf({ x1, y1, x2, y2 }: Box) {
    for (let column = Math.floor(x1 / CELL); column <= Math.floor(x2 / CELL); column++)
      for (let row = Math.floor(y1 / CELL); row <= Math.floor(y2 / CELL); row++) yield `${column} ${row}`;
  }
  return {
    isFree(box: Box): boolean {
      for (const cell of cellsOf(box))
        if (cells.get(cell)?.some((other) => overlap(box, other)) === true) return false;
      return true;
    },
    take(box: Box): void {
      for (const cell of cellsOf(box)) {
        const there = cells.get(cell);
        if (there === undefined) cells.set(cell, [box]);
        else there.push(box);
      }
    },
  };
}

function overlap(one: Box, other: Box): boolean {
  return (
    one.x1 < other.x2 + GAP && other.x1 < one.x2 + GAP && one.y1 < other.y2 + GAP && other.y1 < one.y2 + GAP
  );
}
