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
