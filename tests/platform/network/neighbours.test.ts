import { expect, test } from "bun:test";
import { assert, property, uint8Array } from "fast-check";
import { type Neighbour, readNeighbourMessages, readNeighbours } from "#platform/network/neighbours";
import { isOfContainers, listInterfaces } from "#platform/network/interfaces";

const INCOMPLETE = 1;
const REACHABLE = 2;
const STALE = 4;

function attribute(type: number, data: readonly number[]): Buffer {
  const size = 4 + data.length;
  const octets = Buffer.alloc(Math.ceil(size / 4) * 4);
  octets.writeUInt16LE(size, 0);
  octets.writeUInt16LE(type, 2);
  octets.set(data, 4);
  return octets;
}

function message(state: number, attributes: readonly Buffer[], type = 28): Buffer {
  const body = Buffer.concat([Buffer.alloc(12), ...attributes]);
  body.writeInt32LE(7, 4);
  body.writeUInt16LE(state, 8);
  const header = Buffer.alloc(16);
  header.writeUInt32LE(header.length + body.length, 0);
  header.writeUInt16LE(type, 4);
  return Buffer.concat([header, body]);
}

function read(...messages: Buffer[]): { found: Neighbour[]; isLast: boolean } {
  const found: Neighbour[] = [];
  return { isLast: readNeighbourMessages(Buffer.concat(messages), found), found };
}

const ADDRESS = attribute(1, [10, 0, 0, 9]);
const HARDWARE = attribute(2, [0, 0x16, 0x3e, 1, 2, 0xff]);
const DONE = message(0, [], 3);

test("a neighbour that has answered is read, with whether it has lately", () => {
  const { found, isLast } = read(
    message(REACHABLE, [ADDRESS, HARDWARE]),
    message(STALE, [HARDWARE, ADDRESS]),
    DONE,
  );
  const neighbour = { address: "10.0.0.9", macAddress: "00:16:3e:01:02:ff", interfaceIndex: 7 };
  expect(found).toEqual([
    { ...neighbour, isReachable: true },
    { ...neighbour, isReachable: false },
  ]);
  expect(isLast).toBe(true);
});

test.each<[string, Buffer]>([
  ["has not answered", message(INCOMPLETE, [ADDRESS, HARDWARE])],
  ["has no hardware address", message(REACHABLE, [ADDRESS])],
  ["has one of another kind", message(REACHABLE, [ADDRESS, attribute(2, [1, 2, 3])])],
  ["has no address", message(REACHABLE, [HARDWARE])],
  ["is another message", message(REACHABLE, [ADDRESS, HARDWARE], 24)],
])("one that %s is left out", (_, octets) => {
  expect(read(octets)).toEqual({ found: [], isLast: false });
});

test("any octets end", () => {
  assert(
    property(uint8Array({ maxLength: 200 }), (octets) => {
      read(Buffer.from(octets));
    }),
    { seed: 20_261_124, numRuns: 2000 },
  );
});

test("the kernel's own table can be read, and loopback is known for what it is", () => {
  expect(Array.isArray(readNeighbours())).toBe(true);
  const loopback = listInterfaces().find(({ isLoopback }) => isLoopback);
  expect(loopback).toMatchObject({ macAddress: null, isOfContainers: false });
});

test.each([
  ["docker0", true],
  ["br-0123456789ab", true],
  ["veth1a2b3c4", true],
  ["cni0", true],
  ["podman1", true],
  ["eth0", false],
  ["br-lan", false],
  ["br0", false],
])("whether %s leads to containers: %p", (name, isSo) => {
  expect(isOfContainers(name)).toBe(isSo);
});
