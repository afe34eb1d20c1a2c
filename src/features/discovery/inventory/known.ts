import { asc, sql } from "drizzle-orm";
import { anyOf } from "#platform/any-of";
import type { Db } from "#platform/database";
import {
  deviceAddresses,
  deviceInterfaces,
  deviceNameOf,
  devices,
  everyDeviceAddress,
} from "#tables/topology";
import type { Found, KnownDevice } from "./match";

/** The devices that finds may be, by address and by MAC address, the oldest first. */
export async function readKnownDevices(db: Db, finds: readonly Found[]): Promise<KnownDevice[]> {
  const addresses = [...new Set(finds.map(({ address }) => address))];
  const macs = [...new Set(finds.flatMap(({ find }) => find.macAddress?.toLowerCase() ?? []))];
  const ids = await findCandidates(db, addresses, macs);
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
  return rows.map((row) => ({
    ...row,
    addresses: present([row.ipAddress, ...(further.addresses.get(row.id) ?? [])]),
    macAddresses: present([row.macAddress, ...(further.macs.get(row.id) ?? [])]),
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
