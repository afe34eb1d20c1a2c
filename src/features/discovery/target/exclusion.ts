import { canonicalMacAddress } from "#platform/mac-address";
import { badRequest } from "#platform/errors";
import { parseTarget, type Interval, type Target } from "./target";

/** What a scan leaves out. */
export type Exclusion = {
  /** As they are kept and shown: each in canonical form. */
  texts: readonly string[];
  intervals: readonly Interval[];
  /** In lower case. */
  macAddresses: ReadonlySet<string>;
};

export const NOTHING_LEFT = "Nothing is left of the target without what is excluded";

/** Reads addresses, ranges, networks and MAC addresses; undefined where one of them is none of these. */
export function parseExclusion(given: readonly string[]): Exclusion | undefined {
  const texts = new Set<string>();
  const intervals: Interval[] = [];
  const macAddresses = new Set<string>();
  for (const text of given) {
    const mac = canonicalMacAddress(text);
    if (mac !== undefined) {
      macAddresses.add(mac);
      texts.add(mac.toUpperCase());
      continue;
    }
    const { target } = parseTarget(text);
    if (target === undefined) return undefined;
    texts.add(target.text);
    intervals.push(...target.intervals);
  }
  return { texts: [...texts], intervals, macAddresses };
}

/** The same of what a model has let through, or the database has kept. */
export function exclusionOf(texts: readonly string[]): Exclusion {
  const exclusion = parseExclusion(texts);
  if (exclusion === undefined) throw new Error("our bug: something excluded that cannot be read");
  return exclusion;
}

/** The target without what is excluded, under the same text. @throws ApiError 400 where nothing is left. */
export function withoutExcluded(target: Target, { intervals }: Pick<Exclusion, "intervals">): Target {
  let left = [...target.intervals];
  for (const excluded of intervals) left = left.flatMap((one) => cut(one, excluded));
  const count = left.reduce((sum, { first, last }) => sum + last - first + 1n, 0n);
  if (count === 0n) throw badRequest(NOTHING_LEFT);
  return { ...target, intervals: left, count };
}

function cut(interval: Interval, excluded: Interval): Interval[] {
  const { family, first, last } = interval;
  if (family !== excluded.family || excluded.last < first || excluded.first > last) return [interval];
  return [
    ...(first < excluded.first ? [{ family, first, last: excluded.first - 1n }] : []),
    ...(last > excluded.last ? [{ family, first: excluded.last + 1n, last }] : []),
  ];
}
