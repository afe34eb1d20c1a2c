import { asc, sql } from "drizzle-orm";
import { findHolders, type KeyHolder } from "#features/topology";
import { anyOf } from "#platform/any-of";
import type { Db } from "#platform/database";
import {
  deviceAddresses,
  deviceInterfaces,
  deviceNameOf,
  devices,
  everyDeviceAddress,
} from "#tables/topology";
import { keysOf, tellingNames } from "./keys";
import type { Found, Holders, KnownDevice } from "./match";
import { firstLabelOf } from "./same-host";

/**
 * The devices that finds may be, by address, MAC address, the keys of their agents and the names of those whose MAC
 * address changes; the oldest first. And which of them have each key.
 */
export async function readInventory(
  db: Db,
  finds: readonly Found[],
): Promise<{ devices: KnownDevice[]; holders: Holders }> {
  const addresses = [...new Set(finds.map(({ address }) => address))];
  const macs = [...new Set(finds.flatMap(({ find }) => find.macAddress?.toLowerCase() ?? []))];
  const held = await findHolders(db, [
    ...macs.map((value) => ({ kind: "mac_address" as const, value })),
    ...finds.flatMap(({ find }) => keysOf(find)),
  ]);
  const telling = tellingNames(finds);
  const names = finds.flatMap(({ find }) => telling(find) ?? []);
  const ids = new Set([
    ...(await findCandidates(db, addresses, macs)),
    ...(await findByName(db, names)),
    ...held.map(({ deviceId }) => deviceId),
  ]);
  const known = await readKnownDevices(db, [...ids], held);
  return { devices: known, holders: holdersOf(known, held) };
}

function holdersOf(known: readonly KnownDevice[], held: readonly KeyHolder[]): Holders {
  const byId = new Map(known.map((device) => [device.id, device]));
  const byKey = Map.groupBy(held, ({ kind, value }) => `${kind} ${value}`);
  return new Map(
    [...byKey].map(([key, list]) => [key, list.flatMap(({ deviceId }) => byId.get(deviceId) ?? [])]),
  );
}

/** By the first part of their host names, which is compared further. */
async function findByName(db: Db, names: readonly string[]): Promise<number[]> {
  if (names.length === 0) return [];
  const labels = [...new Set(names.map(firstLabelOf))];
  const rows = await db
    .select({ id: devices.id })
    .from(devices)
    .where(sql`split_part(lower(${devices.hostname}), '.', 1) = ${anyOf(labels, "text")}`);
  return rows.map(({ id }) => id);
}

async function readKnownDevices(db: Db, ids: number[], held: readonly KeyHolder[]): Promise<KnownDevice[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({
      id: devices.id,
      ipAddress: devices.ipAddress,
      macAddress: devices.macAddress,
      hostname: devices.hostname,
      name: deviceNameOf(),
      vendor: devices.vendor,
      isVendorDerived: devices.isVendorDerived,
      os: devices.os,
      topologyGroupId: devices.topologyGroupId,
      siteId: devices.siteId,
    })
    .from(devices)
    .where(sql`${devices.id} = ${anyOf(ids)}`)
    .orderBy(asc(devices.id));
  const further = await readFurther(db, ids);
  const macs = textsByDevice(
    held
      .filter(({ kind }) => kind === "mac_address")
      .map(({ deviceId, value }) => ({ deviceId, text: value })),
  );
  return rows.map((row) => ({
    ...row,
    addresses: present([row.ipAddress, ...(further.addresses.get(row.id) ?? [])]),
    macAddresses: present([row.macAddress, ...(further.macs.get(row.id) ?? []), ...(macs.get(row.id) ?? [])]),
  }));
}

function present(texts: readonly (string | null)[]): string[] {
  return texts.filter((text) => text !== null);
}

async function findCandidates(db: Db, addresses: string[], macs: string[]): Promise<number[]> {
  const hardware = anyOf(macs, "text");
  const rows = await db.execute<{ id: string }>(sql`
    SELECT device_id AS id FROM ${everyDeviceAddress} WHERE address = ${anyOf(addresses, "inet")}
    UNION SELECT id FROM ${devices} WHERE mac_address = ${hardware}
    UNION SELECT device_id FROM ${deviceInterfaces} WHERE mac_address = ${hardware}`);
  return rows.map(({ id }) => Number(id));
}

async function readFurther(db: Db, ids: number[]) {
  const addressRows = await db
    .select({ deviceId: deviceAddresses.deviceId, text: deviceAddresses.ipAddress })
    .from(deviceAddresses)
    .where(sql`${deviceAddresses.deviceId} = ${anyOf(ids)}`);
  const macRows = await db
    .select({ deviceId: deviceInterfaces.deviceId, text: deviceInterfaces.macAddress })
    .from(deviceInterfaces)
    .where(sql`${deviceInterfaces.deviceId} = ${anyOf(ids)}`);
  return { addresses: textsByDevice(addressRows), macs: textsByDevice(macRows) };
}

function textsByDevice(rows: readonly { deviceId: number; text: string | null }[]) {
  const byDevice = Map.groupBy(rows, ({ deviceId }) => deviceId);
  return new Map([...byDevice].map(([id, list]) => [id, list.map(({ text }) => text)]));
}
