/** A network with its host bits cleared: octets in network order, 4 or 16 of them. */
export type Subnet = { octets: readonly number[]; prefixLength: number };

const IPV4_OCTETS = 4;
const GROUPS = 8;

/**
 * Whether an address in canonical text (dotted IPv4, RFC 5952) lies in the network; families never match each other.
 */
export function isInSubnet(address: string, { octets, prefixLength }: Subnet): boolean {
  const own = octets.length === IPV4_OCTETS ? ipv4Octets(address) : ipv6Octets(address);
  if (own === null) return false;
  const whole = prefixLength >> 3;
  for (let index = 0; index < whole; index++) {
    if (own[index] !== octets[index]) return false;
  }
  const bits = prefixLength & 7;
  return bits === 0 || ((own[whole] ?? 0) ^ (octets[whole] ?? 0)) >> (8 - bits) === 0;
}

function ipv4Octets(address: string): number[] | null {
  if (address.includes(":")) return null;
  const octets = address.split(".").map(Number);
  return octets.length === IPV4_OCTETS ? octets : null;
}

function ipv6Octets(address: string): number[] | null {
  if (!address.includes(":")) return null;
  const [left = "", right] = address.split("::");
  const head = groupsOf(left);
  const tail = right === undefined ? [] : groupsOf(right);
  const gap = Array.from({ length: Math.max(0, GROUPS - head.length - tail.length) }, () => 0);
  return [...head, ...gap, ...tail].flatMap((group) => [group >> 8, group & 0xff]);
}

function groupsOf(text: string): number[] {
  return text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16));
}

/** The first and the last address of a network as 32 hexadecimal digits (8 for IPv4). */
export function subnetBounds({ octets, prefixLength }: Subnet): { low: string; high: string } {
  const high = octets.map((octet, index) => octet | hostBits(prefixLength - index * 8));
  return { low: hexadecimal(octets), high: hexadecimal(high) };
}

/** The bits of an octet behind the first `prefixBits` of them. */
export function hostBits(prefixBits: number): number {
  return prefixBits <= 0 ? 0xff : 0xff >> Math.min(8, prefixBits);
}

function hexadecimal(octets: readonly number[]): string {
  return octets.map((octet) => octet.toString(16).padStart(2, "0")).join("");
}
