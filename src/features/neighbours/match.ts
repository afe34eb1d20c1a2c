import { and, eq, inArray, or, sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import { parseAddress } from "#platform/ip";
import { kindOfTarget } from "#platform/target-address";
import { deviceIdentities, deviceInterfaces, devices, everyDeviceAddress } from "#tables/topology";
import type { MatchReason } from "./models";

/** What a neighbour is known by. */
export type Keys = { macAddress: string | null; addresses: readonly string[]; systemName: string | null };
export type Match = { deviceId: number; reason: MatchReason };

type Ids = Map<string, Set<number>>;

/**
 * Which device each neighbour is: by the MAC address of its chassis (of a device or one of its interfaces), else by an
 * address, else by its name. A key that several devices have says nothing, and the next counts. Never the device that
 * has heard them.
 */
export async function findMatches(
  db: Db,
  { sourceDeviceId, neighbours }: { sourceDeviceId: number; neighbours: readonly Keys[] },
): Promise<(Match | null)[]> {
  const [macAddresses, addresses, names] = [
    await idsByMacAddress(db, unique(neighbours.flatMap(({ macAddress }) => macAddress ?? []))),
    await idsByAddress(db, unique(neighbours.flatMap(usefulAddresses))),
    await namesAlike(db, unique(neighbours.flatMap(({ systemName }) => nameOf(systemName) ?? []))),
  ];
  const only = (ids: Iterable<number>): number | undefined => {
    const others = unique(ids).filter((id) => id !== sourceDeviceId);
    return others.length === 1 ? others[0] : undefined;
  };
  return neighbours.map((neighbour) => {
    const found: [MatchReason, number | undefined][] = [
      ["chassis_mac", only(macAddresses.get(neighbour.macAddress ?? "") ?? [])],
      [
        "management_address",
        only(usefulAddresses(neighbour).flatMap((address) => [...(addresses.get(address) ?? [])])),
      ],
      ["host_name", only(idsOfName(names, nameOf(neighbour.systemName)))],
    ];
    for (const [reason, deviceId] of found) if (deviceId !== undefined) return { deviceId, reason };
    return null;
  });
}

async function idsByMacAddress(db: Db, macAddresses: readonly string[]): Promise<Ids> {
  if (macAddresses.length === 0) return new Map();
  const own = await db
    .select({ key: devices.macAddress, id: devices.id })
    .from(devices)
    .where(inArray(devices.macAddress, [...macAddresses]));
  const ofInterfaces = await db
    .select({ key: deviceInterfaces.macAddress, id: deviceInterfaces.deviceId })
    .from(deviceInterfaces)
    .where(inArray(deviceInterfaces.macAddress, [...macAddresses]));
  const others = await db
    .select({ key: deviceIdentities.value, id: deviceIdentities.deviceId })
    .from(deviceIdentities)
    .where(and(eq(deviceIdentities.kind, "mac_address"), inArray(deviceIdentities.value, [...macAddresses])));
  return collect([...own, ...ofInterfaces, ...others]);
}

async function idsByAddress(db: Db, addresses: readonly string[]): Promise<Ids> {
  if (addresses.length === 0) return new Map();
  const rows = await db
    .select({ key: everyDeviceAddress.ipAddress, id: everyDeviceAddress.deviceId })
    .from(everyDeviceAddress)
    .where(inArray(everyDeviceAddress.ipAddress, [...addresses]));
  return collect(rows);
}

function collect(rows: readonly { key: string | null; id: number }[]): Ids {
  const ids: Ids = new Map();
  for (const { key, id } of rows) ids.set(key ?? "", (ids.get(key ?? "") ?? new Set()).add(id));
  return ids;
}

/** What every host has of its own. */
const OWN = ["127.0.0.1", "::1"];

/** An address that every host has, or nobody, tells nothing. */
function usefulAddresses({ addresses }: Keys): string[] {
  return addresses.filter((text) => {
    const address = parseAddress(text);
    const kind = address === undefined ? "unusable" : kindOfTarget(address);
    return kind !== "unusable" && kind !== "link-local" && !OWN.includes(text);
  });
}

type Named = { id: number; hostname: string | null; displayName: string | null };

/** Devices whose host name begins as one of the names does, or that are called so. */
async function namesAlike(db: Db, names: readonly string[]): Promise<Named[]> {
  if (names.length === 0) return [];
  const list = (texts: readonly string[]) =>
    sql`(SELECT value FROM jsonb_array_elements_text(${JSON.stringify(texts)}::text::jsonb))`;
  const hostname = sql<string | null>`lower(${devices.hostname})`;
  const displayName = sql<string | null>`lower(${devices.displayName})`;
  return db
    .select({ id: devices.id, hostname, displayName })
    .from(devices)
    .where(
      or(
        sql`split_part(lower(${devices.hostname}), '.', 1) IN ${list(unique(names.map(firstLabel)))}`,
        sql`lower(${devices.displayName}) IN ${list(names)}`,
      ),
    );
}

/** By the whole host name, else the display name, else the first label where one of both has no domain. */
function idsOfName(known: readonly Named[], name: string | undefined): number[] {
  if (name === undefined) return [];
  const ways: ((device: Named) => boolean)[] = [
    ({ hostname }) => hostname === name,
    ({ displayName }) => displayName === name,
    ({ hostname }) =>
      hostname !== null &&
      firstLabel(hostname) === firstLabel(name) &&
      (!hostname.includes(".") || !name.includes(".")),
  ];
  for (const isIt of ways) {
    const ids = known.filter(isIt).map(({ id }) => id);
    if (ids.length > 0) return ids;
  }
  return [];
}

function nameOf(systemName: string | null): string | undefined {
  return systemName?.trim().toLowerCase().replace(/\.$/, "") || undefined;
}

function firstLabel(name: string): string {
  return name.split(".", 1)[0] ?? name;
}

function unique<Item>(items: Iterable<Item>): Item[] {
  return [...new Set(items)];
}
