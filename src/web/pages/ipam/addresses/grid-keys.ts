export const GRID_COLUMNS = 16;

/** Where a key leads from a cell of the address grid (an index); undefined: it is no key of ours. */
export function moveInCells(
  index: number,
  key: string,
  { count, isToEnd }: { count: number; isToEnd: boolean },
) {
  const last = count - 1;
  const rowStart = index - (index % GRID_COLUMNS);
  const clamp = (wanted: number) => (wanted < 0 || wanted > last ? index : wanted);
  switch (key) {
    case "ArrowRight":
      return clamp(index + 1);
    case "ArrowLeft":
      return clamp(index - 1);
    case "ArrowDown":
      return clamp(index + GRID_COLUMNS);
    case "ArrowUp":
      return clamp(index - GRID_COLUMNS);
    case "PageDown":
      return Math.min(last, index + PAGE);
    case "PageUp":
      return Math.max(0, index - PAGE);
    case "Home":
      return isToEnd ? 0 : rowStart;
    case "End":
      return isToEnd ? last : Math.min(last, rowStart + GRID_COLUMNS - 1);
    default:
      return undefined;
  }
}

/** A /24 of cells. */
const PAGE = 256;

/** Both ends of a selection, in order. */
export type Stretch = { from: number; to: number };

export function stretchBetween(one: number, other: number): Stretch {
  return { from: Math.min(one, other), to: Math.max(one, other) };
}
