import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { compare, type Compared } from "../../../src/features/discovery/inventory/compare";
import { Matcher, type KnownDevice } from "../../../src/features/discovery/inventory/match";
import {
  notice,
  type Memory,
  type Noticed,
  type Presence,
  type Wanted,
} from "../../../src/features/discovery/observations/rules";
import { toKept } from "../../../src/features/discovery/scans/finds";
import type { SweepFind } from "../../../src/features/discovery/sweep/models";
import { find } from "./given";

const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 10, 24);

function device(id: number, fields: Partial<KnownDevice> = {}): KnownDevice {
  const { ipAddress = null, macAddress = null } = fields;
  return {
    id,
    ipAddress,
    addresses: ipAddress === null ? [] : [ipAddress],
    macAddress,
    macAddresses: macAddress === null ? [] : [macAddress],
    hostname: null,
    name: `device ${id}`,
    vendor: null,
    isVendorDerived: false,
    os: null,
    topologyGroupId: null,
    siteId: null,
    ...fields,
  };
}

const compared = (hosts: readonly SweepFind[], devices: readonly KnownDevice[] = []): Compared[] =>
  compare(hosts.map(toKept), new Matcher(devices), new Map());

const MAC = "00:00:5E:00:53:01";
const mac = MAC.toLowerCase();

describe("a find is told by ranked keys", () => {
  const known = [
    device(1, { ipAddress: "10.0.0.1", macAddress: mac }),
    device(2, { ipAddress: "10.0.0.2", hostname: "printer" }),
    device(3, { ipAddress: "10.0.0.2" }),
  ];
  const reasonOf = (host: SweepFind) => {
    const [one] = compared([host], known);
    return [one?.match?.device.id, one?.match?.reason];
  };

  test("MAC and address, MAC, host name and address, address", () => {
    expect(reasonOf(find("10.0.0.1", { macAddress: MAC }))).toEqual([1, "mac_address_and_address"]);
    expect(reasonOf(find("10.0.0.2", { macAddress: MAC }))).toEqual([1, "mac_address"]);
    expect(reasonOf(find("10.0.0.2", { hostname: "Printer.example.net." }))).toEqual([
      2,
      "hostname_and_address",
    ]);
    expect(reasonOf(find("10.0.0.2"))).toEqual([2, "address"]);
    expect(reasonOf(find("10.0.0.9", { macAddress: MAC, isRandomMac: true }))).toEqual([
      undefined,
      undefined,
    ]);
  });

  test("a host with a random MAC address by its host name alone, where that tells one device and one host", () => {
    const random = { macAddress: "02:00:5E:00:53:09", isRandomMac: true, hostname: "annas-phone" };
    const phone = device(5, {
      ipAddress: "10.0.0.5",
      macAddress: "02:00:5e:00:53:08",
      hostname: "annas-phone",
    });
    const [one] = compared([find("10.0.0.9", random)], [...known, phone]);
    expect(one).toMatchObject({
      match: {
        device: { id: 5 },
        reason: "hostname",
        text: "host name annas-phone is that of device 5; its MAC address is a random one, which changes",
      },
      // The MAC address may be another tomorrow.
      proposed: { ip_address: "10.0.0.9" },
    });
    expect(new Set(Object.keys(one?.proposed ?? {}))).toEqual(new Set(["ip_address"]));
    const reasonsOf = (hosts: readonly SweepFind[], devices: readonly KnownDevice[]) =>
      compared(hosts, devices).map(({ match }) => match?.reason);
    const twin = device(6, { hostname: "annas-phone" });
    expect(reasonsOf([find("10.0.0.9", random)], [phone, twin])).toEqual([undefined]);
    expect(reasonsOf([find("10.0.0.9", random), find("10.0.0.8", random)], [phone])).toEqual([
      undefined,
      undefined,
    ]);
    const fixed = { ...phone, macAddress: mac };
    expect(reasonsOf([find("10.0.0.9", random)], [fixed])).toEqual([undefined]);
    expect(reasonsOf([find("10.0.0.9", { ...random, isRandomMac: false })], [phone])).toEqual([undefined]);
  });

  test("a router that answers for many others is none of them", () => {
    const hosts = Array.from({ length: 9 }, (_, index) => find(`10.0.1.${index}`, { macAddress: MAC }));
    expect(compared(hosts, known).every(({ match }) => match === undefined)).toBe(true);
  });

  test("a device that answers where it belongs has not moved, whatever else answers with its MAC address", () => {
    const hosts = [
      find("10.0.0.1", { macAddress: MAC }),
      find("10.0.0.8", { macAddress: MAC, hostname: "vlan8" }),
    ];
    expect(compared(hosts, known).map(({ proposed }) => proposed)).toEqual([{}, {}]);
    expect(compared(hosts.slice(1), known)[0]?.proposed).toEqual({
      ip_address: "10.0.0.8",
      hostname: "vlan8",
    });
  });

  test("what a person has typed is no proposal for other words", () => {
    const typed = device(4, { ipAddress: "10.0.0.4", vendor: "Cisco", os: "Debian 12", hostname: "sw4" });
    const host = find("10.0.0.4", { vendor: "Cisco Systems, Inc", hostname: "sw4.example.net" });
    expect(compared([host], [typed])[0]?.proposed).toEqual({});
    const derived = { ...typed, isVendorDerived: true };
    expect(compared([host], [derived])[0]?.proposed).toEqual({ vendor: "Cisco Systems, Inc" });
  });
});

/** A schedule that keeps what `notice` gives, as the store does. */
class Schedule {
  presences: readonly Presence[] = [];
  settledMacs = new Set<string>();
  settledAddresses = new Map<string, Date>();
  unresolved = new Map<string, Wanted>();
  scans = 0;
  now = START;
  #isInTarget: (address: string) => boolean;

  constructor(isInTarget: (address: string) => boolean = () => true) {
    this.#isInTarget = isInTarget;
  }

  scan(
    hosts: readonly SweepFind[],
    { isWhole = true, devices = [] as KnownDevice[], days = 1 } = {},
  ): Noticed {
    this.scans += 1;
    this.now += days * DAY_MS;
    const scan = { id: this.scans, now: new Date(this.now), isWhole, isInTarget: this.#isInTarget };
    const noticed = notice(scan, compared(hosts, devices), this.#memory());
    this.presences = noticed.presences;
    for (const { type, key } of noticed.cleared) this.unresolved.delete(`${type} ${key}`);
    for (const one of noticed.wanted) {
      const name = `${one.type} ${one.key}`;
      if (this.unresolved.has(name) || one.isRefreshOnly !== true) this.unresolved.set(name, one);
    }
    return noticed;
  }

  resolve(name: string): void {
    const one = this.unresolved.get(name);
    this.unresolved.delete(name);
    if (one?.type !== "new_device") return;
    if (one.key.startsWith("mac:")) this.settledMacs.add(one.key.slice(4));
    this.settledAddresses.set(one.ipAddress ?? "", new Date(this.now));
  }

  get open(): string[] {
    return [...this.unresolved.keys()].sort();
  }

  #memory(): Memory {
    const { presences, settledMacs, settledAddresses } = this;
    return { presences, settledMacs, settledAddresses };
  }
}

const HOST = find("10.0.0.7", { macAddress: MAC });
const BARE = find("10.0.0.8");

describe("a host that is gone", () => {
  test("is said to be after three whole scans in a row, once, and clears itself when it is back", () => {
    const schedule = new Schedule();
    schedule.scan([HOST]);
    schedule.resolve(`new_device mac:${mac}`);
    schedule.scan([]);
    schedule.scan([], { isWhole: false });
    schedule.scan([]);
    expect(schedule.open).toEqual([]);
    const third = schedule.scan([]);
    expect(schedule.open).toEqual([`disappeared mac:${mac}`]);
    expect(third.wanted[0]).toMatchObject({
      summary: "Previously discovered device no longer responds at 10.0.0.7",
      details: { previous_scan_id: 1, missed_scans: 3 },
    });
    schedule.scan([]);
    expect(schedule.unresolved.get(`disappeared mac:${mac}`)?.details).toMatchObject({ missed_scans: 4 });
    const back = schedule.scan([HOST], { isWhole: false });
    expect(back.cleared).toContainEqual({
      type: "disappeared",
      key: `disappeared mac:${mac}`.slice(12),
      why: "reappeared",
    });
    expect(schedule.open).toEqual([]);
  });

  test("is not said to be within 7 days of its return", () => {
    const schedule = new Schedule();
    schedule.scan([HOST]);
    for (let scans = 0; scans < 3; scans++) schedule.scan([]);
    schedule.scan([HOST]);
    for (let scans = 0; scans < 7; scans++) {
      expect(schedule.open.filter((name) => name.startsWith("disappeared"))).toEqual([]);
      schedule.scan([]);
    }
    expect(schedule.open).toContain(`disappeared mac:${mac}`);
  });

  test("is not said again once somebody has resolved it", () => {
    const schedule = new Schedule();
    schedule.scan([HOST]);
    for (let scans = 0; scans < 3; scans++) schedule.scan([]);
    schedule.resolve(`disappeared mac:${mac}`);
    schedule.scan([]);
    expect(schedule.open.filter((name) => name.startsWith("disappeared"))).toEqual([]);
  });

  test("has only moved where its MAC address, or another host at its address, is seen", () => {
    const schedule = new Schedule();
    schedule.scan([HOST]);
    for (let scans = 0; scans < 4; scans++) schedule.scan([find("10.0.0.99", { macAddress: MAC })]);
    expect(schedule.open.filter((name) => name.startsWith("disappeared"))).toEqual([]);
    const other = find("10.0.0.99", { macAddress: "00:00:5E:00:53:02" });
    for (let scans = 0; scans < 4; scans++) schedule.scan([other]);
    expect(schedule.open.filter((name) => name.startsWith("disappeared"))).toEqual([]);
  });

  test("outside of the target is nobody's loss", () => {
    const schedule = new Schedule((address) => address !== "10.0.0.7");
    schedule.scan([HOST]);
    for (let scans = 0; scans < 4; scans++) schedule.scan([]);
    expect(schedule.open.filter((name) => name.startsWith("disappeared"))).toEqual([]);
  });
});

describe("a new device that somebody has resolved", () => {
  test("is never new again by its MAC address, wherever it is", () => {
    const schedule = new Schedule();
    schedule.scan([HOST]);
    schedule.resolve(`new_device mac:${mac}`);
    schedule.scan([find("10.0.0.200", { macAddress: MAC })], { days: 400 });
    expect(schedule.open).toEqual([]);
  });

  test("without one is new again at its address after 14 days", () => {
    const schedule = new Schedule();
    schedule.scan([BARE]);
    schedule.resolve("new_device ip:10.0.0.8");
    schedule.scan([BARE], { days: 13 });
    expect(schedule.open).toEqual([]);
    schedule.scan([BARE], { days: 1 });
    expect(schedule.open).toEqual(["new_device ip:10.0.0.8"]);
  });

  test("is no observation any more when it is in the inventory", () => {
    const schedule = new Schedule();
    schedule.scan([HOST]);
    schedule.scan([HOST], { devices: [device(1, { ipAddress: "10.0.0.7", macAddress: mac })] });
    expect(schedule.open).toEqual([]);
  });
});

describe("a known device", () => {
  const known = device(1, { ipAddress: "10.0.0.1", macAddress: mac, hostname: "core" });

  test("that moved, then changed, then is as it should be, has one observation at a time, then none", () => {
    const schedule = new Schedule();
    schedule.scan([find("10.0.0.9", { macAddress: MAC })], { devices: [known] });
    expect(schedule.open).toEqual(["ip_change device:1"]);
    schedule.scan([find("10.0.0.1", { macAddress: MAC, hostname: "edge" })], { devices: [known] });
    expect(schedule.open).toEqual(["field_change device:1"]);
    expect(schedule.unresolved.get("field_change device:1")?.details).toMatchObject({
      proposed_updates: { hostname: "edge" },
    });
    schedule.scan([find("10.0.0.1", { macAddress: MAC, hostname: "core" })], { devices: [known] });
    expect(schedule.open).toEqual([]);
  });

  test("whose address another has, and several hosts at one address, are conflicts", () => {
    const owner = device(2, { ipAddress: "10.0.0.9", macAddress: "00:00:5e:00:53:09" });
    const schedule = new Schedule();
    schedule.scan([find("10.0.0.9", { macAddress: MAC })], { devices: [known, owner] });
    expect(schedule.open).toEqual(["conflict ip:10.0.0.9", "ip_change device:1"]);
    schedule.scan([find("10.0.0.9", { macAddress: "00:00:5E:00:53:09" })], { devices: [known, owner] });
    expect(schedule.open).not.toContain("conflict ip:10.0.0.9");
    schedule.scan([find("10.0.0.9", { macAddress: MAC, otherMacAddresses: ["00:00:5E:00:53:09"] })], {
      devices: [known, owner],
    });
    expect(schedule.open).toContain("conflict ip:10.0.0.9");
  });
});

/** The rules for hosts that nobody knows, told again in a few lines: per host, not per scan. */
class HostModel {
  misses = 0;
  isSeenBefore = false;
  isGone = false;
  isTold = false;
  silentUntil = 0;

  step({ isThere, isWhole, now }: { isThere: boolean; isWhole: boolean; now: number }): void {
    if (isThere) {
      if (!this.isSeenBefore && !isWhole) return;
      if (this.isTold) this.silentUntil = now + 7 * DAY_MS;
      Object.assign(this, { isSeenBefore: true, misses: 0, isGone: false, isTold: false });
      return;
    }
    if (!isWhole || !this.isSeenBefore) return;
    this.misses += 1;
    if (this.misses < 3 || now < this.silentUntil || this.isTold) return;
    this.isTold = true;
    this.isGone = true;
  }
}

test("over any course of scans each host is told of as a model of one host says", () => {
  const hosts = [1, 2, 3].map((number) =>
    find(`10.0.0.${number}`, number === 3 ? {} : { macAddress: `00:00:5E:00:53:0${number}` }),
  );
  const keyOf = (index: number) => (index === 2 ? "ip:10.0.0.3" : `mac:00:00:5e:00:53:0${index + 1}`);
  const step = fc.record({
    there: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()),
    isWhole: fc.boolean(),
    days: fc.constantFrom(0.5, 1, 3),
    resolves: fc.option(fc.integer({ min: 0, max: 2 }), { freq: 5 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const schedule = new Schedule();
      const models = hosts.map(() => new HostModel());
      for (const { there, isWhole, days, resolves } of steps) {
        schedule.scan(
          hosts.filter((_, index) => there[index]),
          { isWhole, days },
        );
        for (const [index, model] of models.entries())
          model.step({ isThere: there[index] === true, isWhole, now: schedule.now });
        const gone = models.flatMap(({ isGone }, index) => (isGone ? [`disappeared ${keyOf(index)}`] : []));
        expect(schedule.open.filter((name) => name.startsWith("disappeared"))).toEqual(gone.sort());
        const names = schedule.presences.map(({ ipAddress }) => ipAddress);
        expect(new Set(names).size).toBe(names.length);
        const chosen = resolves === null ? undefined : models[resolves];
        if (resolves !== null && chosen?.isGone === true) {
          schedule.resolve(`disappeared ${keyOf(resolves)}`);
          chosen.isGone = false;
        }
      }
    }),
    { seed: 20_261_124, numRuns: 300 },
  );
});
