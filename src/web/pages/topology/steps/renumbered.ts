/**
 * What is made again after it was deleted has another number: steps on it that were recorded before find it by this.
 */
export function createRenumbered() {
  const next = new Map<number, number>();
  return {
    now(id: number): number {
      let latest = id;
      for (let known = next.get(latest); known !== undefined; known = next.get(latest)) latest = known;
      return latest;
    },
    became(before: number, after: number): void {
      if (before !== after) next.set(before, after);
    },
  };
}
