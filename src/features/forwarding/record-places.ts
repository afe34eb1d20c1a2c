import { setImmediate } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#platform/database";
import { readOwners } from "./own-addresses";
import { choosePlace, type Candidate, type Place, type PlaceReason } from "./place";

/** Places that time alone, or a count, may make others. */
export const UNSURE: readonly PlaceReason[] = ["moved", "fewest", "between"];

/** MAC addresses of a statement, after which others have their turn. */
const BATCH = 1000;

/** Chooses and keeps on which ports the MAC addresses hang; those that no switch knows any more hang nowhere. */
export async function placeAnew(db: Db, macAddresses: readonly string[]): Promise<void> {
  if (macAddresses.length === 0) return;
  const owners = await readOwners(db, sql`mac_address = ANY (${`{${macAddresses.join(",")}}`}::macaddr[])`);
  for (let start = 0; start < macAddresses.length; start += BATCH) {
    const batch = macAddresses.slice(start, start + BATCH);
    const candidates = await readCandidates(db, batch, owners);
    const places = batch.map((macAddress) => ({
      macAddress,
      place: choosePlace(candidates.get(macAddress) ?? []),
    }));
    await keepPlaces(db, places);
    await setImmediate();
  }
}

const Row = z.object({
  mac_address: z.string(),
  device_id: z.coerce.number(),
  port_index: z.coerce.number(),
  macs: z.coerce.number(),
  leads_to: z.array(z.coerce.number()),
  since: z.coerce.number(),
  last_seen: z.coerce.number(),
  is_present: z.boolean(),
});

/** A MAC address that is at one port in several VLANs is there once. */
async function readCandidates(
  db: Db,
  macAddresses: readonly string[],
  owners: ReadonlyMap<string, number>,
): Promise<Map<string, Candidate[]>> {
  const rows = await db.execute(sql`
    WITH found AS MATERIALIZED (
      SELECT entry.mac_address, entry.device_id, entry.port_index, min(entry.since) AS since,
        max(coalesce(entry.last_seen, own.complete_at)) AS last_seen,
        bool_or(entry.last_seen IS NULL OR entry.last_seen >= own.read_at) AS is_present
      FROM forwarding_entries entry JOIN forwarding_switches own ON own.device_id = entry.device_id
      WHERE entry.mac_address = ANY (${`{${macAddresses.join(",")}}`}::macaddr[])
      GROUP BY entry.mac_address, entry.device_id, entry.port_index)
    SELECT found.mac_address, found.device_id, found.port_index, found.is_present, coalesce(port.macs, 0) AS macs,
      (extract(epoch FROM found.since) * 1000)::float8 AS since,
      (extract(epoch FROM found.last_seen) * 1000)::float8 AS last_seen,
      coalesce(leads.leads_to, '{}') AS leads_to
    FROM found
    LEFT JOIN forwarding_ports port ON port.device_id = found.device_id AND port.port_index = found.port_index
    LEFT JOIN (SELECT device_id, port_index, array_agg(to_device_id)::text[] AS leads_to FROM forwarding_leads
      WHERE device_id IN (SELECT device_id FROM found) GROUP BY device_id, port_index) leads
      ON leads.device_id = found.device_id AND leads.port_index = found.port_index`);
  const candidates = new Map<string, Candidate[]>();
  for (const row of z.array(Row).parse([...rows])) {
    const known = candidates.get(row.mac_address) ?? [];
    known.push({
      switchId: row.device_id,
      portIndex: row.port_index,
      macs: row.macs,
      // A switch is not behind the port on which it hangs itself.
      leadsTo: new Set(row.leads_to.filter((id) => id !== owners.get(row.mac_address))),
      since: row.since,
      lastSeen: row.last_seen,
      isPresent: row.is_present,
    });
    candidates.set(row.mac_address, known);
  }
  return candidates;
}

type Placed = { macAddress: string; place: Place | undefined };

async function keepPlaces(db: Db, placed: readonly Placed[]): Promise<void> {
  const rows = placed.map(({ macAddress, place }) => ({
    mac_address: macAddress,
    device_id: place?.switchId ?? null,
    port_index: place?.portIndex ?? null,
    reason: place?.reason ?? null,
    known_by: place?.knownBy ?? null,
  }));
  await db.execute(sql`
    WITH given AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
        AS given (mac_address macaddr, device_id bigint, port_index integer, reason text, known_by integer)),
    gone AS (
      DELETE FROM forwarding_places USING given
      WHERE forwarding_places.mac_address = given.mac_address AND given.device_id IS NULL)
    INSERT INTO forwarding_places (mac_address, device_id, port_index, reason, known_by)
    SELECT given.* FROM given LEFT JOIN forwarding_places known ON known.mac_address = given.mac_address
    WHERE given.device_id IS NOT NULL AND (known.device_id, known.port_index, known.reason, known.known_by)
      IS DISTINCT FROM (given.device_id, given.port_index, given.reason, given.known_by)
    ON CONFLICT (mac_address) DO UPDATE SET device_id = excluded.device_id, port_index = excluded.port_index,
      reason = excluded.reason, known_by = excluded.known_by`);
}
