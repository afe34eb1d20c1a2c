const GOLDEN = 2_654_435_769;

/**
 * From 0 to 1, so that the numbers of neighbouring targets lie far apart: what is begun together is not due together.
 */
export function placeOf(id: number): number {
  return (Math.imul(id, GOLDEN) >>> 0) / 2 ** 32;
}
