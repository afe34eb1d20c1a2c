import { sql, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Db } from "#platform/database";
import { canonicalAddress } from "#platform/ip";
import { deviceInterfaces, deviceNameOf, devices, everyDeviceAddress } from "#tables/topology";
import { isActiveLease, isInForce } from "../occupied-addresses";
import { dhcpLeases, ipReservations, subnets } from "../tables";
import { listed } from "./listed";
import type { Conflict } from "./models";

type AddressRow = { address: string; device_id: string | null; name: string };

function toEntry(
  row: AddressRow,
  entry: Pick<Conflict, "type" | "severity"> & { say: (ip: string, name: string) => string },
): Conflict {
  const ip = canonicalAddress(row.address) ?? row.address;
  const { type, severity, say } = entry;
  const deviceId = row.device_id === null ? null : Number(row.device_id);
  const key = `${type}:${ip}:${severity}${deviceId === null ? "" : `:${deviceId}`}`;
  return { key, type, severity, description: say(ip, row.name), ip, device_id: deviceId };
}

/** A MAC address without the signs between, whoever wrote it: those of reservations are kept as they were sent. */
const bareMac = (mac: PgColumn) => sql`lower(regexp_replace(${mac}, '[^0-9A-Fa-f]', '', 'g'))`;

/** Whether a device has the reservation's MAC address, at itself or at one of its interfaces. */
const hasReservedMac = sql`(
  ${bareMac(devices.macAddress)} = ${bareMac(ipReservations.macAddress)} OR EXISTS (SELECT FROM ${deviceInterfaces}
    WHERE ${deviceInterfaces.deviceId} = ${devices.id}
      AND ${bareMac(deviceInterfaces.macAddress)} = ${bareMac(ipReservations.macAddress)}))`;

/**
 * Addresses of devices, each once, whatever has it there, and reserved ones that are in no subnet, where there are
 * subnets at all; and reserved ones that are not in the subnet that their reservation names.
 */
export async function findAddressesOutside(db: Db): Promise<Conflict[]> {
  const kind = { type: "ip_outside_subnet", severity: "warning" } as const;
  const isInNone = (address: PgColumn) => sql`(EXISTS (SELECT FROM ${subnets})
    AND NOT EXISTS (SELECT FROM ${subnets} WHERE ${subnets.network} >>= ${address}))`;
  const ofDevices = await db.execute<AddressRow>(sql`
    SELECT DISTINCT ON (${everyDeviceAddress.address}, ${devices.id})
      host(${everyDeviceAddress.address}) AS address, ${devices.id}::text AS device_id, ${deviceNameOf()} AS name
    FROM ${everyDeviceAddress} JOIN ${devices} ON ${devices.id} = ${everyDeviceAddress.deviceId}
    WHERE ${isInNone(everyDeviceAddress.address)}
    ORDER BY ${everyDeviceAddress.address}, ${devices.id}`);
  // A subnet may be moved or cut from under its reservations: they stay, for whoever they are promised to.
  const reserved = await db.execute<AddressRow & { subnet: string | null }>(sql`
    SELECT host(${ipReservations.address}) AS address, NULL AS device_id, ${ipReservations.label} AS name,
      named.name || ' (' || named.network || ')' AS subnet
    FROM ${ipReservations} LEFT JOIN ${subnets} AS named ON named.id = ${ipReservations.subnetId}
    WHERE ${isInForce} AND (named.network >>= ${ipReservations.address}) IS NOT TRUE
      AND (named.id IS NOT NULL OR ${isInNone(ipReservations.address)})
    ORDER BY ${ipReservations.address}`);
  const sayDevice = (ip: string, name: string) => `${ip} of ${name} is in no subnet`;
  const sayReserved = (subnet: string | null) => (ip: string, name: string) =>
    `${ip}, reserved for ${name}, is ${subnet === null ? "in no subnet" : `not in its subnet ${subnet}`}`;
  return [
    ...ofDevices.map((row) => toEntry(row, { ...kind, say: sayDevice })),
    ...reserved.map((row) => toEntry(row, { ...kind, say: sayReserved(row.subnet) })),
  ];
}

/**
 * Addresses in a DHCP range that are held there without the DHCP server's knowledge: reserved ones, and those of
 * devices that have no active lease of them.
 */
export async function findAddressesInDhcpRanges(db: Db): Promise<Conflict[]> {
  // OFFSET 0 and LIMIT 1 keep the planner from joining everything with everything while its statistics are old.
  const inRange = (from: SQL, address: SQL) => sql`(
    SELECT * FROM ${from} WHERE ${address} BETWEEN ${subnets.dhcpStart} AND ${subnets.dhcpEnd} OFFSET 0)`;
  const ofDevices = await db.execute<AddressRow>(sql`
    SELECT DISTINCT ON (held.address, ${devices.id})
      host(held.address) AS address, ${devices.id}::text AS device_id, ${deviceNameOf()} AS name
    FROM ${subnets}
    CROSS JOIN LATERAL ${inRange(sql`${everyDeviceAddress}`, sql`${everyDeviceAddress.address}`)} AS held
    JOIN ${devices} ON ${devices.id} = held.device_id
    WHERE ${subnets.dhcpStart} IS NOT NULL AND (
      SELECT ${dhcpLeases.id} FROM ${dhcpLeases}
      WHERE ${isActiveLease} AND ${dhcpLeases.address} = held.address LIMIT 1) IS NULL
    ORDER BY held.address, ${devices.id}`);
  const reserved = await db.execute<AddressRow>(sql`
    SELECT DISTINCT ON (held.address) host(held.address) AS address, NULL AS device_id, held.label AS name
    FROM ${subnets}
    CROSS JOIN LATERAL ${inRange(sql`${ipReservations}`, sql`${isInForce} AND ${ipReservations.address}`)} AS held
    WHERE ${subnets.dhcpStart} IS NOT NULL ORDER BY held.address`);
  const kind = { type: "ip_in_dhcp_range", severity: "warning" } as const;
  const sayDevice = (ip: string, name: string) => `${ip} of ${name} is in a DHCP range, without a lease`;
  const sayReserved = (ip: string, name: string) => `${ip}, reserved for ${name}, is in a DHCP range`;
  return [
    ...ofDevices.map((row) => toEntry(row, { ...kind, say: sayDevice })),
    ...reserved.map((row) => toEntry(row, { ...kind, say: sayReserved })),
  ];
}

/**
 * Reserved addresses that a device (error) or active leases (warning) have, unless it is the one with the reservation's
 * MAC address. Leases of one address, which several DHCP servers may know, are one conflict.
 */
export async function findReservedInUse(db: Db): Promise<Conflict[]> {
  const byDevices = await db.execute<AddressRow>(sql`
    SELECT DISTINCT ON (${ipReservations.address}, ${devices.id})
      host(${ipReservations.address}) AS address, ${devices.id}::text AS device_id, ${deviceNameOf()} AS name
    FROM ${ipReservations}
    JOIN ${everyDeviceAddress} ON ${everyDeviceAddress.address} = ${ipReservations.address}
    JOIN ${devices} ON ${devices.id} = ${everyDeviceAddress.deviceId}
    WHERE ${isInForce} AND ${hasReservedMac} IS NOT TRUE
    ORDER BY ${ipReservations.address}, ${devices.id}`);
  const client = sql`coalesce(${dhcpLeases.hostname}, ${dhcpLeases.macAddress}, 'a client without name')`;
  const byLeases = await db.execute<Omit<AddressRow, "name"> & { names: string[] }>(sql`
    SELECT host(${ipReservations.address}) AS address, NULL AS device_id, array_agg(DISTINCT ${client}) AS names
    FROM ${ipReservations} JOIN ${dhcpLeases} ON ${dhcpLeases.address} = ${ipReservations.address}
    WHERE ${isInForce} AND ${isActiveLease}
      AND (${bareMac(dhcpLeases.macAddress)} = ${bareMac(ipReservations.macAddress)}) IS NOT TRUE
    GROUP BY ${ipReservations.address} ORDER BY ${ipReservations.address}`);
  const type = "reserved_ip_in_use";
  const sayDevice = (ip: string, name: string) => `${ip} is reserved, and in use by ${name}`;
  const sayLease = (ip: string, name: string) => `${ip} is reserved, and leased to ${name}`;
  return [
    ...byDevices.map((row) => toEntry(row, { type, severity: "error", say: sayDevice })),
    ...byLeases.map(({ names, ...row }) =>
      toEntry({ ...row, name: listed(names) }, { type, severity: "warning", say: sayLease }),
    ),
  ];
}
