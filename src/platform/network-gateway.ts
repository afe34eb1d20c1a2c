import { isInNetworks, parseAddress, parseNetwork, type Network } from "./ip";

/** What routers of IPv6 are called on their own link (RFC 4861 section 4.2). */
const LINK_LOCAL: Network[] = [parseNetwork("fe80::/10")].flatMap((network) => network ?? []);

/**
 * Why an address cannot be the gateway of a network; null where it can, or where one of the two is not told, or is no
 * address or network at all. Hosts reach a gateway without one: it lies in their network, or is link-local in IPv6. The
 * network of a single host has none in it, so any of its family will do.
 */
export function gatewayFault({
  cidr,
  gateway,
}: {
  cidr: string | null;
  gateway: string | null;
}): string | null {
  const network = parseNetwork(cidr ?? "");
  const address = parseAddress(gateway ?? "");
  if (network === undefined || address === undefined) return null;
  const family = network.address.kind();
  if (address.kind() !== family) return "The gateway must have the IP version of the subnet";
  const isOneHost = network.prefixLength === (family === "ipv4" ? 32 : 128);
  return isOneHost || isInNetworks(address, [network, ...LINK_LOCAL])
    ? null
    : "The gateway must be inside the subnet";
}
