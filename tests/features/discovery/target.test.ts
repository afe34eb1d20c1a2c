import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { kindOfTarget, kindsOfRange } from "#platform/target-address";
import { parseAddress } from "#platform/ip";
import { estimatedSeconds, timeoutSeconds, timeoutText } from "../../../src/features/discovery/scans/limits";
import { afterQuietHours } from "../../../src/features/discovery/schedules/quiet-hours";
import { scannableTarget } from "../../../src/features/discovery/target/policy";
import {
  addressesOf,
  hasAddress,
  networkOf,
  parseTarget,
  splitTarget,
  type Target,
} from "../../../src/features/discovery/target/target";
import { refusalTextOf } from "./given";

function target(text: string): Target {
  const { target: parsed, refusal } = parseTarget(text);
  if (parsed === undefined) throw new Error(`${text}: ${refusal}`);
  return parsed;
}

const octet = fc.integer({ min: 0, max: 255 });
const ipv4 = fc.tuple(fc.constant(10), octet, octet, octet).map((octets) => octets.join("."));
const cidr = fc.tuple(ipv4, fc.integer({ min: 24, max: 32 })).map(([address, bits]) => `${address}/${bits}`);
const range = fc
  .tuple(ipv4, fc.integer({ min: 0, max: 300 }))
  .map(([first, more]) => `${first}-${plus(first, more)}`);
const part = fc.oneof(ipv4, cidr, range, fc.constant("fd00::10/124"), fc.constant("fd00::1-fd00::20"));
const list = fc.array(part, { minLength: 1, maxLength: 6 });
const seeded = { seed: 20_261_124, numRuns: 200 };

function plus(address: string, more: number): string {
  const number = Math.min(
    0x0a_ff_ff_ff,
    address.split(".").reduce((sum, text) => sum * 256 + Number(text), 0) + more,
  );
  return [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join(".");
}

describe("a target", () => {
  test("is written in one canonical way, which is read as the same target", () => {
    fc.assert(
      fc.property(list, (parts) => {
        const first = target(parts.join(", "));
        expect(target(first.text)).toEqual(first);
      }),
      seeded,
    );
  });

  test("has each of its addresses once, in order, and no other", () => {
    fc.assert(
      fc.property(list, (parts) => {
        const whole = target(parts.join(","));
        const addresses = [...addressesOf(whole)];
        expect(BigInt(addresses.length)).toBe(whole.count);
        expect(new Set(addresses).size).toBe(addresses.length);
        const apart = new Set(parts.flatMap((text) => [...addressesOf(target(text))]));
        expect(new Set(addresses)).toEqual(apart);
        expect(addresses.every((address) => hasAddress(whole, address))).toBe(true);
      }),
      seeded,
    );
  });

  test("of any size is counted without being gone through", () => {
    expect(target("10.0.0.0/8").count).toBe(2n ** 24n);
    expect(target("fd00::/8").count).toBe(2n ** 120n);
    expect(addressesOf(target("fd00::/8")).next().value).toBe("fd00::");
  });

  test.each([
    ["192.168.1.77/24", "192.168.1.0/24", 256n],
    ["10.0.0.5-10.0.0.9", "10.0.0.5-10.0.0.9", 5n],
    ["10.0.0.5-10.0.0.5", "10.0.0.5", 1n],
    [" 10.0.0.5 , 10.0.0.5/32,::1", "10.0.0.5, ::1", 2n],
    ["FD00:0::1", "fd00::1", 1n],
    ["10.0.0.0/30,10.0.0.2-10.0.0.7", "10.0.0.0/30, 10.0.0.2-10.0.0.7", 8n],
  ])("%s is %s", (text, canonical, count) => {
    expect(target(text)).toMatchObject({ text: canonical, count });
  });

  test.each([
    ["", "Scan target is required"],
    ["   ", "Scan target is required"],
    ["router.example", "Use a private single IP, IP range, or CIDR target"],
    ["10.0.0.1-", "Use a private single IP, IP range, or CIDR target"],
    ["10.0.0.1-10.0.0.2-10.0.0.3", "Use a private single IP, IP range, or CIDR target"],
    ["10.0.0.0/33", "Use a private single IP, IP range, or CIDR target"],
    ["10.0.0.1,,10.0.0.2", "Use a private single IP, IP range, or CIDR target"],
    ["-oX /tmp/x", "Use a private single IP, IP range, or CIDR target"],
    ["10.0.0.1;id", "Use a private single IP, IP range, or CIDR target"],
    ["$(id)", "Use a private single IP, IP range, or CIDR target"],
    ["0x0a000001", "Use a private single IP, IP range, or CIDR target"],
    ["10.0.0.1-fd00::1", "IP range must use one address family"],
    ["10.0.0.9-10.0.0.5", "IP range end must be greater than start"],
  ])("%p is refused: %s", (text, refusal) => {
    expect(parseTarget(text)).toEqual({ refusal });
  });

  test("is one network or it has none to give", () => {
    expect(networkOf(target("10.0.0.0/24"))).toBe("10.0.0.0/24");
    expect(networkOf(target("10.0.0.0/24,10.0.1.0/24"))).toBeUndefined();
    expect(networkOf(target("10.0.0.1-10.0.0.9"))).toBeUndefined();
  });
});

describe("what of a target is gone through", () => {
  test.each([
    ["fd00::/64", 0n, 1],
    ["fd00::/64, 10.0.0.0/24", 256n, 1],
    ["fd00::/118", 1024n, 0],
    ["fd00::/117", 0n, 1],
    ["10.0.0.0/8", 2n ** 24n, 0],
  ])("is of %s %p addresses, beside %p networks of which only some are known", (text, count, networks) => {
    const { swept, known } = splitTarget(target(text), 1024);
    expect({ count: swept.count, networks: known.length }).toEqual({ count, networks });
  });
});

const limits = { mostHosts: 1024, mostUnconfirmed: 256 };
const judge = (text: string, isConfirmed = false, mayBePublic = false) =>
  refusalTextOf(() =>
    scannableTarget(
      { target: text, exclude: [], confirm_large_scan: isConfirmed },
      { rule: { mayBePublic }, limits },
    ),
  );

const PUBLIC = "Public IP scanning is blocked by default";
const NEVER = "Link-local, metadata and multicast addresses cannot be targets";

describe("a scan", () => {
  test.each([
    ["8.8.8.8", PUBLIC],
    ["0.0.0.0/0", PUBLIC],
    ["10.0.0.0/7", PUBLIC],
    ["192.168.255.255-192.169.0.1", PUBLIC],
    ["10.0.0.1, 8.8.8.8", PUBLIC],
    ["2001:db8::1", PUBLIC],
    ["169.254.169.254", NEVER],
    ["169.254.0.0/24", NEVER],
    ["fe80::1", NEVER],
    ["fd00:ec2::254", NEVER],
    ["fd00:ec1:ffff::-fd00:ec2::ffff", NEVER],
    ["224.0.0.1", NEVER],
    ["10.0.0.0/21", "Scan target is too large; maximum is 1024 addresses"],
    ["fd00::/64, 10.0.0.0/21", "Scan target is too large; maximum is 1024 addresses"],
    ["fd00::/64", undefined],
    ["fd00::/64, 10.0.0.0/24", undefined],
    ["10.0.0.0/23", "Large scan requires explicit confirmation"],
    ["10.0.0.0/24", undefined],
    ["fd00::/120", undefined],
    ["127.0.0.1", undefined],
    ["::1", undefined],
    ["::ffff:10.0.0.1", undefined],
  ])("of %s: %p", (text, refusal) => {
    expect(judge(text)).toBe(refusal);
  });

  test("of many addresses needs a word, and of public ones the setting", () => {
    expect(judge("10.0.0.0/22", true)).toBeUndefined();
    expect(judge("8.8.8.8", false, true)).toBeUndefined();
    expect(judge("169.254.169.254", false, true)).toBe(NEVER);
    expect(judge("0.0.0.0/0", true, true)).toBe(NEVER);
  });

  test("a range leads to all that its addresses lead to", () => {
    const near = ["10.255.255.250", "100.63.255.250", "126.255.255.250", "169.253.255.250", "172.31.255.250"];
    for (const start of [...near, "192.167.255.250", "223.255.255.250", "100.100.100.195", "168.63.129.10"]) {
      const count = 16;
      const base = start.split(".").reduce((sum, text) => sum * 256 + Number(text), 0);
      const addresses = Array.from({ length: count }, (_, more) => {
        const number = base + more;
        return parseAddress([24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join("."));
      }).filter((address) => address !== undefined);
      const [first, last] = [addresses[0], addresses.at(-1)];
      if (first === undefined || last === undefined) throw new Error("no addresses");
      expect(kindsOfRange(first, last)).toEqual(new Set(addresses.map(kindOfTarget)));
    }
  });

  test.each([
    ["ping", 1, 60, 70],
    ["ping", 1, 5, 25],
    ["ping", 256, 60, 190],
    ["ping", 2, 60, 70],
    ["ping", 4096, 60, 900],
    ["basic_ports", 256, 60, 445],
    ["basic_ports", 1024, 60, 1645],
    ["basic_ports", 4096, 60, 1800],
  ] as const)(
    "%s of %d addresses with a base of %d s ends after %d s",
    (scanType, hostCount, base, seconds) => {
      expect(timeoutSeconds({ scanType, hostCount }, base)).toBe(seconds);
    },
  );

  test("says in words that clients know that its time was over", () => {
    expect(timeoutText(190, 256)).toBe(
      "Discovery scan timed out after 190 seconds for 256 hosts. Reduce the target size or increase DISCOVERY_SCAN_TIMEOUT_SECONDS.",
    );
    expect(estimatedSeconds({ scanType: "ping", hostCount: 1024 })).toBeLessThanOrEqual(20);
  });
});

describe("quiet hours", () => {
  const night = { begins: "22:00", ends: "06:00", timeZone: "Europe/Berlin" };

  test.each([
    ["2026-11-24T20:59:00Z", "2026-11-24T20:59:00.000Z"],
    ["2026-11-24T21:00:30Z", "2026-11-25T05:00:00.000Z"],
    ["2026-11-25T04:59:59Z", "2026-11-25T05:00:00.000Z"],
    ["2026-11-25T05:00:00Z", "2026-11-25T05:00:00.000Z"],
    // The night in which clocks go forward, and the one in which they go back.
    ["2026-03-28T22:00:00Z", "2026-03-29T04:00:00.000Z"],
    ["2026-10-24T21:00:00Z", "2026-10-25T05:00:00.000Z"],
  ])("%s waits until %s", (instant, until) => {
    expect(afterQuietHours(new Date(instant), night).toISOString()).toBe(until);
  });

  test("none keep nothing waiting", () => {
    const now = new Date("2026-11-24T23:00:00Z");
    expect(afterQuietHours(now, null)).toBe(now);
  });
});
