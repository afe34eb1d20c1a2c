/** Targets of which changes of state are read at once. */
const TARGETS = 100;

/** Pieces of a list, in its order. */
export function* chunksOf<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let start = 0; start < items.length; start += TARGETS) yield items.slice(start, start + TARGETS);
}
