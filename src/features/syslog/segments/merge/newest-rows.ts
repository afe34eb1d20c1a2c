/**
 * The newest rows of a merged file stand in a row group of their own: a list begins with them, and lines of their
 * shapes would otherwise be in every row group. As many as DuckDB reads at a time.
 */
export const NEWEST_ROWS = 2048;

/**
 * Splits rows (numbers of `ids`, of which there are more) into those with the highest ids and the rest; both as they
 * stood.
 */
export function splitNewest(
  rows: Uint32Array,
  ids: Float64Array,
): { older: Uint32Array; newest: Uint32Array } {
  const bound = findBound(ids.subarray(0, rows.length));
  const isNewest = (row: number) => (ids[row] ?? 0) > bound;
  return { older: rows.filter((row) => !isNewest(row)), newest: rows.filter(isNewest) };
}

/** The id that so many are above. The last rows are looked at first, as most of the newest are among them. */
function findBound(ids: Float64Array): number {
  const held = new Float64Array(NEWEST_ROWS * 2);
  let count = 0;
  let bound = -Infinity;
  const cut = () => {
    if (count <= NEWEST_ROWS) return;
    held.subarray(0, count).sort();
    bound = held[count - NEWEST_ROWS - 1] ?? bound;
    held.copyWithin(0, count - NEWEST_ROWS, count);
    count = NEWEST_ROWS;
  };
  for (let row = ids.length - 1; row >= 0; row--) {
    const id = ids[row] ?? 0;
    if (id <= bound) continue;
    held[count++] = id;
    if (count === held.length) cut();
  }
  cut();
  return bound;
}
