import { sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import { canonicalAddress } from "#platform/ip";
import { deviceInterfaces, deviceNameOf, devices, everyDeviceAddress } from "#tables/topology";
import { listed } from "./listed";
import type { Conflict } from "./models";

type DuplicateRow = { value: string; device_id: string; names: string[] };

/** Addresses that more than one device has. */
export async function findDuplicateAddresses(db: Db): Promise<Conflict[]> {
  const rows = await db.execute<DuplicateRow>(sql`
    SELECT host(shared.address) AS value, min(${devices.id})::text AS device_id,
      array_agg(${deviceNameOf()} ORDER BY ${devices.id}) AS names
    FROM (SELECT DISTINCT ${everyDeviceAddress.address} AS address, ${everyDeviceAddress.deviceId} AS device_id
      FROM ${everyDeviceAddress}) AS shared
    JOIN ${devices} ON ${devices.id} = shared.device_id
    GROUP BY shared.address HAVING count(*) > 1 ORDER BY shared.address`);
  return rows.map(({ value, device_id, names }) => {
    const ip = canonicalAddress(value) ?? value;
    const description = `${ip} is the address of ${names.length} devices: ${listed(names)}`;
    const key = `duplicate_ip:${ip}`;
    return { key, type: "duplicate_ip", severity: "error", description, ip, device_id: Number(device_id) };
  });
}

/** MAC addresses that more than one device has, at the device itself or at one of its interfaces. */
export async function findDuplicateMacAddresses(db: Db): Promise<Conflict[]> {
  const rows = await db.execute<DuplicateRow>(sql`
    SELECT shared.mac AS value, min(${devices.id})::text AS device_id,
      array_agg(${deviceNameOf()} ORDER BY ${devices.id}) AS names
    FROM (SELECT ${devices.macAddress} AS mac, ${devices.id} AS device_id FROM ${devices}
      UNION SELECT ${deviceInterfaces.macAddress}, ${deviceInterfaces.deviceId} FROM ${deviceInterfaces}) AS shared
    JOIN ${devices} ON ${devices.id} = shared.device_id
    WHERE shared.mac IS NOT NULL
    GROUP BY shared.mac HAVING count(*) > 1 ORDER BY shared.mac`);
  return rows.map(({ value, device_id, names }) => {
    const description = `${value} is the MAC address of ${names.length} devices: ${listed(names)}`;
    const kind = { key: `duplicate_mac:${value}`, type: "duplicate_mac", severity: "error" } as const;
    return { ...kind, description, ip: null, device_id: Number(device_id) };
  });
}
