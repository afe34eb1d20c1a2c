import {
  bitsOf,
  contains,
  countOfParts,
  formatAddress,
  formatPrefix,
  parsePrefix,
  type Prefix,
  prefixAt,
  sizeOf,
  splitPrefix,
  toExactInteger,
  usableInterval,
} from "#features/ipam";
import { badRequest } from "#platform/errors";
import { toTimestamp } from "#platform/http/fields";
import {
  SUBNETS_SHOWN,
  type SubnetCalculatorRequest,
  type SubnetCalculatorResult,
  type SubnetPart,
} from "./models";

/**
 * What can be reckoned of a network. `now` is told, and used for nothing else.
 * @throws ApiError 400 for a length that its family does not have, or that leads the wrong way.
 */
export function calculateSubnet(request: SubnetCalculatorRequest, now: Date): SubnetCalculatorResult {
  const prefix = requirePrefix(request.cidr);
  const { family, length } = prefix;
  const usable = sizeOf(usableInterval(prefix, { isPool: false }));
  const split = request.split_prefix_length;
  const parts = split === null ? 0n : countOfSubnets(prefix, split);
  return {
    cidr: formatPrefix(prefix),
    network: formatAddress({ family, value: prefix.first }),
    netmask: formatAddress({ family, value: ~wildcardOf(prefix) & maskOfAll(prefix) }),
    wildcard: formatAddress({ family, value: wildcardOf(prefix) }),
    ...endsOf(prefix),
    total_addresses: toExactInteger(sizeOf(prefix)),
    total_addresses_text: String(sizeOf(prefix)),
    usable_hosts: toExactInteger(usable),
    usable_hosts_text: String(usable),
    version: family,
    prefix_length: length,
    supernet: supernetOf(prefix, request.supernet_prefix_length),
    subnets: split === null ? [] : firstParts(prefix, split),
    subnets_total: toExactInteger(parts),
    subnets_total_text: String(parts),
    contains: request.contains.map((value) => ({
      value,
      is_contained: contains(prefix, requirePrefix(value)),
    })),
    calculated_at: toTimestamp(now),
  };
}

/** The models have let nothing else through. */
function requirePrefix(text: string): Prefix {
  const prefix = parsePrefix(text);
  if (prefix === undefined) throw new Error(`our bug: ${text} is no network`);
  return prefix;
}

function wildcardOf(prefix: Prefix): bigint {
  return sizeOf(prefix) - 1n;
}

function maskOfAll({ family }: Prefix): bigint {
  return (1n << BigInt(bitsOf(family))) - 1n;
}

/** Of networks of one or two addresses no end is a host of its own. */
function endsOf(prefix: Prefix): Pick<SubnetPart, "first_host" | "last_host" | "broadcast"> {
  const { family, last } = prefix;
  const usable = usableInterval(prefix, { isPool: false });
  const hasHosts = sizeOf(prefix) > 2n;
  return {
    broadcast: family === 4 ? formatAddress({ family, value: last }) : null,
    first_host: hasHosts ? formatAddress({ family, value: usable.first }) : null,
    last_host: hasHosts ? formatAddress({ family, value: usable.last }) : null,
  };
}

function countOfSubnets(prefix: Prefix, length: number): bigint {
  if (length < prefix.length || length > bitsOf(prefix.family)) {
    throw badRequest(
      `split_prefix_length must be from ${prefix.length} to ${bitsOf(prefix.family)} for ${formatPrefix(prefix)}`,
    );
  }
  return countOfParts(prefix, length);
}

function firstParts(prefix: Prefix, length: number): SubnetPart[] {
  return splitPrefix(prefix, length)
    .take(SUBNETS_SHOWN)
    .map((part) => ({ cidr: formatPrefix(part), ...endsOf(part) }))
    .toArray();
}

function supernetOf(prefix: Prefix, length: number | null): string | null {
  if (length === null) return null;
  if (length > prefix.length) {
    throw badRequest(`supernet_prefix_length must be at most ${prefix.length} for ${formatPrefix(prefix)}`);
  }
  return formatPrefix(prefixAt({ family: prefix.family, value: prefix.first }, length));
}
