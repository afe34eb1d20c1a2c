import { expect, test } from "bun:test";
import { parseNetwork } from "#platform/ip";
import type { Interface } from "#platform/network/interfaces";
import { parseRoutes } from "#platform/network/route-table";
import { Places, type Place, segmentsOf } from "../../../../src/features/discovery/sweep/places";

function given(name: string, networks: readonly string[], rest: Partial<Interface> = {}): Interface {
  const addresses = networks.flatMap((text) => parseNetwork(text) ?? []);
  return {
    name,
    index: 7,
    macAddress: "00:16:3e:00:00:01",
    isLoopback: false,
    isOfContainers: false,
    addresses,
    ...rest,
  };
}

const INTERFACES = [
  given("lo", ["127.0.0.1/8", "::1/128"], { macAddress: null, isLoopback: true }),
  given("eth0", ["10.0.0.5/24", "10.1.0.5/24", "fd00::5/64"]),
  given("tun0", ["10.8.0.2/24"], { macAddress: null }),
  given("docker0", ["172.17.0.1/16"], { isOfContainers: true }),
];
const ROUTES = parseRoutes(
  [
    "Iface Destination Gateway Flags RefCnt Use Metric Mask MTU Window IRTT",
    "eth0 00000000 0100000A 0003 0 0 0 00000000 0 0 0",
    "eth0 0000000A 00000000 0001 0 0 0 00FFFFFF 0 0 0",
    "eth0 0000010A 00000000 0001 0 0 0 00FFFFFF 0 0 0",
    "eth0 0000020A 00000000 0001 0 0 0 00FFFFFF 0 0 0",
    "tun0 0000080A 00000000 0001 0 0 0 00FFFFFF 0 0 0",
    "docker0 000011AC 00000000 0001 0 0 0 0000FFFF 0 0 0",
  ].join("\n"),
);
const segments = segmentsOf(INTERFACES);
const places = new Places({ interfaces: INTERFACES, routes: ROUTES, segments });

test("ARP can ask each network of ours on an Ethernet interface, and none of loopback, tunnels and containers", () => {
  expect(
    segments.map(({ interfaceName, network }) => `${interfaceName} ${network.address.toString()}`),
  ).toEqual(["eth0 10.0.0.5", "eth0 10.1.0.5"]);
});

test.each<[string, Place]>([
  ["10.0.0.9", { kind: "segment", segment: 0 }],
  ["10.1.0.9", { kind: "segment", segment: 1 }],
  ["10.2.0.9", { kind: "segment", segment: 0 }],
  ["10.0.0.5", { kind: "own" }],
  ["127.0.5.5", { kind: "own" }],
  ["10.0.0.0", { kind: "nobody" }],
  ["10.1.0.255", { kind: "nobody" }],
  ["10.8.0.1", { kind: "neighbour" }],
  ["172.17.3.4", { kind: "containers", interfaceName: "docker0" }],
  ["172.17.0.1", { kind: "own" }],
  ["192.168.7.7", { kind: "far" }],
  ["fd00::77", { kind: "neighbour" }],
  ["fd01::77", { kind: "far" }],
])("%s is %p", (address, place) => {
  expect(places.of(address)).toEqual(place);
});

test("a segment that may not be asked has neighbours only", () => {
  const forbidden = new Places({ interfaces: INTERFACES, routes: ROUTES, segments: [] });
  expect(forbidden.of("10.0.0.9")).toEqual({ kind: "neighbour" });
});

test("the gateway is known, and who hears a multicast", () => {
  expect(["10.0.0.1", "10.0.0.9", "fd00::1"].map((address) => places.isGateway(address))).toEqual([
    true,
    false,
    false,
  ]);
  expect(["10.0.0.9", "192.168.7.7"].map((address) => places.isNearby(address))).toEqual([true, false]);
  expect(places.ownIpv4()).toEqual(["10.0.0.5", "10.8.0.2"]);
});
