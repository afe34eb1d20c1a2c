import ipaddr from "ipaddr.js";

const { IPv4, IPv6 } = ipaddr;

export type Recognised = { kind: "address" | "network" | "mac"; text: string };

/**
 * An address, network or MAC in any form that people paste, in the form that the service uses; undefined: something
 * else.
 */
export function recognise(given: string): Recognised | undefined {
  const text = given.trim();
  return recogniseMac(text) ?? recogniseNetwork(text) ?? recogniseAddress(text);
}

/** The forms that the service takes. */
const MAC_FORMS = [
  /^[0-9a-f]{1,2}(?::[0-9a-f]{1,2}){5}$/i,
  /^[0-9a-f]{2}([-. ])[0-9a-f]{2}(?:\1[0-9a-f]{2}){4}$/i,
  /^[0-9a-f]{4}([-.:])[0-9a-f]{4}\1[0-9a-f]{4}$/i,
  /^[0-9a-f]{6}-?[0-9a-f]{6}$/i,
];

function recogniseMac(text: string): Recognised | undefined {
  if (!MAC_FORMS.some((form) => form.test(text))) return undefined;
  return { kind: "mac", text: formatMac(text) };
}

/** `00:1b:44:11:3a:b7`. */
export function formatMac(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/\b[0-9a-f]\b/g, "0$&")
    .replaceAll(/[^0-9a-f]/g, "")
    .replaceAll(/(..)(?!$)/g, "$1:");
}

function recogniseNetwork(text: string): Recognised | undefined {
  const [address = "", length, ...rest] = text.split("/");
  if (length === undefined || rest.length > 0 || !/^\d{1,3}$/.test(length)) return undefined;
  const canonical = canonicalAddress(address);
  if (canonical === undefined || Number(length) > (canonical.includes(":") ? 128 : 32)) return undefined;
  return { kind: "network", text: `${canonical}/${Number(length)}` };
}

/** `10.1.2.3/24` is in `10.1.2.0/24`: the network as the service stores it. For what `recognise` gives as a network. */
export function clearHostBits(network: string): string {
  return network.includes(":")
    ? `${IPv6.networkAddressFromCIDR(network).toRFC5952String()}/${network.split("/")[1]}`
    : `${IPv4.networkAddressFromCIDR(network).toString()}/${network.split("/")[1]}`;
}

function recogniseAddress(text: string): Recognised | undefined {
  const canonical = canonicalAddress(text.replace(/^\[(.*)\]$/, "$1"));
  return canonical === undefined ? undefined : { kind: "address", text: canonical };
}

function canonicalAddress(text: string): string | undefined {
  if (IPv4.isValidFourPartDecimal(text)) return IPv4.parse(text).toString();
  if (!text.includes(":") || text.includes("%") || !IPv6.isValid(text)) return undefined;
  const address = IPv6.parse(text);
  return address.isIPv4MappedAddress() ? address.toIPv4Address().toString() : address.toRFC5952String();
}

/** A number that sorts addresses as networks do: IPv4 first, then IPv6. Undefined for what is no address. */
export function addressSortKey(text: string): bigint | undefined {
  const canonical = canonicalAddress(text.split("/")[0] ?? "");
  if (canonical === undefined) return undefined;
  const isV6 = canonical.includes(":");
  const bytes = isV6 ? IPv6.parse(canonical).toByteArray() : IPv4.parse(canonical).toByteArray();
  return bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), isV6 ? 1n : 0n);
}
