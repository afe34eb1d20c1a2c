/**
 * Tells how much has grown from the least that it was since a collection, bytes. The least counts, as what is empty behind
 * one is swept in the next second or two, and the runtime collects by itself, too.
 */
export function createGrowth(leastBytes = Infinity) {
  return {
    of(bytes: number): number {
      leastBytes = Math.min(leastBytes, bytes);
      return bytes - leastBytes;
    },
    /** From so much on, as behind a collection. */
    restart(bytes: number): void {
      leastBytes = bytes;
    },
  };
}
