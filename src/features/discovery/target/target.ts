import {
  formatAddress,
  formatPrefix,
  parseHostAddress,
  parsePrefix,
  sizeOf,
  type Family,
  type HostAddress,
} from "#features/ipam";

/** Addresses from `first` to `last`, both among them, as numbers. */
export type Interval = { family: Family; first: bigint; last: bigint };

/** What a scan looks at. Nothing of it grows with the number of addresses. */
export type Target = {
  /** As it is kept and shown: each part in canonical form. */
  text: string;
  /** Sorted and apart from each other: no address twice. */
  intervals: readonly Interval[];
  /** Addresses, those of network and broadcast among them. */
  count: bigint;
};

/** A target, or what is wrong with the text. */
export type ParsedTarget = { target: Target; refusal?: undefined } | { target?: undefined; refusal: string };

const REQUIRED = "Scan target is required";
const UNREADABLE = "Use a private single IP, IP range, or CIDR target";
const TWO_FAMILIES = "IP range must use one address family";
const END_BEFORE_START = "IP range end must be greater than start";

type Part = { text: string; interval: Interval };

/**
 * Reads a target: single addresses, ranges `first-last` and networks in CIDR form, of both families, with commas
 * between them. Says in words that clients know what is wrong with a text. Whether the target may be scanned is another
 * question.
 */
export function parseTarget(text: string): ParsedTarget {
  if (text.trim() === "") return { refusal: REQUIRED };
  const parts = new Map<string, Interval>();
  for (const piece of text.split(",")) {
    const part = parsePart(piece.trim());
    if (typeof part === "string") return { refusal: part };
    parts.set(part.text, part.interval);
  }
  const intervals = merge([...parts.values()]);
  const count = intervals.reduce((sum, interval) => sum + sizeOf(interval), 0n);
  return { target: { text: [...parts.keys()].join(", "), intervals, count } };
}

/** The part, or what is wrong with it. */
function parsePart(text: string): Part | string {
  if (text.includes("/")) return parseCidr(text);
  const [start = "", end, ...more] = text.split("-");
  const first = parseHostAddress(start);
  if (first === undefined || more.length > 0) return UNREADABLE;
  if (end === undefined) return single(first);
  const last = parseHostAddress(end);
  if (last === undefined) return UNREADABLE;
  if (first.family !== last.family) return TWO_FAMILIES;
  if (last.value < first.value) return END_BEFORE_START;
  if (last.value === first.value) return single(first);
  const interval = { family: first.family, first: first.value, last: last.value };
  return { text: `${formatAddress(first)}-${formatAddress(last)}`, interval };
}

function single(address: HostAddress): Part {
  const { family, value } = address;
  return { text: formatAddress(address), interval: { family, first: value, last: value } };
}

function parseCidr(text: string): Part | string {
  const prefix = parsePrefix(text);
  if (prefix === undefined) return UNREADABLE;
  const { family, first, last } = prefix;
  if (first === last) return single({ family, value: first });
  return { text: formatPrefix(prefix), interval: { family, first, last } };
}

function merge(intervals: readonly Interval[]): Interval[] {
  const merged: Interval[] = [];
  for (const interval of intervals.toSorted(byPlace)) {
    const before = merged.at(-1);
    if (before?.family !== interval.family || interval.first > before.last + 1n) merged.push({ ...interval });
    else if (interval.last > before.last) before.last = interval.last;
  }
  return merged;
}

function byPlace(left: Interval, right: Interval): number {
  if (left.family !== right.family) return left.family - right.family;
  return left.first < right.first ? -1 : Number(left.first > right.first);
}

/** The addresses one after the other, each made when it is asked for. */
export function* addressesOf({ intervals }: Pick<Target, "intervals">): Generator<string> {
  for (const { family, first, last } of intervals) {
    for (let value = first; value <= last; value += 1n) yield formatAddress({ family, value });
  }
}

/** What of a target is asked address by address, and the networks of IPv6 in which only known addresses are. */
export type Split = { swept: Pick<Target, "intervals" | "count">; known: readonly Interval[] };

/**
 * Networks of IPv6 with more addresses than a scan may have are never gone through: a /64 would take some hundred
 * million years.
 */
export function splitTarget({ intervals }: Pick<Target, "intervals">, mostHosts: number): Split {
  const isKnown = (interval: Interval) => interval.family === 6 && sizeOf(interval) > BigInt(mostHosts);
  const swept = intervals.filter((interval) => !isKnown(interval));
  const count = swept.reduce((sum, interval) => sum + sizeOf(interval), 0n);
  return { swept: { intervals: swept, count }, known: intervals.filter(isKnown) };
}

/** True where the target has the address. */
export function hasAddress({ intervals }: Pick<Target, "intervals">, text: string): boolean {
  const address = parseHostAddress(text);
  if (address === undefined) return false;
  const { family, value } = address;
  return intervals.some((one) => one.family === family && one.first <= value && value <= one.last);
}

/** The target's text where it is one network in CIDR form. */
export function networkOf({ text }: Pick<Target, "text">): string | undefined {
  return text.includes("/") && !text.includes(",") ? text : undefined;
}
