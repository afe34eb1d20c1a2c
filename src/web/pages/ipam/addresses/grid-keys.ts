export const GRID_COLUMNS = 16;
/** Of a phone, where sixteen would be too narrow for three digits and for a finger. */
export const PHONE_COLUMNS = 8;

type Grid = { count: number; isToEnd: boolean; columns?: number };

/** Where a key leads from a cell of the address grid (an index); undefined: it is no key of ours. */
export function moveInCells(
  index: number,
  key: string,
  { count, isToEnd, columns = GRID_COLUMNS }: Grid,
): number | undefined {
  const last = count - 1;
  const rowStart = index - (index % columns);
  const clamp = (wanted: number) => (wanted < 0 || wanted > last ? index : wanted);
  switch (key) {
    case "ArrowRight":
      return clamp(index + 1);
    case "ArrowLeft":
      return clamp(index - 1);
    case "ArrowDown":
      return clamp(index + columns);
    case "ArrowUp":
      return clamp(index - columns);
    case "PageDown":
      return Math.min(last, index + PAGE);
    case "PageUp":
      return Math.max(0, index - PAGE);
    case "Home":
      return isToEnd ? 0 : rowStart;
    case "End":
      return isToEnd ? last : Math.min(last, rowStart + columns - 1);
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
