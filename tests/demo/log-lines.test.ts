import { expect, test } from "bun:test";
import { PROXY_FORMAT, writeLine } from "../../src/demo/log-lines";
import { DEVICES, LEASES, LINKS, RESERVATIONS, SITES, SUBNETS, positionOf } from "../../src/demo/plan";
import { read } from "../features/syslog/parse/own-formats/given";

/** The same numbers in every run. */
function createRandom(): (below: number) => number {
  let state = 1;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test("every line is recognised, and comes from a device of the demo or goes to one", () => {
  const random = createRandom();
  const addresses = new Set(DEVICES.map(({ ip_address: address }) => address));
  const vendors = new Set<string | null>();
  for (let index = 0; index < 2000; index++) {
    const { line } = writeLine(random, new Date(Date.UTC(2026, 10, 21, 10, 49, 30)));
    const parsed = read([PROXY_FORMAT], line);
    expect({ line, parser: parsed.parser }).not.toEqual({ line, parser: "generic" });
    vendors.add(parsed.vendor);
    const ends = [parsed.srcIp, parsed.dstIp].filter((address) => addresses.has(address ?? ""));
    if (parsed.verdict !== null) expect([line, ends.length > 0]).toEqual([line, true]);
  }
  expect([...vendors]).toEqual(
    expect.arrayContaining(["pfsense", "cisco", "fortinet", "juniper", "mikrotik", "Kestrel"]),
  );
});

test("the network has 300 devices at 6 sites, 60 subnets, and no address twice", () => {
  expect(SITES).toHaveLength(6);
  expect(DEVICES).toHaveLength(300);
  expect(SUBNETS).toHaveLength(60);
  for (const key of ["hostname", "ip_address", "mac_address"] as const)
    expect(new Set(DEVICES.map((device) => device[key])).size).toBe(300);
  expect(new Set(RESERVATIONS.map(({ ip_address: address }) => address)).size).toBe(RESERVATIONS.length);
  expect(new Set(LEASES.map(({ ip }) => ip)).size).toBe(LEASES.length);
});

test("links join devices that exist, and no two devices lie on one spot", () => {
  const names = new Set(DEVICES.map(({ hostname }) => hostname));
  for (const { from, to } of LINKS)
    expect([names.has(from), names.has(to), from === to]).toEqual([true, true, false]);
  expect(new Set(DEVICES.map((device) => JSON.stringify(positionOf(device)))).size).toBe(300);
});
