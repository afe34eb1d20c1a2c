import { describe, expect, test } from "bun:test";
import { parseAddress } from "#platform/ip";
import { kindOfTarget, type TargetKind } from "#platform/target-address";

const ADDRESSES: Record<TargetKind, string[]> = {
  public: ["8.8.8.8", "172.32.0.1", "192.169.0.1", "2606:4700::1111", "64:ff9b::1.1.1.1"],
  private: ["10.1.2.3", "172.16.0.1", "192.168.255.255", "127.8.8.8", "::1", "fc00::1", "fdff::1"],
  "link-local": ["169.254.1.1", "fe80::1", "febf::1"],
  metadata: ["169.254.169.254", "169.254.170.2", "fd00:ec2::254", "100.100.100.200", "168.63.129.16"],
  reserved: ["100.64.0.1", "192.0.0.1", "192.0.2.1", "198.18.0.1", "240.0.0.1", "2001:db8::1", "4000::1"],
  unusable: ["0.0.0.0", "0.1.2.3", "224.0.0.1", "255.255.255.255", "::", "ff02::1", "100::1", "fec0::1"],
};

const cases = Object.entries(ADDRESSES).flatMap(([kind, addresses]) =>
  addresses.map((address) => [address, kind] as const),
);

const kindOf = (text: string): string => {
  const address = parseAddress(text);
  if (address === undefined) throw new Error(`${text} is no address`);
  return kindOfTarget(address);
};

test.each(cases)("%s is %s", (address, kind) => {
  expect(kindOf(address)).toBe(kind);
});

describe("an IPv6 address with an IPv4 address in it", () => {
  test.each([
    ["::ffff:127.0.0.1", "private"],
    ["::ffff:169.254.169.254", "metadata"],
    ["64:ff9b::10.0.0.1", "private"],
    ["64:ff9b::169.254.169.254", "metadata"],
    ["64:ff9b::100.64.0.1", "reserved"],
  ])("is what that is: %s is %s", (address, kind) => {
    expect(kindOf(address)).toBe(kind);
  });

  test.each([
    ["IPv4-compatible", "::7f00:1"],
    ["IPv4-compatible, public", "::808:808"],
    ["IPv4-translated", "::ffff:0:127.0.0.1"],
    ["NAT64 of local use", "64:ff9b:1::7f00:1"],
    ["NAT64 of local use, in the middle", "64:ff9b:1:7f00:0:100::"],
    ["6to4", "2002:7f00:1::"],
    ["6to4, public", "2002:808:808::1"],
    ["Teredo", "2001:0:7f00:1::1"],
  ])("is not usable where that is not the host itself: %s", (_, address) => {
    expect(kindOf(address)).toBe("unusable");
  });
});
