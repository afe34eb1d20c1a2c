/**
 * Does `work` for each item, so many at a time; takes an item when it begins with it. Once one fails, no other is
 * begun. @throws what the first that fails does.
 */
export async function inParallel<T>(
  items: Iterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.iterator]();
  let hasFailed = false;
  const lane = async (): Promise<void> => {
    while (!hasFailed) {
      const next = iterator.next();
      if (next.done === true) return;
      try {
        await work(next.value);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  const lanes = Array.from({ length: atOnce }, lane);
  try {
    await Promise.all(lanes);
  } finally {
    await Promise.allSettled(lanes);
  }
}

/** The items in groups of one size, the last of which may be smaller. */
export function* inGroups<T>(items: Iterable<T>, size: number): Generator<T[]> {
  let group: T[] = [];
  for (const item of items) {
    group.push(item);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
