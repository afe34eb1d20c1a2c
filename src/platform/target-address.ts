import { isInNetworks, parseAddress, parseNetwork, type Address, type Network } from "./ip";

/**
 * Where an address leads. `metadata`: to what a cloud tells its machines, keys among it. `reserved`: nowhere by
 * standard, though a laboratory may use it. `unusable`: to no single host, or through a tunnel to a host that is not
 * known from the address.
 */
export type TargetKind = "public" | "private" | "link-local" | "metadata" | "reserved" | "unusable";

function networks(...texts: string[]): Network[] {
  return texts.map((text) => {
    const network = parseNetwork(text);
    if (network === undefined) throw new Error(`our bug: ${text} is no network`);
    return network;
  });
}

/** First match wins. Sources: the IANA special-purpose registries (RFC 6890), and the vendors' pages for metadata. */
const KINDS: readonly (readonly [TargetKind, readonly Network[]])[] = [
  [
    "metadata",
    networks(
      // Amazon, Google, Microsoft, OpenStack, DigitalOcean and others; Amazon by IPv6; Alibaba; Oracle; Microsoft's
      // WireServer.
      "169.254.169.254",
      "169.254.170.2",
      "fd00:ec2::/32",
      "fd20:ce::254",
      "100.100.100.200",
      "192.0.0.192",
      "168.63.129.16",
    ),
  ],
  ["link-local", networks("169.254.0.0/16", "fe80::/10")],
  [
    "private",
    networks("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "127.0.0.0/8", "::1/128", "fc00::/7"),
  ],
  [
    "unusable",
    networks(
      "0.0.0.0/8",
      "224.0.0.0/4",
      "255.255.255.255",
      // IPv4-compatible, IPv4-translated, NAT64 of local use (RFC 8215: where the IPv4 address stands is not known),
      // discard, site-local.
      "::/96",
      "::ffff:0:0:0/96",
      "64:ff9b:1::/48",
      "100::/64",
      "fec0::/10",
      "ff00::/8",
      // Teredo and 6to4: the host behind the tunnel is another one than the address says.
      "2001::/32",
      "2002::/16",
      "192.88.99.0/24",
    ),
  ],
  [
    "reserved",
    networks(
      "100.64.0.0/10",
      "192.0.0.0/24",
      "192.0.2.0/24",
      "192.31.196.0/24",
      "192.52.193.0/24",
      "192.175.48.0/24",
      "198.18.0.0/15",
      "198.51.100.0/24",
      "203.0.113.0/24",
      "240.0.0.0/4",
      "2001::/23",
      "2001:db8::/32",
      "2620:4f:8000::/48",
      "3fff::/20",
    ),
  ],
];

const [NAT64] = networks("64:ff9b::/96");
/** IPv4 embedded by NAT64 with the well-known prefix stands in the last four octets (RFC 6052 section 2.2). */
const EMBEDDED_AT = 12;
/** All that is handed out of IPv6 (RFC 4291 section 2.4). */
const GLOBAL_UNICAST = networks("2000::/3");

/** What an address leads to; by the address inside it, where that is known. */
export function kindOfTarget(address: Address): TargetKind {
  if (NAT64 !== undefined && isInNetworks(address, [NAT64])) {
    const embedded = parseAddress(address.toByteArray().slice(EMBEDDED_AT).join("."));
    return embedded === undefined ? "unusable" : kindOfTarget(embedded);
  }
  const [kind] = KINDS.find(([, ranges]) => isInNetworks(address, ranges)) ?? [];
  if (kind !== undefined) return kind;
  return address.kind() === "ipv4" || isInNetworks(address, GLOBAL_UNICAST) ? "public" : "reserved";
}

/** Where what an address leads to may change on the way from a lower to a higher address. */
const BORDERS: readonly Network[] = [...KINDS.flatMap(([, ranges]) => ranges), ...GLOBAL_UNICAST];

/**
 * All that the addresses from `first` to `last`, of one family and both among them, lead to, however many they are. Of
 * several that embed IPv4 addresses it is not looked at which: they are unusable.
 */
export function kindsOfRange(first: Address, last: Address): ReadonlySet<TargetKind> {
  const low = octetsOf(first);
  const high = octetsOf(last);
  if (low === high) return new Set([kindOfTarget(first)]);
  const edges = BORDERS.flatMap(edgesOf).filter((edge) => {
    const octets = octetsOf(edge);
    return octets.length === low.length && octets > low && octets < high;
  });
  const kinds = new Set([first, last, ...edges].map(kindOfTarget));
  return edgesMeet(low, high) ? kinds.add("unusable") : kinds;
}

/** Of one length, so that they compare as the addresses do. */
function octetsOf(address: Address): string {
  return Buffer.from(address.toByteArray()).toString("hex");
}

/** The first address of a network, and the one behind its last. */
function edgesOf({ address, prefixLength }: Network): Address[] {
  const bits = address.kind() === "ipv4" ? 32 : 128;
  const shift = BigInt(bits - prefixLength);
  const first = (BigInt(`0x${octetsOf(address)}`) >> shift) << shift;
  return [first, first + (1n << shift)].flatMap((number) => {
    const hex = number.toString(16).padStart(bits / 4, "0");
    const groups = bits === 32 ? [...Buffer.from(hex, "hex")].join(".") : hex.match(/.{4}/g)?.join(":");
    return hex.length > bits / 4 ? [] : (parseAddress(groups ?? "") ?? []);
  });
}

function edgesMeet(low: string, high: string): boolean {
  if (NAT64 === undefined || low.length !== 32) return false;
  const start = octetsOf(NAT64.address);
  return low <= start.slice(0, 24) + "f".repeat(8) && high >= start;
}
