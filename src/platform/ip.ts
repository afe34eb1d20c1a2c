import ipaddr from "ipaddr.js";

export type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Characters of `ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255`; ipaddr.js takes seconds to refuse a megabyte. */
const LONGEST_ADDRESS = 45;

/** The last 32 bits of an IPv6 address as IPv4 writes them (RFC 4291 section 2.2). */
const DOTTED_END = /(?<=:)[\d.]+\.[\d.]+$/;

/** The same as two groups: ipaddr.js takes `::192.0.2.1`, which is none, for the IPv4-mapped `::ffff:192.0.2.1`. */
function inGroups(dotted: string): string {
  if (!ipaddr.IPv4.isValidFourPartDecimal(dotted)) return dotted;
  const [first = 0, second = 0, third = 0, fourth = 0] = ipaddr.IPv4.parse(dotted).toByteArray();
  return `${(first * 256 + second).toString(16)}:${(third * 256 + fourth).toString(16)}`;
}

/** Parses IPv4 or IPv6 text, strictly (no octal, hexadecimal or short IPv4 forms). IPv4-mapped IPv6 becomes IPv4. */
export function parseAddress(text: string): Address | undefined {
  const trimmed = text.trim();
  if (trimmed.length > LONGEST_ADDRESS) return undefined;
  if (ipaddr.IPv4.isValidFourPartDecimal(trimmed)) return ipaddr.IPv4.parse(trimmed);
  if (!trimmed.includes(":") || trimmed.includes("%")) return undefined;
  const grouped = trimmed.replace(DOTTED_END, inGroups);
  if (!ipaddr.IPv6.isValid(grouped)) return undefined;
  const address = ipaddr.IPv6.parse(grouped);
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

/** Canonical text: dotted IPv4, RFC 5952 IPv6; undefined where the text is no address. */
export function canonicalAddress(text: string): string | undefined {
  return parseAddress(text)?.toString();
}

export type Network = { address: Address; prefixLength: number };

/** Parses `address/length`; a bare address is its full-length network. Host bits are kept. */
export function parseNetwork(text: string): Network | undefined {
  const [addressText = "", lengthText, ...rest] = text.trim().split("/");
  const address = parseAddress(addressText);
  if (address === undefined || rest.length > 0) return undefined;
  const bits = address.kind() === "ipv4" ? 32 : 128;
  if (lengthText === undefined) return { address, prefixLength: bits };
  if (!/^\d{1,3}$/.test(lengthText)) return undefined;
  const mapped = addressText.includes(":") && address.kind() === "ipv4" ? 96 : 0;
  const prefixLength = Number(lengthText) - mapped;
  return prefixLength >= 0 && prefixLength <= bits ? { address, prefixLength } : undefined;
}

/** Network text with host bits cleared: `10.0.0.5/24` becomes `10.0.0.0/24`; undefined where the text is no network. */
export function canonicalNetwork(text: string): string | undefined {
  const network = parseNetwork(text);
  if (network === undefined) return undefined;
  const { address, prefixLength } = network;
  const bytes = address.toByteArray().map((byte, index) => byte & maskByte(prefixLength - index * 8));
  return `${ipaddr.fromByteArray(bytes).toString()}/${prefixLength}`;
}

function maskByte(bits: number): number {
  if (bits >= 8) return 0xff;
  return bits <= 0 ? 0 : (0xff << (8 - bits)) & 0xff;
}

export function isAddressOrNetwork(text: string): boolean {
  return parseNetwork(text) !== undefined;
}

/** True where `address` lies in one of `networks`; families never match each other. */
export function isInNetworks(address: Address, networks: readonly Network[]): boolean {
  return networks.some((network) => contains(network, address));
}

function contains(network: Network, address: Address): boolean {
  if (network.address instanceof ipaddr.IPv4) {
    return address instanceof ipaddr.IPv4 && address.match(network.address, network.prefixLength);
  }
  return address instanceof ipaddr.IPv6 && address.match(network.address, network.prefixLength);
}

/** What limits count per: an IPv4 address itself, or the /64 of an IPv6 address, which one host has to itself. */
export function limitKey(addressText: string): string {
  const address = parseAddress(addressText);
  if (address === undefined || address.kind() === "ipv4") return address?.toString() ?? addressText;
  return canonicalNetwork(`${address.toString()}/64`) ?? addressText;
}
