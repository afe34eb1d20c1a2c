import { describe, expect, test } from "bun:test";
import {
  canonicalAddress,
  canonicalNetwork,
  isAddressOrNetwork,
  isInNetworks,
  limitKey,
  parseAddress,
  parseNetwork,
} from "#platform/ip";

describe("canonicalAddress", () => {
  test.each([
    ["192.0.2.1", "192.0.2.1"],
    [" 192.0.2.1\t", "192.0.2.1"],
    ["0.0.0.0", "0.0.0.0"],
    ["255.255.255.255", "255.255.255.255"],
    ["2001:DB8::1", "2001:db8::1"],
    ["2001:0db8:0000:0000:0000:0000:0000:0001", "2001:db8::1"],
    ["2001:db8:0:1:0:0:0:1", "2001:db8:0:1::1"],
    ["2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"],
    ["2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"],
    ["::", "::"],
    ["::1", "::1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["::ffff:c000:201", "192.0.2.1"],
  ])("%p is %s", (text, canonical) => {
    expect(canonicalAddress(text)).toBe(canonical);
  });

  test("the longest spelling of an address is one", () => {
    const text = "2001:0db8:0000:0000:0000:ffff:203.113.113.101";
    expect([text.length, canonicalAddress(text)]).toEqual([45, "2001:db8::ffff:cb71:7165"]);
  });

  test("megabytes of groups are refused without holding up the process", () => {
    expect(canonicalAddress(`${"0:".repeat(2_000_000)}!`)).toBeUndefined();
  });

  test.each([
    [""],
    [" "],
    ["192.0.2"],
    ["192.0.2.256"],
    ["192.0.2.1.1"],
    ["192.0.02.1"],
    ["0300.0.2.1"],
    ["0xC0.0.2.1"],
    ["3221225985"],
    ["0xc0000201"],
    ["192.0.2.1/32"],
    ["192.0.2.1:80"],
    ["192.0.2.-1"],
    ["192.0.2.1 192.0.2.2"],
    ["192,0,2,1"],
    ["1２7.0.0.1"],
    [":"],
    [":::"],
    ["1::2::3"],
    ["2001:db8::g"],
    ["2001:db8::12345"],
    ["1:2:3:4:5:6:7"],
    ["1:2:3:4:5:6:7:8:9"],
    ["fe80::1%eth0"],
    ["[::1]"],
    ["::ffff:192.0.2.256"],
    ["localhost"],
    ["2001:db8::/32"],
  ])("%p is no address", (text) => {
    expect(canonicalAddress(text)).toBeUndefined();
  });
});

describe("canonicalNetwork", () => {
  test.each([
    ["10.0.0.5/24", "10.0.0.0/24"],
    ["10.0.0.5", "10.0.0.5/32"],
    ["10.0.0.5/32", "10.0.0.5/32"],
    ["10.255.3.9/9", "10.128.0.0/9"],
    ["255.255.255.255/0", "0.0.0.0/0"],
    ["192.0.2.130/25", "192.0.2.128/25"],
    ["2001:DB8:0:7:ffff::1/64", "2001:db8:0:7::/64"],
    ["2001:db8::1", "2001:db8::1/128"],
    ["2001:db8:ffff:ffff::/33", "2001:db8:8000::/33"],
    ["::/0", "::/0"],
    ["::ffff:10.0.0.5/120", "10.0.0.0/24"],
    ["::ffff:10.0.0.5/96", "0.0.0.0/0"],
    [" 10.0.0.0/8 ", "10.0.0.0/8"],
  ])("%p is %s", (text, canonical) => {
    expect(canonicalNetwork(text)).toBe(canonical);
  });

  test.each([
    [""],
    ["/"],
    ["10.0.0.0/"],
    ["10.0.0.0/33"],
    ["10.0.0.0/-1"],
    ["10.0.0.0/8/8"],
    ["10.0.0.0/a"],
    ["10.0.0/24"],
    ["10.0.0.0/255.0.0.0"],
    ["2001:db8::/129"],
    ["2001:db8::/"],
    ["::ffff:10.0.0.5/95"],
    ["any"],
  ])("%p is no network", (text) => {
    expect(canonicalNetwork(text)).toBeUndefined();
    expect(isAddressOrNetwork(text)).toBe(false);
  });
});

describe("isInNetworks", () => {
  const isIn = (address: string, ...networks: string[]) => {
    const parsed = parseAddress(address);
    if (parsed === undefined) throw new Error(`${address} is no address`);
    return isInNetworks(
      parsed,
      networks.flatMap((text) => parseNetwork(text) ?? []),
    );
  };

  test("the ends of a network are in it, their neighbours are not", () => {
    expect(["10.0.0.0", "10.0.0.255"].map((address) => isIn(address, "10.0.0.77/24"))).toEqual([true, true]);
    expect(["9.255.255.255", "10.0.1.0"].map((address) => isIn(address, "10.0.0.0/24"))).toEqual([
      false,
      false,
    ]);
    expect(isIn("2001:db8:0:7:ffff:ffff:ffff:ffff", "2001:db8:0:7::/64")).toBe(true);
    expect(isIn("2001:db8:0:8::", "2001:db8:0:7::/64")).toBe(false);
  });

  test("families never match each other, but IPv4 written as IPv6 is IPv4", () => {
    expect(isIn("10.0.0.1", "::/0")).toBe(false);
    expect(isIn("::a00:1", "0.0.0.0/0")).toBe(false);
    expect(isIn("::ffff:10.0.0.1", "10.0.0.0/8")).toBe(true);
  });

  test("one of many is enough, none of none", () => {
    expect(isIn("10.0.0.1", "192.0.2.0/24", "10.0.0.1")).toBe(true);
    expect(isIn("10.0.0.1")).toBe(false);
  });
});

describe("limitKey", () => {
  test.each([
    ["203.0.113.5", "203.0.113.5"],
    ["::ffff:203.0.113.5", "203.0.113.5"],
    ["2001:db8:0:7::1", "2001:db8:0:7::/64"],
    ["2001:db8:0:7:ffff:ffff:ffff:ffff", "2001:db8:0:7::/64"],
    ["::1", "::/64"],
    ["", ""],
    ["unix", "unix"],
  ])("%p counts as %p", (address, key) => {
    expect(limitKey(address)).toBe(key);
  });
});
