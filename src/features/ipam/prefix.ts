import ipaddr from "ipaddr.js";
import { parseAddress, parseNetwork, type Address } from "#platform/ip";

/** Arithmetic on addresses and prefixes of both families, exact at any size. Addresses are whole numbers here. */

export type Family = 4 | 6;

export type HostAddress = { family: Family; value: bigint };

/** Addresses of one family, both ends included. */
export type Interval = { first: bigint; last: bigint };

export type Prefix = Interval & { family: Family; length: number };

export function bitsOf(family: Family): 32 | 128 {
  return family === 4 ? 32 : 128;
}

/** Undefined where the text is no address. IPv4-mapped IPv6 is IPv4. */
export function parseHostAddress(text: string): HostAddress | undefined {
  const address = parseAddress(text);
  return address === undefined ? undefined : toHostAddress(address);
}

function toHostAddress(address: Address): HostAddress {
  const hex = address
    .toByteArray()
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
  return { family: address.kind() === "ipv4" ? 4 : 6, value: BigInt(`0x${hex}`) };
}

/** Canonical text: dotted IPv4, RFC 5952 IPv6. */
export function formatAddress({ family, value }: HostAddress): string {
  const hex = value.toString(16).padStart(bitsOf(family) / 4, "0");
  const bytes = Array.from({ length: hex.length / 2 }, (_, index) =>
    Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16),
  );
  return ipaddr.fromByteArray(bytes).toString();
}

/**
 * The prefix of `address/length`, host bits cleared; a bare address is its full-length prefix. Undefined where the text
 * is none.
 */
export function parsePrefix(text: string): Prefix | undefined {
  const network = parseNetwork(text);
  if (network === undefined) return undefined;
  return prefixAt(toHostAddress(network.address), network.prefixLength);
}

/** The prefix of that length in which the address lies. */
export function prefixAt({ family, value }: HostAddress, length: number): Prefix {
  const hostBits = BigInt(bitsOf(family) - length);
  const first = (value >> hostBits) << hostBits;
  return { family, length, first, last: first + (1n << hostBits) - 1n };
}

export function formatPrefix({ family, first, length }: Prefix): string {
  return `${formatAddress({ family, value: first })}/${length}`;
}

export function sizeOf({ first, last }: Interval): bigint {
  return last < first ? 0n : last - first + 1n;
}

export function contains(outer: Prefix, inner: Prefix | HostAddress): boolean {
  if (outer.family !== inner.family) return false;
  const [first, last] = "value" in inner ? [inner.value, inner.value] : [inner.first, inner.last];
  return outer.first <= first && last <= outer.last;
}

/**
 * True where first and last are not for hosts: IPv4 up to /30 has a network and a broadcast address; /31 (RFC 3021) and
 * /32 have neither. IPv6 has no broadcast.
 */
export function hasReservedEnds({ family, length }: Prefix): boolean {
  return family === 4 && length <= 30;
}

/** Addresses that count as usable: all of a pool, of IPv6, of /31 and of /32; else all but network and broadcast. */
export function usableInterval(prefix: Prefix, { isPool }: { isPool: boolean }): Interval {
  return isPool || !hasReservedEnds(prefix)
    ? { first: prefix.first, last: prefix.last }
    : { first: prefix.first + 1n, last: prefix.last - 1n };
}

/**
 * Addresses that may be given to hosts: the usable ones without the subnet-router anycast address of IPv6 (RFC 4291
 * 2.6.1), which a /127 and a /128 have not (RFC 6164).
 */
export function assignableInterval(prefix: Prefix, pool: { isPool: boolean }): Interval {
  const usable = usableInterval(prefix, pool);
  const hasRouterAddress = prefix.family === 6 && prefix.length <= 126 && !pool.isPool;
  return hasRouterAddress ? { first: usable.first + 1n, last: usable.last } : usable;
}

/** What is left of `whole` without `holes`, which may overlap each other and come in any order; ascending. */
export function subtractIntervals(whole: Interval, holes: readonly Interval[]): Interval[] {
  const rest: Interval[] = [];
  let next = whole.first;
  for (const hole of holes.toSorted((left, right) => compare(left.first, right.first))) {
    if (hole.last < next) continue;
    if (hole.first > whole.last) break;
    if (hole.first > next) rest.push({ first: next, last: hole.first - 1n });
    next = hole.last + 1n;
  }
  if (next <= whole.last) rest.push({ first: next, last: whole.last });
  return rest;
}

function compare(left: bigint, right: bigint): number {
  return left < right ? -1 : Number(left > right);
}

/** By family, first address, then the wider one, so that a prefix comes before those that lie in it. */
export function comparePrefixes(left: Prefix, right: Prefix): number {
  return left.family - right.family || compare(left.first, right.first) || left.length - right.length;
}

/** How many prefixes of `length` there are in `prefix`; 0 where `length` is shorter than its own. */
export function countOfParts(prefix: Prefix, length: number): bigint {
  return length < prefix.length ? 0n : 1n << BigInt(length - prefix.length);
}

/** The prefixes of `length` in `prefix`, ascending. */
export function* splitPrefix(prefix: Prefix, length: number): Generator<Prefix> {
  if (length < prefix.length || length > bitsOf(prefix.family)) return;
  const size = 1n << BigInt(bitsOf(prefix.family) - length);
  for (let first = prefix.first; first <= prefix.last; first += size) {
    yield { family: prefix.family, length, first, last: first + size - 1n };
  }
}

/** The fewest prefixes that together are exactly the interval, ascending. */
export function* coveringPrefixes(family: Family, { first, last }: Interval): Generator<Prefix> {
  let next = first;
  while (next <= last) {
    const hostBits = Math.min(trailingZeros(next, family), bitLength(last - next + 1n) - 1);
    const prefix = prefixAt({ family, value: next }, bitsOf(family) - hostBits);
    yield prefix;
    next = prefix.last + 1n;
  }
}

function bitLength(value: bigint): number {
  return value === 0n ? 0 : value.toString(2).length;
}

function trailingZeros(value: bigint, family: Family): number {
  return value === 0n ? bitsOf(family) : bitLength(value & -value) - 1;
}

/**
 * The first prefix of `length` in `parent` that overlaps none of `taken` (any order, other families ignored). Undefined
 * where there is none.
 */
export function nextFreePrefix(parent: Prefix, order: { length: number; taken: readonly Prefix[] }) {
  const { length, taken } = order;
  if (length < parent.length || length > bitsOf(parent.family)) return undefined;
  const holes = taken.filter(({ family }) => family === parent.family);
  const size = 1n << BigInt(bitsOf(parent.family) - length);
  for (const gap of subtractIntervals(parent, holes)) {
    const first = ((gap.first + size - 1n) / size) * size;
    if (first + size - 1n <= gap.last) return prefixAt({ family: parent.family, value: first }, length);
  }
  return undefined;
}
