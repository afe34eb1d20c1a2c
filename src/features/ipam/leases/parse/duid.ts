/** Octets as lower-case hexadecimal pairs with colons. */
export function hexOf(octets: readonly number[]): string {
  return octets.map((octet) => octet.toString(16).padStart(2, "0")).join(":");
}

const LINK_LAYER_TIME = "0001";
const LINK_LAYER = "0003";
const ETHERNET = "0001";

/**
 * The MAC address in a DUID that was made from one (RFC 8415 11.2 and 11.4: DUID-LLT and DUID-LL of Ethernet); null for
 * other DUIDs. `duid` is hexadecimal, with or without signs between.
 */
export function hardwareAddressOfDuid(duid: string): string | null {
  const digits = duid.replaceAll(/[^0-9A-Fa-f]/g, "");
  if (digits.slice(4, 8) !== ETHERNET) return null;
  const type = digits.slice(0, 4);
  const start = type === LINK_LAYER_TIME ? 16 : type === LINK_LAYER ? 8 : undefined;
  if (start === undefined || digits.length !== start + 12) return null;
  return digits.slice(start).match(/../g)?.join(":") ?? null;
}
