import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import {
  contains,
  formatNetwork,
  gapsOf,
  lastOf,
  networkAt,
  parseNetwork,
  partsOf,
  sizeOf,
  widestOf,
  type Network,
} from "../../../../src/web/pages/ipam/network";

function given(text: string): Network {
  const network = parseNetwork(text);
  if (network === undefined) throw new Error(`no network: ${text}`);
  return network;
}

const blocksOf = (whole: string, ...taken: string[]) =>
  gapsOf(given(whole), taken.map(given)).map(({ blocks }) => blocks.map(formatNetwork));

describe("networks", () => {
  test.each([
    ["10.20.30.40/24", "10.20.30.0/24"],
    ["192.0.2.7", "192.0.2.7/32"],
    ["2001:DB8:0:0::1/64", "2001:db8::/64"],
    ["0.0.0.0/0", "0.0.0.0/0"],
    ["::/0", "::/0"],
  ])("%s is %s", (text, printed) => {
    expect(formatNetwork(given(text))).toBe(printed);
  });

  test.each(["", "printer", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/8/8", "2001:db8::/129", "10.0.0.0/x"])(
    "%p is none",
    (text) => {
      expect(parseNetwork(text)).toBeUndefined();
    },
  );

  test("a part starts where the one before ends", () => {
    expect(partsOf(given("10.0.0.0/16"), 24, 3).map(formatNetwork)).toEqual([
      "10.0.0.0/24",
      "10.0.1.0/24",
      "10.0.2.0/24",
    ]);
    expect(partsOf(given("10.0.0.0/16"), 24, 256)).toHaveLength(256);
  });
});

describe("free space", () => {
  test("before, between and behind what is taken", () => {
    expect(blocksOf("192.0.2.0/24", "192.0.2.64/26", "192.0.2.192/27")).toEqual([
      ["192.0.2.0/26"],
      ["192.0.2.128/26"],
      ["192.0.2.224/27"],
    ]);
  });

  test("as few blocks as a stretch can be", () => {
    expect(blocksOf("10.0.0.0/29", "10.0.0.0/32")).toEqual([["10.0.0.1/32", "10.0.0.2/31", "10.0.0.4/30"]]);
  });

  test("none in what is taken whole, all in what is not taken at all", () => {
    expect(blocksOf("2001:db8::/64", "2001:db8::/64")).toEqual([]);
    expect(blocksOf("2001:db8::/64")).toEqual([["2001:db8::/64"]]);
  });

  test("subnets that nest count once", () => {
    expect(blocksOf("10.0.0.0/24", "10.0.0.0/25", "10.0.0.0/26")).toEqual([["10.0.0.128/25"]]);
  });

  test("with what is taken it is the whole, and nothing overlaps", () => {
    const whole = given("10.0.0.0/24");
    const parts = fc.array(fc.tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 24, max: 32 })), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(parts, (chosen) => {
        const taken = chosen
          .map(([host, length]) => networkAt({ bits: 32, value: whole.first + BigInt(host) }, length))
          .sort((one, other) => Number(one.first - other.first) || one.length - other.length);
        const free = gapsOf(whole, taken).flatMap(({ blocks }) => blocks);
        const isIn = (value: bigint) => (block: Network) => block.first <= value && value <= lastOf(block);
        for (let value = whole.first; value <= lastOf(whole); value += 1n) {
          expect(free.filter(isIn(value)).length).toBe(taken.some(isIn(value)) ? 0 : 1);
        }
        expect(free.every((block) => contains(whole, block))).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  test("the widest block of a stretch comes first in its name", () => {
    const [gap] = gapsOf(given("10.0.0.0/24"), [given("10.0.0.0/26")]);
    expect(formatNetwork(widestOf(gap?.blocks ?? []) ?? given("::"))).toBe("10.0.0.128/25");
    expect(sizeOf(given("2001:db8::/64"))).toBe(2n ** 64n);
  });
});
