import type { ImportEntry } from "./entry";

/** What tells a device from others. */
export type NaturalKeys = {
  id: number;
  macAddress: string | null;
  ipAddress: string | null;
  /** The host name; where it has none, what it is called. */
  name: string | null;
};

type NaturalKey = "mac_address" | "ip_address" | "name";

export type Match =
  | { kind: "none" }
  | { kind: "one"; id: number; by: NaturalKey | "id" }
  | { kind: "several"; ids: number[]; by: NaturalKey };

/** One for all of the many rows that speak of no known device. */
export const UNKNOWN: Match = { kind: "none" };

export type DeviceIndex = {
  /** Adds known devices; of one key the older ones come first. */
  add(devices: readonly NaturalKeys[]): void;
  /**
   * By MAC address, else by IP address, else by name; the weaker keys decide among several, and at last the id that an
   * export has written, by which alone those are known that have no key.
   */
  find(entry: ImportEntry): Match;
  /**
   * By the IP address alone, as imports without a mode do; of several the one whose id an export has written, else the
   * oldest.
   */
  findByAddress(address: string, id: number | undefined): number | undefined;
};

export function createDeviceIndex(): DeviceIndex {
  const byMac: Groups = new Map();
  const byAddress: Groups = new Map();
  const byName: Groups = new Map();
  const keyless = new Set<number>();

  function add(devices: readonly NaturalKeys[]): void {
    for (const device of devices) {
      addTo(byMac, device.macAddress, device);
      addTo(byAddress, device.ipAddress, device);
      addTo(byName, knownNameOf(device), device);
      if (hasNoKey(device)) keyless.add(device.id);
    }
  }

  function find(entry: ImportEntry): Match {
    const ranked: Ranked[] = [
      { by: "mac_address", found: membersOf(byMac, entry.mac_address) },
      { by: "ip_address", found: membersOf(byAddress, entry.ip_address) },
      { by: "name", found: membersOf(byName, nameOf(entry)) },
    ];
    const plausible = ranked.map(({ by, found }) => ({
      by,
      found: found.filter((device) => !contradicts(device, entry)),
    }));
    const best = plausible.find(({ found }) => found.length > 0);
    if (best === undefined) {
      const { id = 0 } = entry;
      return isKeylessEntry(entry) && keyless.has(id) ? { kind: "one", id, by: "id" } : UNKNOWN;
    }
    const candidates = plausible.map(({ found }) => found).reduce(narrowed, best.found);
    const [first] = candidates;
    if (first !== undefined && candidates.length === 1) return { kind: "one", id: first.id, by: best.by };
    const exported = candidates.find(({ id }) => id === entry.id);
    if (exported !== undefined) return { kind: "one", id: exported.id, by: "id" };
    return { kind: "several", ids: candidates.map(({ id }) => id), by: best.by };
  }

  function findByAddress(address: string, id: number | undefined): number | undefined {
    const found = membersOf(byAddress, address);
    return (found.find((device) => device.id === id) ?? found[0])?.id;
  }

  return { add, find, findByAddress };
}

type Ranked = { by: NaturalKey; found: readonly NaturalKeys[] };

function hasNoKey(device: NaturalKeys): boolean {
  return [device.macAddress, device.ipAddress, knownNameOf(device)].every((key) => key === null);
}

function isKeylessEntry(entry: ImportEntry): boolean {
  const keys = [entry.mac_address, entry.ip_address, nameOf(entry)];
  return keys.every((key) => key === null || key === undefined);
}

/** Two keys that both sides have and that differ are too many: two devices that share an address, or a common name. */
function contradicts(device: NaturalKeys, entry: ImportEntry): boolean {
  const pairs = [
    [device.macAddress, entry.mac_address],
    [device.ipAddress, entry.ip_address],
    [knownNameOf(device), nameOf(entry)],
  ];
  const isSaid = (key: string | null | undefined) => key !== null && key !== undefined;
  return pairs.filter(([left, right]) => isSaid(left) && isSaid(right) && left !== right).length >= 2;
}

function narrowed(candidates: readonly NaturalKeys[], found: readonly NaturalKeys[]): readonly NaturalKeys[] {
  if (candidates.length < 2) return candidates;
  const both = candidates.filter((device) => found.includes(device));
  return both.length === 0 ? candidates : both;
}

function knownNameOf({ name }: NaturalKeys): string | null {
  return name?.toLowerCase() ?? null;
}

/** A device's name is its host name; where it has none, what it is called. */
function nameOf({ hostname, display_name: displayName, name }: ImportEntry): string | undefined {
  return (hostname ?? displayName ?? name)?.toLowerCase();
}

/** Devices by a key. Nearly always it is one: so many lists of one would take more than the devices. */
type Groups = Map<string, NaturalKeys | NaturalKeys[]>;

function addTo(groups: Groups, key: string | null, device: NaturalKeys): void {
  if (key === null) return;
  const group = groups.get(key);
  if (group === undefined) groups.set(key, device);
  else if (Array.isArray(group)) group.push(device);
  else groups.set(key, [group, device]);
}

function membersOf(groups: Groups, key: string | null | undefined): readonly NaturalKeys[] {
  const group = groups.get(key ?? "") ?? [];
  return Array.isArray(group) ? group : [group];
}
