import { and, asc, eq, or, sql, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Db } from "#platform/database";
import { canonicalAddress } from "#platform/ip";
import { deviceInterfaces, devices, everyDeviceAddress } from "#tables/topology";
import { isActiveLease, isInForce } from "../occupied-addresses";
import { dhcpLeases, ipReservations } from "../tables";
import type { IpAddressEntry } from "./models";

/** What holds an address, as the list of addresses shows it. */
export type Holder = Pick<IpAddressEntry, "label" | "display_name" | "mac_address" | "vendor"> & {
  kind: "device" | "dhcp" | "reserved";
};

type Range = { firstAddress: string; lastAddress: string };

/** Who holds which address of a range, by canonical address; the first in precedence where there are several. */
export async function findHolders(db: Db, range: Range): Promise<Map<string, Holder>> {
  const [ofDevices, ofLeases, ofReservations] = await Promise.all([
    findDevices(db, range),
    findLeases(db, range),
    findReservations(db, range),
  ]);
  const held = [...ofReservations, ...ofLeases, ...ofDevices];
  return new Map(held.map(([address, holder]) => [canonicalAddress(address) ?? address, holder]));
}

function inRange(column: PgColumn, { firstAddress, lastAddress }: Range): SQL {
  return sql`${column} BETWEEN ${firstAddress}::inet AND ${lastAddress}::inet`;
}

async function findDevices(db: Db, range: Range): Promise<[string, Holder][]> {
  const rows = await db
    .select({ address: everyDeviceAddress.address, device: devices })
    .from(everyDeviceAddress)
    .innerJoin(devices, eq(devices.id, everyDeviceAddress.deviceId))
    .where(
      sql`${everyDeviceAddress.address} BETWEEN ${range.firstAddress}::inet AND ${range.lastAddress}::inet`,
    )
    .orderBy(sql`${devices.id} DESC`);
  return rows.map(({ address, device }) => {
    const name = device.displayName ?? device.hostname;
    return [
      address,
      {
        kind: "device",
        label: name ?? address,
        display_name: name,
        mac_address: device.macAddress,
        vendor: device.vendor,
      },
    ];
  });
}

async function findLeases(db: Db, range: Range): Promise<[string, Holder][]> {
  const { address, hostname, macAddress } = dhcpLeases;
  const deviceName = sql<string | null>`(
    SELECT coalesce(${devices.displayName}, ${devices.hostname}) FROM ${devices}
    WHERE ${or(
      eq(devices.macAddress, macAddress),
      sql`${devices.id} IN (SELECT ${deviceInterfaces.deviceId} FROM ${deviceInterfaces}
        WHERE ${deviceInterfaces.macAddress} = ${macAddress})`,
    )}
    ORDER BY ${devices.id} LIMIT 1)`;
  const rows = await db
    .select({ address, hostname, macAddress, deviceName })
    .from(dhcpLeases)
    .where(and(isActiveLease, inRange(address, range)))
    .orderBy(asc(dhcpLeases.importedAt));
  return rows.map((row) => [
    row.address,
    {
      kind: "dhcp",
      label: row.hostname,
      display_name: row.deviceName ?? row.hostname,
      mac_address: row.macAddress,
      vendor: null,
    },
  ]);
}

async function findReservations(db: Db, range: Range): Promise<[string, Holder][]> {
  const { address, label, macAddress } = ipReservations;
  const rows = await db
    .select({ address, label, macAddress })
    .from(ipReservations)
    .where(and(isInForce, inRange(address, range)));
  return rows.map((row) => [
    row.address,
    {
      kind: "reserved",
      label: row.label,
      display_name: row.label,
      mac_address: row.macAddress,
      vendor: null,
    },
  ]);
}
