/**
 * The newest rows of a merged file stand in a row group of their own: a list begins with them, and lines of their shapes would
 * otherwise be in every row group. As many as DuckDB reads at a time.
 */
const NEWEST_ROWS = 2048;

/** Parts rows (numbers of `times`) into those that came later than all others, at most 2,048, and the rest; both as they stood. */
export function partNewest(
  rows: Uint32Array,
  times: Float64Array,
): { older: Uint32Array; newest: Uint32Array } {
  const bound = findBound(times.subarray(0, rows.length));
  const isNewest = (row: number) => (times[row] ?? 0) > bound;
  return { older: rows.filter((row) => !isNewest(row)), newest: rows.filter(isNewest) };
}

/** The latest time that more than `NEWEST_ROWS` rows reach; those behind it are looked at first, as most of them are the last ones. */
function findBound(times: Float64Array): number {
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
  for (let row = times.length - 1; row >= 0; row--) {
    const time = times[row] ?? 0;
    if (time <= bound) continue;
    held[count++] = time;
    if (count === held.length) cut();
  }
  cut();
  return bound;
}
