/** Numbers and addresses (as bigint) by value, names as people order them; null and undefined come last either way. */
export type SortKey = string | number | bigint | null | undefined;

const NATURAL = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Ascending order of two keys that are there. Mixed kinds: numbers before names. */
export function compareSortKeys(one: string | number | bigint, other: string | number | bigint): number {
  if (typeof one === "string" && typeof other === "string") return NATURAL.compare(one, other);
  if (typeof one === "string") return 1;
  if (typeof other === "string") return -1;
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/**
 * A copy in order; the keys are worked out once a row, rows of equal keys stay as they came, those without one come
 * last.
 */
export function sortRows<Row>(
  rows: readonly Row[],
  { sortKey, isDescending }: { sortKey: (row: Row) => SortKey; isDescending: boolean },
): Row[] {
  const keyed = rows.map((row) => ({ row, key: sortKey(row) ?? undefined }));
  const direction = isDescending ? -1 : 1;
  return keyed
    .sort(({ key: one }, { key: other }) =>
      one === undefined || other === undefined
        ? Number(one === undefined) - Number(other === undefined)
        : direction * compareSortKeys(one, other),
    )
    .map(({ row }) => row);
}
