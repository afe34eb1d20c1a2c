import {
  bitsOf,
  countOfParts,
  coveringPrefixes,
  formatPrefix,
  nextFreePrefix,
  parsePrefix,
  sizeOf,
  splitPrefix,
  subtractIntervals,
  usableInterval,
  type Prefix,
} from "../prefix";

/** What a plan is made of, in plain data: it may run on a worker thread. */
export type PlanInput = {
  cidr: string;
  /** Networks that must be left alone. */
  taken: string[];
  /** Prefix length of equal parts; null: by `requirements`. */
  splitTo: number | null;
  requirements: { name: string; hosts: string }[];
};

export type PlannedSubnet = { cidr: string; name: string | null; usableHosts: string };

export type Plan = {
  subnets: PlannedSubnet[];
  /** Names of requirements for which there was no room. */
  unplaced: string[];
  /** What is left, as few networks as possible. */
  free: string[];
};

/**
 * Splits a network into equal parts, or places subnets for so many hosts each, the biggest first, so that the least is
 * wasted. Nothing that is taken is used.
 */
export function planSubnets(input: PlanInput): Plan {
  const parent = prefixOf(input.cidr);
  const taken = input.taken.map(prefixOf);
  const { placed, unplaced } =
    input.splitTo === null
      ? placeRequirements(parent, { taken, requirements: input.requirements })
      : { placed: freeParts(parent, { taken, length: input.splitTo }), unplaced: [] };
  const used = [...taken, ...placed.map(({ prefix }) => prefix)];
  const free = subtractIntervals(parent, used).flatMap((gap) => [...coveringPrefixes(parent.family, gap)]);
  return {
    subnets: placed.map(({ name, prefix }) => ({
      name,
      cidr: formatPrefix(prefix),
      usableHosts: String(usableHostsOf(prefix)),
    })),
    unplaced,
    free: free.map(formatPrefix),
  };
}

function prefixOf(text: string): Prefix {
  const prefix = parsePrefix(text);
  if (prefix === undefined) throw new Error(`our bug: ${text} is no network`);
  return prefix;
}

type Placed = { name: string | null; prefix: Prefix };

function freeParts(parent: Prefix, order: { taken: readonly Prefix[]; length: number }): Placed[] {
  const { taken, length } = order;
  const size = 1n << BigInt(bitsOf(parent.family) - length);
  return subtractIntervals(parent, taken).flatMap((gap) => {
    const first = ((gap.first + size - 1n) / size) * size;
    const parts: Placed[] = [];
    for (let next = first; next + size - 1n <= gap.last; next += size) {
      parts.push({
        name: null,
        prefix: { family: parent.family, length, first: next, last: next + size - 1n },
      });
    }
    return parts;
  });
}

function placeRequirements(
  parent: Prefix,
  { taken, requirements }: { taken: readonly Prefix[]; requirements: PlanInput["requirements"] },
): { placed: Placed[]; unplaced: string[] } {
  const placed: Placed[] = [];
  const unplaced: string[] = [];
  const wanted = requirements
    .map(({ name, hosts }) => ({ name, length: lengthFor(parent, BigInt(hosts)) }))
    .sort((left, right) => (left.length ?? -1) - (right.length ?? -1));
  for (const { name, length } of wanted) {
    const used = [...taken, ...placed.map(({ prefix }) => prefix)];
    const prefix = length === undefined ? undefined : nextFreePrefix(parent, { length, taken: used });
    if (prefix === undefined) unplaced.push(name);
    else placed.push({ name, prefix });
  }
  return { placed, unplaced };
}

/** Of the longest prefix in `parent` with room for so many hosts; undefined where even the parent has not. */
function lengthFor(parent: Prefix, hosts: bigint): number | undefined {
  for (let length = bitsOf(parent.family); length >= parent.length; length--) {
    const [part] = splitPrefix(parent, length);
    if (part !== undefined && usableHostsOf(part) >= hosts) return length;
  }
  return undefined;
}

function usableHostsOf(prefix: Prefix): bigint {
  return sizeOf(usableInterval(prefix, { isPool: false }));
}

/** How many parts a split makes at most. */
export function partsOf(cidr: string, length: number): bigint {
  return countOfParts(prefixOf(cidr), length);
}
