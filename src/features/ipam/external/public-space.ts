import ipaddr from "ipaddr.js";
import {
  formatAddress,
  formatPrefix,
  parseHostAddress,
  parsePrefix,
  sizeOf,
  usableInterval,
  type Family,
  type HostAddress,
  type Interval,
} from "../prefix";

/** Arithmetic of pools of public addresses. Pure. */

/**
 * A pool's addresses; `cidr` is canonical: a network, or `first-last`. Usable are all, but the ends of an IPv4 network
 * up to /30.
 */
export type PoolSpace = { family: Family; cidr: string; whole: Interval; usable: Interval };

/** Undefined where the text is neither a network nor a range. Host bits are cleared. */
export function parsePoolSpace(text: string): PoolSpace | undefined {
  const [firstText = "", lastText, ...rest] = text.split("-");
  if (lastText === undefined) return spaceOfPrefix(text);
  const [first, last] = [parseHostAddress(firstText), parseHostAddress(lastText)];
  if (first === undefined || last === undefined || rest.length > 0) return undefined;
  if (first.family !== last.family || first.value > last.value) return undefined;
  const whole = { first: first.value, last: last.value };
  return {
    family: first.family,
    cidr: `${formatAddress(first)}-${formatAddress(last)}`,
    whole,
    usable: whole,
  };
}

function spaceOfPrefix(text: string): PoolSpace | undefined {
  const prefix = text.includes("/") ? parsePrefix(text) : undefined;
  if (prefix === undefined) return undefined;
  const { family, first, last } = prefix;
  const usable = usableInterval(prefix, { isPool: false });
  return { family, cidr: formatPrefix(prefix), whole: { first, last }, usable };
}

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * True for addresses that the internet routes (IANA's special-purpose registries, RFC 6890; IPv6: in 2000::/3, RFC 4291
 * 2.4).
 */
export function isPublicAddress(address: HostAddress): boolean {
  const parsed = ipaddr.parse(formatAddress(address));
  if (parsed.range() !== "unicast") return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST);
}

const IPV4_STEP = 256n;

/**
 * True where the whole space is public. No network that is not is smaller than a /24 (IPv4) or a /112 (IPv6 in
 * 2000::/3), so an address of each is enough; spaces of more than 65,536 addresses must have been refused before.
 */
export function isPublicSpace({ family, whole }: PoolSpace): boolean {
  const isPublic = (value: bigint) => isPublicAddress({ family, value });
  if (!isPublic(whole.first) || !isPublic(whole.last)) return false;
  if (family === 6) return true;
  for (let value = whole.first; value < whole.last; value += IPV4_STEP) {
    if (!isPublic(value)) return false;
  }
  return true;
}

export function usableCount({ usable }: PoolSpace): bigint {
  return sizeOf(usable);
}

export function isUsable({ family, usable }: PoolSpace, address: HostAddress): boolean {
  return address.family === family && usable.first <= address.value && address.value <= usable.last;
}
