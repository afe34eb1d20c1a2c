import { parseAddress } from "#platform/ip";
import { readNeighbours } from "#platform/network/neighbours";

/**
 * The IPv6 addresses among those wanted that the kernel has had to do with on segments of ours: what can be asked of a
 * prefix, which is never swept.
 */
export function learnIpv6Neighbours(isWanted: (address: string) => boolean): string[] {
  const addresses = readNeighbours().flatMap(({ address }) => {
    const parsed = parseAddress(address);
    const isUsable =
      parsed?.kind() === "ipv6" && parsed.range() !== "linkLocal" && parsed.range() !== "multicast";
    return isUsable && isWanted(address) ? address : [];
  });
  return [...new Set(addresses)];
}
