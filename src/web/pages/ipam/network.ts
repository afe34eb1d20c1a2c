import ipaddr from "ipaddr.js";

/** Arithmetic on networks of both families, exact at any size. Addresses are whole numbers here. */
export type Network = { bits: 32 | 128; first: bigint; length: number };

type Place = Pick<Network, "bits"> & { value: bigint };

/** Undefined where the text is no address. */
export function parseAddress(text: string): Place | undefined {
  if (!ipaddr.isValid(text)) return undefined;
  const address = ipaddr.parse(text);
  const value = address.toByteArray().reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  return { bits: address.kind() === "ipv4" ? 32 : 128, value };
}

/** `192.0.2.0/24`; a bare address is a network of one. Undefined where the text is none. */
export function parseNetwork(text: string): Network | undefined {
  const [host = "", length, ...rest] = text.trim().split("/");
  const place = parseAddress(host);
  if (place === undefined || rest.length > 0) return undefined;
  const wanted = length === undefined ? place.bits : /^\d{1,3}$/.test(length) ? Number(length) : -1;
  return wanted < 0 || wanted > place.bits ? undefined : networkAt(place, wanted);
}

/** The network of that length in which an address lies. */
export function networkAt({ bits, value }: Place, length: number): Network {
  const hostBits = BigInt(bits - length);
  return { bits, first: (value >> hostBits) << hostBits, length };
}

export function sizeOf({ bits, length }: Network): bigint {
  return 1n << BigInt(bits - length);
}

export function lastOf(network: Network): bigint {
  return network.first + sizeOf(network) - 1n;
}

/** Dotted IPv4, RFC 5952 IPv6. */
export function formatAddress({ bits, value }: Place): string {
  const hex = value.toString(16).padStart(bits / 4, "0");
  const bytes = Array.from({ length: bits / 8 }, (_, index) =>
    Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16),
  );
  const address = ipaddr.fromByteArray(bytes);
  return address instanceof ipaddr.IPv6 ? address.toRFC5952String() : address.toString();
}

export function formatNetwork({ bits, first, length }: Network): string {
  return `${formatAddress({ bits, value: first })}/${length}`;
}

export function contains(outer: Network, inner: Network): boolean {
  return outer.bits === inner.bits && outer.first <= inner.first && lastOf(inner) <= lastOf(outer);
}

/** By family and address, the wider one first. */
export function compareNetworks(one: Network, other: Network): number {
  if (one.bits !== other.bits) return one.bits - other.bits;
  if (one.first !== other.first) return one.first < other.first ? -1 : 1;
  return one.length - other.length;
}

/** The parts of a network that are `length` long, at most `most` of them. */
export function partsOf(network: Network, length: number, most: number): Network[] {
  const step = 1n << BigInt(network.bits - length);
  const count = Math.min(most, 2 ** Math.min(30, length - network.length));
  return Array.from({ length: count }, (_, index) => ({
    bits: network.bits,
    length,
    first: network.first + BigInt(index) * step,
  }));
}

/** A stretch of free addresses between networks, as the fewest networks that are exactly it. */
export type Gap = { blocks: Network[] };

/** What is left of a network without `taken`, which are sorted and may nest. */
export function gapsOf(network: Network, taken: readonly Network[]): Gap[] {
  const gaps: Gap[] = [];
  let next = network.first;
  const addUpTo = (end: bigint) => {
    if (next < end) gaps.push({ blocks: coveringBlocks(network.bits, next, end) });
  };
  for (const hole of taken) {
    addUpTo(hole.first);
    const after = lastOf(hole) + 1n;
    if (after > next) next = after;
  }
  addUpTo(lastOf(network) + 1n);
  return gaps;
}

function coveringBlocks(bits: 32 | 128, from: bigint, end: bigint): Network[] {
  const blocks: Network[] = [];
  for (let next = from; next < end;) {
    const aligned = next === 0n ? bits : (next & -next).toString(2).length - 1;
    const fitting = (end - next).toString(2).length - 1;
    const block = { bits, first: next, length: bits - Math.min(aligned, fitting) };
    blocks.push(block);
    next += sizeOf(block);
  }
  return blocks;
}

/** The widest of some networks, the first of those that are equally wide. */
export function widestOf(blocks: readonly Network[]): Network | undefined {
  return blocks.reduce<Network | undefined>(
    (widest, block) => (widest === undefined || block.length < widest.length ? block : widest),
    undefined,
  );
}
