import { expect, test } from "bun:test";
import { compare } from "../../../src/features/discovery/inventory/compare";
import { Matcher, type KnownDevice } from "../../../src/features/discovery/inventory/match";
import { notice } from "../../../src/features/discovery/observations/rules";
import { toKept } from "../../../src/features/discovery/scans/finds";
import type { KeptFind } from "../../../src/features/discovery/tables";
import { find } from "./given";

const ENGINE = "80:00:1f:88:80:5e:2a:11:c3";
const MAC = "00:00:5E:00:53:01";

function device(id: number, fields: Partial<KnownDevice> = {}): KnownDevice {
  const { ipAddress = null, macAddress = null } = fields;
  return {
    id,
    ipAddress,
    addresses: ipAddress === null ? [] : [ipAddress],
    macAddress,
    macAddresses: macAddress === null ? [] : [macAddress],
    hostname: null,
    name: `sw${id}`,
    vendor: null,
    isVendorDerived: false,
    os: null,
    topologyGroupId: null,
    siteId: null,
    ...fields,
  };
}

type Host = { address: string; macAddress?: string } & Pick<KeptFind, "engineId" | "serialNumber">;

/** Hosts held against devices that have keys. */
function compared(hosts: readonly Host[], devices: readonly KnownDevice[], held: Record<string, number[]>) {
  const holders = new Map(
    Object.entries(held).map(([key, ids]) => [key, devices.filter(({ id }) => ids.includes(id))]),
  );
  const finds = hosts.map(({ address, macAddress = null, ...said }) => {
    const { find: kept } = toKept(find(address, { macAddress }));
    return { address, find: { ...kept, ...said } };
  });
  return compare(finds, new Matcher(devices, holders), new Map());
}

const known = [
  device(1, { ipAddress: "10.0.0.1", macAddress: MAC.toLowerCase() }),
  device(2, { ipAddress: "10.0.0.2" }),
  device(3, { ipAddress: "10.0.0.3" }),
];

test("a serial number comes before an engine id, both before an address and behind a MAC address; each says so in words", () => {
  const held = { "serial_number fox123": [2], [`engine_id ${ENGINE}`]: [3] };
  const both = { address: "10.0.0.1", engineId: ENGINE, serialNumber: "FOX123" };
  const [byMac, bySerial, byEngine] = [
    compared([{ ...both, macAddress: MAC }], known, held)[0],
    compared([both], known, held)[0],
    compared([{ address: "10.0.0.1", engineId: ENGINE }], known, held)[0],
  ];
  expect(byMac?.match).toMatchObject({ device: { id: 1 }, reason: "mac_address_and_address" });
  expect(bySerial).toMatchObject({
    match: { device: { id: 2 }, reason: "serial_number", text: "serial number fox123 is that of sw2" },
    // It is known elsewhere, so it has moved, and the other has its address in the inventory.
    proposed: { ip_address: "10.0.0.1" },
    conflict: { with: "device", deviceId: 1 },
  });
  expect(byEngine?.match).toMatchObject({
    device: { id: 3 },
    reason: "engine_id",
    text: `engine id ${ENGINE} is that of sw3`,
  });
});

test("a key of several devices tells none, which is said, and that two may be one machine", () => {
  const held = { [`engine_id ${ENGINE}`]: [2, 3] };
  const [one] = compared([{ address: "10.0.0.2", engineId: ENGINE }], known, held);
  const text = `engine id ${ENGINE} is that of sw2 and sw3, so that it tells none: they are one machine, or it was cloned`;
  expect(one).toMatchObject({
    match: { device: { id: 2 }, reason: "address" },
    conflict: { with: "same_machine", deviceId: 3, text },
    ignored: [text],
  });
  const [stranger] = compared([{ address: "10.0.0.9", engineId: ENGINE }], known, held);
  expect(stranger?.match).toBeUndefined();
  expect(stranger).toMatchObject({ ignored: [text], conflict: undefined });
});

test("a schedule says that two may be one machine, with both, until that is over", () => {
  const scan = { id: 1, now: new Date(), isWhole: true, isInTarget: () => true };
  const memory = { presences: [], settledMacs: new Set<string>(), settledAddresses: new Map() };
  const said = (held: Record<string, number[]>) =>
    notice(scan, compared([{ address: "10.0.0.2", engineId: ENGINE }], known, held), memory);
  expect(said({ [`engine_id ${ENGINE}`]: [2, 3] }).wanted).toMatchObject([
    {
      type: "conflict",
      key: "ip:10.0.0.2",
      deviceId: 2,
      summary: "sw2 may be the same machine as another device",
      details: { conflict_with: "same_machine", other_device_id: 3 },
    },
  ]);
  const over = said({ [`engine_id ${ENGINE}`]: [2] });
  expect(over.wanted).toEqual([]);
  expect(over.cleared).toContainEqual({ type: "conflict", key: "ip:10.0.0.2", why: "no_conflict" });
});

test("a device that is told by better keys than one of another is perhaps that other, too", () => {
  const held = { [`engine_id ${ENGINE}`]: [3] };
  const [one] = compared([{ address: "10.0.0.1", macAddress: MAC, engineId: ENGINE }], known, held);
  expect(one).toMatchObject({
    match: { device: { id: 1 } },
    conflict: { with: "same_machine", deviceId: 3 },
  });
});

test("an engine id that chassis of several serial numbers say, or too many hosts without any, was cloned", () => {
  const held = { [`engine_id ${ENGINE}`]: [3] };
  const hosts = ["A1111", "B2222"].map((serialNumber, index) => ({
    address: `10.0.1.${index}`,
    engineId: ENGINE,
    serialNumber,
  }));
  const said = `engine id ${ENGINE} is said by several hosts of the scan: it was cloned, and tells none`;
  for (const one of compared(hosts, known, held)) {
    expect(one.match).toBeUndefined();
    expect(one.ignored).toEqual([said]);
  }
  const many = Array.from({ length: 9 }, (_, index) => ({ address: `10.0.1.${index}`, engineId: ENGINE }));
  expect(compared(many, known, held).every(({ match }) => match === undefined)).toBe(true);
  // One chassis may have many addresses.
  const router = many.map((host) => ({ ...host, serialNumber: "FOX123" }));
  const matched = compared(router, known, { "serial_number fox123": [2] });
  expect(matched.every(({ match }) => match?.device.id === 2)).toBe(true);
});
