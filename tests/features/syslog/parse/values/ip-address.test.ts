import { describe, expect, test } from "bun:test";
import ipaddr from "ipaddr.js";
import { canonicalAddress } from "../../../../../src/features/syslog/parse/values/ip-address";

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["0.0.0.0", "0.0.0.0"],
  ["255.255.255.255", "255.255.255.255"],
  ["2001:0DB8:0000:0000:0000:0000:0000:0001", "2001:db8::1"],
  ["2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"],
  ["2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"],
  ["0:0:0:0:0:0:0:0", "::"],
  ["::1", "::1"],
  ["1::", "1::"],
  ["fe80::1%eth0", "fe80::1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["::FFFF:c000:0201", "192.0.2.1"],
  ["64:ff9b::192.0.2.33", "64:ff9b::c000:221"],
])("%s is %s", (text, canonical) => {
  expect(canonicalAddress(text)).toBe(canonical);
});

describe("what is no address is null", () => {
  test.each([
    [""],
    ["-"],
    ["1"],
    ["1.2.3"],
    ["1.2.3.4.5"],
    ["1.2.3."],
    [".1.2.3"],
    ["1..2.3"],
    ["256.1.1.1"],
    ["010.1.1.1"],
    ["1.2.3.4 "],
    ["1.2.3.4/24"],
    ["1.2.3.4:80"],
    [":"],
    [":::"],
    ["1:::2"],
    ["1::2::3"],
    ["1:2:3:4:5:6:7"],
    ["1:2:3:4:5:6:7:8:9"],
    ["1:2:3:4:5:6:7:8::"],
    ["12345::"],
    ["g::1"],
    ["1:2:3:4:5:6:7:"],
    [":1:2:3:4:5:6:7"],
    ["::1.2.3"],
    ["::1.2.3.4:5"],
    ["1.2.3.4::"],
    ["host.example.org"],
    ["1".repeat(5000)],
  ])("%j", (text) => {
    expect(canonicalAddress(text)).toBeNull();
  });
});

test("IPv6 agrees with ipaddr.js on random groups", () => {
  let seed = 7;
  const random = (bound: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return (seed >>> 8) % bound;
  };
  for (let round = 0; round < 2000; round++) {
    const groups = Array.from({ length: 8 }, () => (random(2) === 0 ? 0 : random(65_536)));
    const address = new ipaddr.IPv6(groups);
    const expected = address.isIPv4MappedAddress()
      ? address.toIPv4Address().toString()
      : address.toRFC5952String();
    expect(canonicalAddress(address.toNormalizedString().toUpperCase())).toBe(expected);
    expect(canonicalAddress(expected)).toBe(expected);
  }
});
