import { describe, expect, test } from "bun:test";
import { ApiError } from "#platform/errors";
import { SubnetCalculatorRequest } from "../../../src/features/tools/passive/models";
import { calculateSubnet } from "../../../src/features/tools/passive/subnet";

const NOW = new Date("2026-11-24T06:00:00Z");
const calculate = (body: object) => calculateSubnet(SubnetCalculatorRequest.parse(body), NOW);

describe("a network", () => {
  test.each([
    [
      "192.0.2.77/26",
      "192.0.2.64/26",
      "255.255.255.192",
      "0.0.0.63",
      "192.0.2.127",
      "192.0.2.65",
      "192.0.2.126",
      "64",
      "62",
    ],
    [
      "0.0.0.0/0",
      "0.0.0.0/0",
      "0.0.0.0",
      "255.255.255.255",
      "255.255.255.255",
      "0.0.0.1",
      "255.255.255.254",
      "4294967296",
      "4294967294",
    ],
    ["10.0.0.0/31", "10.0.0.0/31", "255.255.255.254", "0.0.0.1", "10.0.0.1", null, null, "2", "2"],
    ["10.0.0.9", "10.0.0.9/32", "255.255.255.255", "0.0.0.0", "10.0.0.9", null, null, "1", "1"],
    [
      "2001:db8::5/126",
      "2001:db8::4/126",
      "ffff:ffff:ffff:ffff:ffff:ffff:ffff:fffc",
      "::3",
      null,
      "2001:db8::4",
      "2001:db8::7",
      "4",
      "4",
    ],
    [
      "::/0",
      "::/0",
      "::",
      "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
      null,
      "::",
      "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
      "340282366920938463463374607431768211456",
      "340282366920938463463374607431768211456",
    ],
    [
      "2001:db8::/127",
      "2001:db8::/127",
      "ffff:ffff:ffff:ffff:ffff:ffff:ffff:fffe",
      "::1",
      null,
      null,
      null,
      "2",
      "2",
    ],
  ])("%s", (asked, cidr, netmask, wildcard, broadcast, first, last, total, usable) => {
    expect(calculate({ cidr: asked })).toMatchObject({
      cidr,
      network: cidr.split("/")[0] ?? "",
      netmask,
      wildcard,
      broadcast,
      first_host: first,
      last_host: last,
      total_addresses_text: total,
      usable_hosts_text: usable,
      supernet: null,
      subnets: [],
      subnets_total_text: "0",
      contains: [],
      calculated_at: "2026-11-24T06:00:00.000Z",
    });
  });

  test("numbers beyond 2^53 are whole numbers of JSON, digit for digit", () => {
    expect(JSON.stringify(calculate({ cidr: "2001:db8::/32" }))).toContain(
      '"total_addresses":79228162514264337593543950336,',
    );
  });

  test("is divided, the first 1,024 parts are shown and all are counted", () => {
    const { subnets } = calculate({ cidr: "192.0.2.0/24", split_prefix_length: 26 });
    expect(
      subnets.map(({ cidr, first_host, last_host, broadcast }) => [cidr, first_host, last_host, broadcast]),
    ).toEqual([
      ["192.0.2.0/26", "192.0.2.1", "192.0.2.62", "192.0.2.63"],
      ["192.0.2.64/26", "192.0.2.65", "192.0.2.126", "192.0.2.127"],
      ["192.0.2.128/26", "192.0.2.129", "192.0.2.190", "192.0.2.191"],
      ["192.0.2.192/26", "192.0.2.193", "192.0.2.254", "192.0.2.255"],
    ]);
    const huge = calculate({ cidr: "::/0", split_prefix_length: 128 });
    expect(huge.subnets).toHaveLength(1024);
    expect(huge.subnets.at(-1)?.cidr).toBe("::3ff/128");
    expect(huge.subnets_total_text).toBe("340282366920938463463374607431768211456");
  });

  test("lies in a larger one", () => {
    expect(calculate({ cidr: "192.0.2.77/26", supernet_prefix_length: 20 }).supernet).toBe("192.0.0.0/20");
    expect(calculate({ cidr: "2001:db8:1::/48", supernet_prefix_length: 32 }).supernet).toBe("2001:db8::/32");
  });

  test("contains addresses and networks of its family that lie in it whole", () => {
    const contains = [
      "192.0.2.0",
      "192.0.2.255",
      "192.0.3.0",
      "192.0.2.128/25",
      "192.0.0.0/16",
      "2001:db8::1",
    ];
    expect(calculate({ cidr: "192.0.2.0/24", contains }).contains.map((one) => one.is_contained)).toEqual([
      true,
      true,
      false,
      true,
      false,
      false,
    ]);
  });

  test.each([
    [{ split_prefix_length: 23 }, "split_prefix_length must be from 24 to 32 for 192.0.2.0/24"],
    [{ split_prefix_length: 33 }, "split_prefix_length must be from 24 to 32 for 192.0.2.0/24"],
    [{ supernet_prefix_length: 25 }, "supernet_prefix_length must be at most 24 for 192.0.2.0/24"],
  ])("%j is refused", (given, text) => {
    expect(() => calculate({ cidr: "192.0.2.0/24", ...given })).toThrow(new ApiError(400, text));
  });

  test.each(["", "10.0.0.0/33", "10.0.0/8", "::/129", "10.0.0.0/8/8", "x", "10.0.0.0/-1"])(
    "%j is none",
    (cidr) => expect(() => calculate({ cidr })).toThrow(),
  );
});
