import { isInNetworks, parseAddress, parseNetwork, type Address } from "./ip";

export type DhcpRangeFault = { field: "dhcp_start" | "dhcp_end"; text: string };

/**
 * What is wrong with the DHCP range of a network, in words clients know; undefined where nothing is, or where there is
 * no range. A range of one address is one.
 */
export function findDhcpRangeFault(range: {
  cidr: string | null;
  dhcp_start: string | null;
  dhcp_end: string | null;
}): DhcpRangeFault | undefined {
  const { cidr, dhcp_start: startText, dhcp_end: endText } = range;
  if (startText === null && endText === null) return undefined;
  if (startText === null) return fault("dhcp_start", "DHCP range requires both start and end IPs");
  if (endText === null) return fault("dhcp_end", "DHCP range requires both start and end IPs");
  if (cidr === null) return fault("dhcp_start", "DHCP range requires a subnet CIDR");
  const network = parseNetwork(cidr);
  const start = parseAddress(startText);
  const end = parseAddress(endText);
  if (network === undefined || start === undefined) return fault("dhcp_start", "Invalid DHCP range");
  if (end === undefined) return fault("dhcp_end", "Invalid DHCP range");
  const versionText = "DHCP range IP version must match subnet";
  if (start.kind() !== network.address.kind()) return fault("dhcp_start", versionText);
  if (end.kind() !== network.address.kind()) return fault("dhcp_end", versionText);
  const insideText = "DHCP range must be inside the subnet";
  if (!isInNetworks(start, [network])) return fault("dhcp_start", insideText);
  if (!isInNetworks(end, [network])) return fault("dhcp_end", insideText);
  if (isBehind(start, end)) return fault("dhcp_start", "DHCP range start must be before the end");
  return undefined;
}

/** Of two addresses of one family. */
function isBehind(one: Address, other: Address): boolean {
  return Buffer.compare(Buffer.from(one.toByteArray()), Buffer.from(other.toByteArray())) > 0;
}

function fault(field: DhcpRangeFault["field"], text: string): DhcpRangeFault {
  return { field, text };
}
