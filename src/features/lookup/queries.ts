import { and, asc, desc, eq, inArray, isNull, or, sql, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { toAuditLogRead, type AuditLogRead } from "#features/audit";
import type { Db } from "#platform/database";
import { toTimestamp } from "#platform/http/fields";
import { canonicalAddress, canonicalNetwork } from "#platform/ip";
import { auditLog } from "#tables/audit";
import { dhcpLeases, ipReservations, subnets } from "#tables/ipam";
import { deviceInterfaces, deviceNameOf, devices, everyDeviceAddress } from "#tables/topology";
import type { LookupLease, LookupNeighbour, LookupReservation, LookupSubnet } from "./models";
import type { Term } from "./term";

const MAX_CHANGES = 20;

/**
 * Ids of the devices that have the address or MAC address, lie in the network, or are called so (with or without
 * domain).
 */
export async function findDeviceIds(db: Db, { kind, value }: Term, limit: number): Promise<number[]> {
  const { id, displayName, hostname, macAddress, nameKey } = devices;
  const { deviceId, address } = everyDeviceAddress;
  const withAddress = (condition: SQL) =>
    sql`${id} IN (SELECT ${deviceId} FROM ${everyDeviceAddress} WHERE ${condition})`;
  const conditions = {
    address: () => withAddress(sql`${address} = ${value}::inet`),
    network: () => withAddress(sql`${address} <<= ${value}::inet`),
    mac_address: () =>
      or(
        eq(macAddress, value),
        sql`${id} IN (SELECT ${deviceInterfaces.deviceId} FROM ${deviceInterfaces}
          WHERE ${eq(deviceInterfaces.macAddress, value)})`,
      ),
    name: () =>
      or(
        sql`lower(${displayName}) = ${value}`,
        sql`${hostname} = ${value}`,
        sql`starts_with(${hostname}, ${`${value}.`})`,
      ),
  };
  const rows = await db
    .select({ id })
    .from(devices)
    .where(conditions[kind]())
    .orderBy(nameKey, id)
    .limit(limit);
  return rows.map((row) => row.id);
}

/** A table of one column, `value`: the addresses as text. */
function rowsOf(addresses: readonly string[]): SQL {
  return sql`jsonb_array_elements_text(${JSON.stringify(addresses)}::text::jsonb) AS value`;
}

function isOneOf(column: PgColumn, addresses: readonly string[]): SQL {
  return sql`${column} IN (SELECT value::inet FROM ${rowsOf(addresses)})`;
}

/** What is asked of the IPAM tables: the term, and the addresses of the devices that were found. */
export type Wanted = { term: Term; addresses: readonly string[]; limit: number };

/** The subnets of the addresses, those that overlap a network, or those of the name; the smallest first. */
export async function findSubnets(db: Db, { term, addresses, limit }: Wanted): Promise<LookupSubnet[]> {
  const { network, name, firstAddress, lastAddress } = subnets;
  const ofAddresses = sql`EXISTS (SELECT FROM ${rowsOf(addresses)}
    WHERE value::inet BETWEEN ${firstAddress} AND ${lastAddress})`;
  const rows = await db
    .select()
    .from(subnets)
    .where(
      or(
        addresses.length === 0 || term.kind === "network" ? undefined : ofAddresses,
        term.kind === "network" ? sql`${network}::inet && ${term.value}::inet` : undefined,
        term.kind === "name" ? sql`lower(${name}) = ${term.value}` : undefined,
        sql`false`,
      ),
    )
    .orderBy(desc(sql`masklen(${network})`), asc(network))
    .limit(limit);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    cidr: canonicalNetwork(row.network) ?? row.network,
    vlan_id: row.vlanId,
    gateway: shown(row.gateway),
    dhcp_start: shown(row.dhcpStart),
    dhcp_end: shown(row.dhcpEnd),
    site_id: row.siteId,
  }));
}

/** The database writes a few IPv6 addresses otherwise than RFC 5952. */
function shown(address: string): string;
function shown(address: string | null): string | null;
function shown(address: string | null): string | null {
  return address === null ? null : (canonicalAddress(address) ?? address);
}

export async function findReservations(
  db: Db,
  { term, addresses, limit }: Wanted,
): Promise<LookupReservation[]> {
  const { address, macAddress, label, releasedAt } = ipReservations;
  const digits = sql`regexp_replace(lower(${macAddress}), '[^0-9a-f]', '', 'g')`;
  const isMeant = or(
    addresses.length === 0 ? undefined : isOneOf(address, addresses),
    term.kind === "network" ? sql`${address} <<= ${term.value}::inet` : undefined,
    term.kind === "mac_address" ? sql`${digits} = ${term.value.replaceAll(":", "")}` : undefined,
    term.kind === "name" ? sql`lower(${label}) = ${term.value}` : undefined,
    sql`false`,
  );
  const rows = await db
    .select({
      row: ipReservations,
      isExpired: sql<boolean>`coalesce(${ipReservations.expiresAt} <= now(), false)`,
    })
    .from(ipReservations)
    .where(and(isNull(releasedAt), isMeant))
    .orderBy(asc(address))
    .limit(limit);
  return rows.map(({ row, isExpired }) => ({
    id: row.id,
    ip_address: shown(row.address),
    label: row.label,
    mac_address: row.macAddress,
    reserved_by: row.reservedBy,
    expires_at: toTimestamp(row.expiresAt),
    state: isExpired ? "expired" : "active",
  }));
}

/** Current leases, those of a MAC address or host name too. */
export async function findLeases(db: Db, { term, addresses, limit }: Wanted): Promise<LookupLease[]> {
  const { address, macAddress, hostname, closedAt } = dhcpLeases;
  const isMeant = or(
    addresses.length === 0 ? undefined : isOneOf(address, addresses),
    term.kind === "network" ? sql`${address} <<= ${term.value}::inet` : undefined,
    term.kind === "mac_address" ? eq(macAddress, term.value) : undefined,
    term.kind === "name" ? sql`lower(${hostname}) = ${term.value}` : undefined,
    sql`false`,
  );
  const rows = await db
    .select()
    .from(dhcpLeases)
    .where(and(isNull(closedAt), isMeant))
    .orderBy(asc(address), asc(dhcpLeases.id))
    .limit(limit);
  return rows.map((row) => ({
    id: row.id,
    ip_address: shown(row.address),
    mac_address: row.macAddress,
    hostname: row.hostname,
    expires_at: toTimestamp(row.expiresAt),
    is_active: row.isActive,
    imported_at: toTimestamp(row.importedAt),
  }));
}

/** Names of devices by id. */
export async function findNeighbours(db: Db, ids: readonly number[]): Promise<LookupNeighbour[]> {
  if (ids.length === 0) return [];
  const { id, nameKey } = devices;
  return db
    .select({ id, name: deviceNameOf() })
    .from(devices)
    .where(inArray(id, [...ids]))
    .orderBy(nameKey, id);
}

/** The newest audit rows of the targets. */
export async function findChanges(db: Db, targets: readonly string[]): Promise<AuditLogRead[]> {
  if (targets.length === 0) return [];
  const rows = await db
    .select()
    .from(auditLog)
    .where(inArray(auditLog.target, [...targets]))
    .orderBy(desc(auditLog.id))
    .limit(MAX_CHANGES);
  return rows.map(toAuditLogRead);
}
