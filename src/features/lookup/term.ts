import { canonicalMacAddress } from "#platform/mac-address";
import { canonicalAddress, canonicalNetwork } from "#platform/ip";

/** What somebody looks up, in canonical form. */
export type Term =
  | { kind: "address"; value: string }
  | { kind: "network"; value: string }
  | { kind: "mac_address"; value: string }
  /** In lower case. */
  | { kind: "name"; value: string };

/** An address (the IPv4-mapped form is the IPv4 address), a network, a MAC address in any form, or else a name. */
export function readTerm(text: string): Term {
  const trimmed = text.trim();
  const network = trimmed.includes("/") ? canonicalNetwork(trimmed) : undefined;
  if (network !== undefined) return { kind: "network", value: network };
  const address = canonicalAddress(trimmed);
  if (address !== undefined) return { kind: "address", value: address };
  const macAddress = canonicalMacAddress(trimmed);
  if (macAddress !== undefined) return { kind: "mac_address", value: macAddress };
  return { kind: "name", value: trimmed.toLowerCase() };
}
