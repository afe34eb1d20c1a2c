import { asc, eq, inArray, sql } from "drizzle-orm";
import { anyOf } from "#platform/any-of";
import type { Db } from "#platform/database";
import { canonicalAddress } from "#platform/ip";
import type { Found } from "../inventory/match";
import type { SweepFind } from "../sweep/models";
import { discoveryHosts, type KeptFind } from "../tables";

export function toKept({ address, ...find }: SweepFind): Found {
  return {
    address,
    find: {
      hostname: find.hostname,
      hostnameSource: find.hostnameSource,
      macAddress: find.macAddress,
      otherMacAddresses: find.otherMacAddresses,
      isRandomMac: find.isRandomMac,
      vendor: find.vendor,
      os: null,
      engineId: null,
      serialNumber: null,
      answeredBy: find.answeredBy,
      roundTripMs: find.roundTripMs,
      openPorts: find.openPorts,
      services: find.services,
      deviceTypeGuess: find.deviceTypeGuess,
    },
  };
}

/** Keeps finds of a scan; what was known of an address before is overwritten. */
export async function keepFinds(db: Db, scanId: number, finds: readonly Found[]): Promise<void> {
  if (finds.length === 0) return;
  const rows = JSON.stringify(finds.map(({ address, find }) => ({ address, find })));
  await db.execute(sql`
    INSERT INTO discovery_hosts (scan_id, address, find)
    SELECT ${scanId}, address::inet, find
    FROM jsonb_to_recordset(${rows}::text::jsonb) AS given (address text, find jsonb)
    ON CONFLICT (scan_id, address) DO UPDATE SET find = excluded.find`);
}

/** What scans have found, by scan, each in the order of the addresses. */
export async function readFinds(db: Db, scanIds: readonly number[]): Promise<Map<number, Found[]>> {
  if (scanIds.length === 0) return new Map();
  const rows = await db
    .select({ scanId: discoveryHosts.scanId, address: discoveryHosts.address, find: discoveryHosts.find })
    .from(discoveryHosts)
    .where(inArray(discoveryHosts.scanId, [...scanIds]))
    .orderBy(asc(discoveryHosts.scanId), asc(discoveryHosts.address));
  const byScan = Map.groupBy(rows, ({ scanId }) => scanId);
  return new Map([...byScan].map(([id, list]) => [id, list.map(toFound)]));
}

/** What one scan has found. */
export async function readFindsOf(db: Db, scanId: number): Promise<Found[]> {
  return (await readFinds(db, [scanId])).get(scanId) ?? [];
}

/** Takes hosts with these MAC addresses, in lower case, out of what a scan has found. */
export async function dropFindsOf(db: Db, scanId: number, macs: ReadonlySet<string>): Promise<void> {
  if (macs.size === 0) return;
  await db.execute(sql`
    DELETE FROM discovery_hosts
    WHERE scan_id = ${scanId} AND lower(find ->> 'macAddress') = ${anyOf([...macs], "text")}`);
}

/** What a scan has found at an address. */
export async function findAt(db: Db, scanId: number, address: string): Promise<KeptFind | undefined> {
  const [row] = await db
    .select({ find: discoveryHosts.find })
    .from(discoveryHosts)
    .where(sql`${eq(discoveryHosts.scanId, scanId)} AND ${discoveryHosts.address} = ${address}::inet`);
  return row?.find;
}

function toFound({ address, find }: { address: string; find: KeptFind }): Found {
  return { address: canonicalAddress(address) ?? address, find };
}
