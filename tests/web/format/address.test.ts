import { describe, expect, test } from "bun:test";
import { array, assert, constantFrom, property } from "fast-check";
import { canonicalMacAddress } from "#platform/mac-address";
import { addressSortKey, recognise } from "../../../src/web/format/address";

describe("what people paste is recognised", () => {
  test.each([
    ["10.0.0.1", "address", "10.0.0.1"],
    [" 2001:DB8:0:0::1 ", "address", "2001:db8::1"],
    ["[2001:db8::1]", "address", "2001:db8::1"],
    ["::ffff:192.0.2.1", "address", "192.0.2.1"],
    ["10.0.0.0/08", "network", "10.0.0.0/8"],
    ["2001:db8::/32", "network", "2001:db8::/32"],
    ["00-1B-44-11-3A-B7", "mac", "00:1b:44:11:3a:b7"],
    ["001b.4411.3ab7", "mac", "00:1b:44:11:3a:b7"],
    ["001B44113AB7", "mac", "00:1b:44:11:3a:b7"],
    ["0:1b:44:11:3a:b7", "mac", "00:1b:44:11:3a:b7"],
    ["00 1B 44 11 3A B7", "mac", "00:1b:44:11:3a:b7"],
    ["001b-4411-3ab7", "mac", "00:1b:44:11:3a:b7"],
    ["001b44-113ab7", "mac", "00:1b:44:11:3a:b7"],
  ] as const)("%s", (given, kind, text) => {
    expect(recognise(given)).toEqual({ kind, text });
  });

  test.each([
    "",
    "10.0.0",
    "10.0.0.256",
    "10.0.0.0/33",
    "fe80::1%eth0",
    "10.0.0.0/8/8",
    "00:1b-44:11:3a:b7",
    "12345",
  ])("%p is nothing of the kind", (given) => {
    expect(recognise(given)).toBeUndefined();
  });
});

test("what the service takes as a MAC address is one to the page, and nothing else is", () => {
  const partOf = (length: number) => {
    const usual = "0a1B2c".slice(0, length);
    return constantFrom(usual, usual, usual, usual, usual, "0", "g");
  };
  const macLike = constantFrom([1, 6], [2, 6], [4, 3], [6, 2]).chain(([length = 0, count = 0]) =>
    array(partOf(length), { minLength: count - 1, maxLength: count + 1 }),
  );
  assert(
    property(macLike, constantFrom("", ":", "-", ".", " ", "::"), (parts, separator) => {
      const text = parts.join(separator);
      const found = recognise(text);
      expect(found?.kind === "mac" ? found.text : undefined).toBe(canonicalMacAddress(text));
    }),
    { numRuns: 2000 },
  );
});

test("addresses sort as numbers, IPv4 before IPv6", () => {
  const sorted = ["2001:db8::1", "10.0.0.10", "10.0.0.9", "::1", "255.255.255.255"].toSorted(
    (one, other) => Number((addressSortKey(one) ?? 0n) - (addressSortKey(other) ?? 0n) > 0n) * 2 - 1,
  );
  expect(sorted).toEqual(["10.0.0.9", "10.0.0.10", "255.255.255.255", "::1", "2001:db8::1"]);
  expect(addressSortKey("not an address")).toBeUndefined();
});
