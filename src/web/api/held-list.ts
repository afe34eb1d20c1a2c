/** A list that is kept up to date by its changes. */
export type Held<Row> = {
  rows: readonly Row[];
  /** Changes since then are asked for next; RFC 3339. */
  asOf: string;
  /** When the whole list was asked for (ms). */
  wholeAt: number;
};

/**
 * The rows with those that have changed in their places, and new ones at the end; the very same array where nothing
 * has.
 */
export function mergeChanges<Row>(
  rows: readonly Row[],
  changed: readonly Row[],
  idOf: (row: Row) => number,
): readonly Row[] {
  if (changed.length === 0) return rows;
  const next = new Map(changed.map((row) => [idOf(row), row]));
  const merged = rows.map((row) => {
    const id = idOf(row);
    const newer = next.get(id);
    next.delete(id);
    return newer ?? row;
  });
  return [...merged, ...next.values()];
}
