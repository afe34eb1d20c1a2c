import { parseAddress, type Address } from "#platform/ip";

/** IPv4 embedded by NAT64 stands in the last four octets (RFC 6052 section 2.2). */
const EMBEDDED_AT = 12;

/**
 * True for addresses that only this machine or a private network knows: those of contract settings 14.1, and what else
 * leads there (the unspecified address, shared and reserved ranges, multicast; NAT64 forms of all of them).
 */
export function isPrivateTarget(address: Address): boolean {
  const range = address.range();
  if (range !== "rfc6052") return range !== "unicast";
  const embedded = parseAddress(address.toByteArray().slice(EMBEDDED_AT).join("."));
  return embedded === undefined || isPrivateTarget(embedded);
}
