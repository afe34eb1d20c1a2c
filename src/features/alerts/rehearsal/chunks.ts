/** Targets that are read at once. */
const TARGETS = 100;

/** Pieces of a list, in its order. */
export function* chunksOf<Item>(items: readonly Item[], size: number = TARGETS): Generator<Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
