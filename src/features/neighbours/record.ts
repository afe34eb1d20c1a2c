import { eq, inArray, sql, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { keysOfAgent, noteIdentities } from "#features/topology";
import type { Db } from "#platform/database";
import { devices } from "#tables/topology";
import { findMatches, type Match } from "./match";
import type { Scan } from "./read/agent";
import type { HeardNeighbour } from "./read/heard";
import { lldpNeighbours, lldpSources } from "./tables";

/**
 * Keeps what a scan of a device gave; gives the ids of what it heard. Whom a person has chosen as a match, and what is
 * dismissed, stays. Undefined: the device has gone meanwhile.
 */
export function recordScan(
  { db }: { db: Db },
  { deviceId, scan }: { deviceId: number; scan: Scan },
): Promise<number[] | undefined> {
  return db.transaction(async (transaction) => {
    const [device] = await transaction
      .select({ id: devices.id })
      .from(devices)
      .where(eq(devices.id, deviceId))
      .for("key share");
    if (device === undefined) return undefined;
    await noteScan(transaction, deviceId, scan);
    if ("error" in scan) return [];
    const keys = keysOfAgent(scan.identity).map((key) => ({
      ...key,
      deviceId,
      source: "neighbours" as const,
    }));
    await noteIdentities(transaction, keys);
    return keepNeighbours(transaction, deviceId, scan.neighbours);
  });
}

/** Two scans of one device wait for each other here. */
async function noteScan(db: Db, deviceId: number, scan: Scan): Promise<void> {
  const ended =
    "error" in scan
      ? { scannedAt: sql`now()`, error: scan.error, notes: [] }
      : {
          scannedAt: sql`now()`,
          error: null,
          notes: scan.notes,
          ...(scan.isComplete && { completeAt: sql`now()` }),
        };
  await db
    .insert(lldpSources)
    .values({ id: deviceId, ...ended })
    .onConflictDoUpdate({ target: lldpSources.id, set: ended });
}

async function keepNeighbours(
  db: Db,
  sourceDeviceId: number,
  heard: readonly HeardNeighbour[],
): Promise<number[]> {
  if (heard.length === 0) return [];
  const matches = await stillThere(
    db,
    await findMatches(db, {
      sourceDeviceId,
      neighbours: heard.map(({ macAddress, addresses, remoteSystemName: systemName }) => {
        return { macAddress, addresses, systemName };
      }),
    }),
  );
  const values = heard.map(({ macAddress: _mac, addresses, ...neighbour }, index) => ({
    ...neighbour,
    sourceDeviceId,
    managementAddress: addresses[0] ?? null,
    matchedDeviceId: matches[index]?.deviceId ?? null,
    matchReason: matches[index]?.reason ?? null,
  }));
  const { id, protocol, localPortIndex, remoteChassisId } = lldpNeighbours;
  const rows = await db
    .insert(lldpNeighbours)
    .values(values)
    .onConflictDoUpdate({
      target: [lldpNeighbours.sourceDeviceId, protocol, localPortIndex, remoteChassisId],
      set: {
        localPortId: sql`excluded.local_port_id`,
        localPortDescription: sql`excluded.local_port_description`,
        localPortName: sql`excluded.local_port_name`,
        remotePortName: sql`excluded.remote_port_name`,
        remotePortId: sql`excluded.remote_port_id`,
        remotePortDescription: sql`excluded.remote_port_description`,
        remoteSystemName: sql`excluded.remote_system_name`,
        remoteSystemDescription: sql`excluded.remote_system_description`,
        managementAddress: sql`excluded.management_address`,
        matchedDeviceId: unlessChosen(sql`excluded.matched_device_id`, lldpNeighbours.matchedDeviceId),
        matchReason: unlessChosen(sql`excluded.match_reason`, lldpNeighbours.matchReason),
        lastSeen: sql`excluded.last_seen`,
      },
    })
    .returning({ id });
  return rows.map((row) => row.id);
}

/** A chosen device that was deleted since is no choice any more. */
function unlessChosen(found: SQL, kept: AnyPgColumn): SQL {
  const { matchReason, matchedDeviceId } = lldpNeighbours;
  return sql`CASE WHEN ${matchReason} = 'person' AND ${matchedDeviceId} IS NOT NULL THEN ${kept} ELSE ${found} END`;
}

/** Without the devices that have gone since they were found; the others stay until the transaction ends. */
async function stillThere(db: Db, matches: readonly (Match | null)[]): Promise<(Match | null)[]> {
  const ids = [...new Set(matches.flatMap((match) => match?.deviceId ?? []))];
  if (ids.length === 0) return [...matches];
  const rows = await db
    .select({ id: devices.id })
    .from(devices)
    .where(inArray(devices.id, ids))
    .orderBy(devices.id)
    .for("key share");
  const kept = new Set(rows.map(({ id }) => id));
  return matches.map((match) => (match !== null && kept.has(match.deviceId) ? match : null));
}
