import { describe, expect, test } from "bun:test";
import { assert, property, uint8Array } from "fast-check";
import { networkInterfaces } from "node:os";
import {
  addressesIn,
  hardwareAddressOf,
  readDhcpReply,
  writeDhcpInform,
} from "../../../../src/features/monitoring/probes/dhcp-packet";
import { answerInform } from "./dhcp-server";

const identity = { transaction: 0xde_ad_be_ef, hardwareAddress: Buffer.from("020000000001", "hex") };
const inform = writeDhcpInform(identity, "192.0.2.9");

test("an inform stands on the wire as RFC 2131 has it, and asks for no address", () => {
  const fixed = inform.subarray(0, 240).toString("hex");
  const zeros = (octets: number) => "00".repeat(octets);
  const expected = [
    "01010600",
    "deadbeef",
    // Seconds and flags; ciaddr; yiaddr, siaddr, giaddr; chaddr; sname, file; the cookie.
    zeros(4),
    "c0000209",
    zeros(12),
    `020000000001${zeros(10)}`,
    zeros(192),
    "63825363",
  ];
  expect(fixed).toBe(expected.join(""));
  expect(inform.subarray(240).toString("hex")).toStartWith(
    "350108390205c03c086e657461746c617337050103060f36ff",
  );
  expect(inform.length).toBe(300);
});

test("the answer of a server is read", () => {
  const reply = readDhcpReply(answerInform(inform), identity);
  expect(reply?.messageType).toBe(5);
  expect(addressesIn(reply?.options.get(54) ?? Buffer.alloc(0))).toEqual(["192.0.2.1"]);
  expect(addressesIn(reply?.options.get(3) ?? Buffer.alloc(0))).toEqual(["192.0.2.1", "192.0.2.2"]);
});

test("an option in two parts is one", () => {
  const answer = answerInform(inform);
  const end = answer.lastIndexOf(255);
  const split = Buffer.concat([
    answer.subarray(0, end),
    Buffer.from([15, 2, ...Buffer.from(".i"), 0, 15, 2, ...Buffer.from("nt"), 255]),
  ]);
  expect(readDhcpReply(split, identity)?.options.get(15)?.toString()).toBe("example.test.int");
});

describe("no answer to us", () => {
  const changed = (at: number, value: number) => {
    const copy = answerInform(inform);
    copy[at] = value;
    return copy;
  };
  test.each([
    ["a request", changed(0, 1)],
    ["another transaction", changed(4, 0)],
    ["another client", changed(33, 9)],
    ["no cookie", changed(236, 0)],
    ["BOOTP without options", answerInform(inform).subarray(0, 240)],
    ["an option beyond the end", Buffer.concat([answerInform(inform).subarray(0, 240), Buffer.of(53, 9, 5)])],
    ["a code alone", Buffer.concat([answerInform(inform).subarray(0, 240), Buffer.of(53)])],
    ["nothing", Buffer.alloc(0)],
  ])("%s", (_, octets) => {
    expect(readDhcpReply(octets, identity)).toBeUndefined();
  });

  test("no octets break the reading", () => {
    const head = answerInform(inform).subarray(0, 240);
    assert(
      property(uint8Array({ maxLength: 80 }), (options) => {
        readDhcpReply(Buffer.concat([head, options]), identity);
        expect(readDhcpReply(Buffer.from(options), identity)).toBeUndefined();
      }),
    );
  });
});

test("the hardware address is that of the interface, or one of no interface", () => {
  const own = Object.values(networkInterfaces())
    .flat()
    .find((entry) => entry?.internal === false);
  if (own !== undefined)
    expect(hardwareAddressOf(own.address).toString("hex")).toBe(own.mac.replaceAll(":", ""));
  expect(hardwareAddressOf("203.0.113.1").toString("hex")).toBe("020000000000");
});
