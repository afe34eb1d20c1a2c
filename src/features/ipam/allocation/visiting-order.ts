import { sizeOf, type Interval } from "../prefix";

/** From where addresses are tried. Random begins anywhere, then goes up and round. */
export type Strategy = "first" | "last" | "random";

/** A whole number from 0 up to, but not including, `limit`. */
export type Random = (limit: bigint) => bigint;

/** The intervals in the order in which they are visited; in each, up or down as the strategy says. */
export function visitingOrder(
  intervals: readonly Interval[],
  { strategy, random }: { strategy: Strategy; random: Random },
): Interval[] {
  if (strategy === "first") return [...intervals];
  if (strategy === "last") return intervals.toReversed();
  const total = intervals.reduce((sum, interval) => sum + sizeOf(interval), 0n);
  return total === 0n ? [] : rotate(intervals, random(total));
}

function rotate(intervals: readonly Interval[], offset: bigint): Interval[] {
  const skipped: Interval[] = [];
  let left = offset;
  for (const [index, interval] of intervals.entries()) {
    const size = sizeOf(interval);
    if (left >= size) {
      skipped.push(interval);
      left -= size;
      continue;
    }
    const middle = interval.first + left;
    const head = left === 0n ? [] : [{ first: interval.first, last: middle - 1n }];
    return [{ first: middle, last: interval.last }, ...intervals.slice(index + 1), ...skipped, ...head];
  }
  return skipped;
}

export type Direction = "up" | "down";

/** The first `size` addresses of what is to be visited, and the rest. */
export function takeFrom(
  visited: readonly Interval[],
  { size, direction }: { size: bigint; direction: Direction },
): { taken: Interval[]; rest: Interval[] } {
  const taken: Interval[] = [];
  let wanted = size;
  for (const [index, interval] of visited.entries()) {
    const length = sizeOf(interval);
    if (length <= wanted) {
      taken.push(interval);
      wanted -= length;
      continue;
    }
    const rest = visited.slice(index + 1);
    if (wanted === 0n) return { taken, rest: [interval, ...rest] };
    const [near, far] = cut(interval, { size: wanted, direction });
    return { taken: [...taken, near], rest: [far, ...rest] };
  }
  return { taken, rest: [] };
}

/** An interval's first `size` addresses as seen in the direction, and the others. */
export function cut(
  { first, last }: Interval,
  { size, direction }: { size: bigint; direction: Direction },
): [near: Interval, far: Interval] {
  return direction === "up"
    ? [
        { first, last: first + size - 1n },
        { first: first + size, last },
      ]
    : [
        { first: last - size + 1n, last },
        { first, last: last - size },
      ];
}

/** An offset from the system's random source, without favouring any. */
export function randomBelow(limit: bigint): bigint {
  const bytes = Math.ceil(limit.toString(16).length / 2) + 8;
  const hex = Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString("hex");
  return BigInt(`0x${hex}`) % limit;
}
