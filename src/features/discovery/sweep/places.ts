import type { Address, Network } from "#platform/ip";
import { isInNetworks, parseAddress } from "#platform/ip";
import { type Interface, isOfContainers } from "#platform/network/interfaces";
import { findRoute, type Route } from "#platform/network/route-table";

/**
 * Where an address is, seen from this machine. `segment`: a neighbour that ARP can ask for. `neighbour`: one that it
 * cannot, as it is of IPv6, or we may not. `own`: one of ours. `nobody`: that of a whole network of ours, or its
 * broadcast. `containers`: behind a bridge to containers of this machine. `far`: all others.
 */
export type Place =
  | { kind: "segment"; segment: number }
  | { kind: "neighbour" | "own" | "nobody" | "far" }
  | { kind: "containers"; interfaceName: string };

/** A network of ours on an Ethernet interface: `address` is the one of ours in it. */
export type Segment = { interfaceName: string; interfaceIndex: number; macAddress: string; network: Network };

const IPV4_BITS = 32;
const MAX_PREFIX_WITH_BROADCAST = 30;

/** Where ARP could ask. */
export function segmentsOf(interfaces: readonly Interface[]): Segment[] {
  return interfaces.flatMap(({ name, index, macAddress, isLoopback, isOfContainers, addresses }) => {
    if (index === null || macAddress === null || isLoopback || isOfContainers) return [];
    return addresses.flatMap((network) =>
      network.address.kind() === "ipv4"
        ? { interfaceName: name, interfaceIndex: index, macAddress, network }
        : [],
    );
  });
}

type Known = {
  interfaces: readonly Interface[];
  routes: readonly Route[];
  /** Those that ARP may ask, in the order of its sockets. */
  segments: readonly Segment[];
};

/** Says of addresses where they are. */
export class Places {
  readonly #known: Known;
  readonly #own: Map<string, string | null>;
  readonly #nobody: Set<string>;
  readonly #loopback: Network[];
  readonly #networks6: Network[];

  constructor(known: Known) {
    this.#known = known;
    const { interfaces } = known;
    this.#own = new Map(
      interfaces.flatMap(({ addresses, macAddress }) =>
        addresses.map(({ address }) => [address.toString(), macAddress] as const),
      ),
    );
    this.#nobody = new Set(interfaces.flatMap(({ addresses }) => addresses.flatMap(namesOfAll)));
    this.#loopback = interfaces.flatMap(({ isLoopback, addresses }) => (isLoopback ? addresses : []));
    this.#networks6 = interfaces.flatMap(({ addresses }) =>
      addresses.filter(({ address }) => address.kind() === "ipv6"),
    );
  }

  of(text: string): Place {
    const address = parseAddress(text);
    if (address === undefined) return { kind: "far" };
    if (this.#own.has(text) || isInNetworks(address, this.#loopback)) return { kind: "own" };
    if (this.#nobody.has(text)) return { kind: "nobody" };
    if (address.kind() === "ipv6")
      return { kind: isInNetworks(address, this.#networks6) ? "neighbour" : "far" };
    return this.#ofIpv4(address);
  }

  /** The MAC address of an interface of ours. */
  ownMacAddress(text: string): string | null {
    return this.#own.get(text) ?? null;
  }

  /** Whether a multicast of ours reaches the host. */
  isNearby(text: string): boolean {
    const { kind } = this.of(text);
    return kind === "segment" || kind === "neighbour";
  }

  /** Addresses of ours from which a multicast can go out. */
  ownIpv4(): string[] {
    return this.#known.interfaces.flatMap(({ isLoopback, isOfContainers, addresses }) => {
      const [first] = addresses.filter(({ address }) => address.kind() === "ipv4");
      return isLoopback || isOfContainers || first === undefined ? [] : first.address.toString();
    });
  }

  /** Whether this machine sends through that address what goes elsewhere. */
  isGateway(text: string): boolean {
    const address = parseAddress(text);
    if (address?.kind() !== "ipv4") return false;
    const number = numberOf(address);
    return this.#known.routes.some(({ gateway, mask }) => gateway === number && mask === 0);
  }

  #ofIpv4(address: Address): Place {
    const route = findRoute(this.#known.routes, numberOf(address));
    if (route === undefined) return { kind: "far" };
    const { interfaceName } = route;
    if (isOfContainers(interfaceName)) return { kind: "containers", interfaceName };
    if (route.gateway !== null) return { kind: "far" };
    const segment = this.#segmentOf(interfaceName, address);
    return segment === undefined ? { kind: "neighbour" } : { kind: "segment", segment };
  }

  /** The one whose network the address is in, so that we ask with an address of it; else any of the interface. */
  #segmentOf(interfaceName: string, address: Address): number | undefined {
    const { segments } = this.#known;
    const isOn = (segment: Segment) => segment.interfaceName === interfaceName;
    const exact = segments.findIndex((segment) => isOn(segment) && isInNetworks(address, [segment.network]));
    const found = exact >= 0 ? exact : segments.findIndex(isOn);
    return found < 0 ? undefined : found;
  }
}

/**
 * The first and the last address of a network of IPv4, which no host has (RFC 919, RFC 1122 section 3.2.1.3), but in
 * one of two hosts (RFC 3021).
 */
function namesOfAll({ address, prefixLength }: Network): string[] {
  if (address.kind() !== "ipv4" || prefixLength > MAX_PREFIX_WITH_BROADCAST) return [];
  const size = 2 ** (IPV4_BITS - prefixLength);
  const first = Math.floor(numberOf(address) / size) * size;
  return [dotted(first), dotted(first + size - 1)];
}

/** An IPv4 address as a number. */
export function numberOf(address: Address): number {
  return Buffer.from(address.toByteArray()).readUInt32BE(0);
}

/** The text of an IPv4 address that is given as a number. */
export function dotted(number: number): string {
  return [number >>> 24, (number >>> 16) & 255, (number >>> 8) & 255, number & 255].join(".");
}
