/** A place in the grid: row -1 is the head. */
export type Place = { row: number; column: number };

type Extent = { rows: number; columns: number; page: number };

/** Where a key leads from a place, by the ARIA grid pattern; undefined: the key moves nothing. */
export function moveInGrid(
  place: Place,
  key: { key: string; ctrlKey: boolean },
  { rows, columns, page }: Extent,
): Place | undefined {
  const target = targetOf(place, key, { rows, columns, page });
  if (target === undefined) return undefined;
  return {
    row: Math.min(rows - 1, Math.max(-1, target.row)),
    column: Math.min(columns - 1, Math.max(0, target.column)),
  };
}

function targetOf(
  { row, column }: Place,
  { key, ctrlKey }: { key: string; ctrlKey: boolean },
  { rows, columns, page }: Extent,
): Place | undefined {
  switch (key) {
    case "ArrowDown":
    case "j":
      return { row: row + 1, column };
    case "ArrowUp":
    case "k":
      return { row: row - 1, column };
    case "ArrowRight":
      return { row, column: column + 1 };
    case "ArrowLeft":
      return { row, column: column - 1 };
    case "PageDown":
      return { row: row + page, column };
    case "PageUp":
      return { row: Math.max(0, row - page), column };
    case "Home":
      return ctrlKey ? { row: 0, column: 0 } : { row, column: 0 };
    case "End":
      return ctrlKey ? { row: rows - 1, column: columns - 1 } : { row, column: columns - 1 };
    default:
      return undefined;
  }
}
