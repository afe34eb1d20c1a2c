import { reservedEnds, type Relative } from "../allocation/space";
import { formatAddress, type Interval, type Prefix } from "../prefix";
import type { Holder } from "./holders";
import type { AddressKind, IpAddressEntry } from "./models";

export type Surroundings = { relatives: readonly Relative[]; holders: ReadonlyMap<string, Holder> };

/** What an address of a subnet is, and whose. `holders` are by canonical address. */
export function describeAddress(
  { prefix, value }: { prefix: Prefix; value: bigint },
  { relatives, holders }: Surroundings,
): IpAddressEntry {
  const ip = formatAddress({ family: prefix.family, value });
  const holder = holders.get(ip);
  const kind = placeOf(value, relatives) ?? holder?.kind ?? "free";
  const label = kind === "gateway" ? "Gateway" : (holder?.label ?? null);
  return {
    ip,
    kind,
    label,
    display_name: holder?.display_name ?? label,
    mac_address: holder?.mac_address ?? null,
    vendor: holder?.vendor ?? null,
    dhcp_range: relatives.some(({ dhcpRange }) => dhcpRange !== undefined && isIn(dhcpRange, value)),
  };
}

function isIn({ first, last }: Interval, value: bigint): boolean {
  return first <= value && value <= last;
}

/**
 * What the plan itself makes of an address, whoever holds it. The ends of a subnet are no hosts of those in which it
 * lies either.
 */
function placeOf(value: bigint, relatives: readonly Relative[]): AddressKind | undefined {
  const atEnd = relatives.find((relative) => reservedEnds(relative).some((end) => isIn(end, value)));
  if (atEnd !== undefined) return value === atEnd.prefix.first ? "network" : "broadcast";
  return relatives.some(({ gateway }) => gateway === value) ? "gateway" : undefined;
}
