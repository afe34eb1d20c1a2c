import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#platform/database";
import { findLeads, type Evidence, type Lead } from "./leads";
import { readHeard } from "./heard";
import { ownAddresses, readOwners } from "./own-addresses";
import type { Reading } from "./reading";
import { portsOf } from "./record-ports";

/** Of each port so many MAC addresses are held against the tables of other switches. */
const SAMPLE = 64;

type Given = Pick<Reading, "deviceId" | "table">;

/**
 * Which switches are behind the ports of one, and behind which ports of the others this one is by its own addresses.
 * Gives the MAC addresses at ports of which something else is known now.
 */
export async function recordLeads(db: Db, given: Given): Promise<string[]> {
  const { deviceId } = given;
  const ports = portsOf(given.table);
  const leads = findLeads({
    ports,
    heard: await readHeard(db, given),
    owners: await readOwners(db, sql`device_id <> ${deviceId}`),
    ...(await readElsewhere(db, deviceId, ports)),
  });
  const own = await replaceLeads(db, deviceId, leads);
  return [...own, ...(await addOwnAddresses(db, deviceId))];
}

const Elsewhere = z.array(
  z.object({ mac_address: z.string(), device_id: z.coerce.number(), port_index: z.coerce.number() }),
);
const Towards = z.array(z.object({ device_id: z.coerce.number(), port_index: z.coerce.number() }));

async function readElsewhere(
  db: Db,
  deviceId: number,
  ports: Evidence["ports"],
): Promise<Pick<Evidence, "elsewhere" | "towards">> {
  const sample = [...ports.values()].flatMap(sampleOf);
  const rows = await db.execute(sql`
    SELECT entry.mac_address, entry.device_id, entry.port_index FROM forwarding_entries entry
    JOIN forwarding_switches own ON own.device_id = entry.device_id
    WHERE entry.mac_address = ANY (${`{${sample.join(",")}}`}::macaddr[]) AND entry.device_id <> ${deviceId}
      AND (entry.last_seen IS NULL OR entry.last_seen >= own.read_at)`);
  const elsewhere = new Map<string, { switchId: number; portIndex: number }[]>();
  for (const row of Elsewhere.parse([...rows])) {
    const known = elsewhere.get(row.mac_address) ?? [];
    known.push({ switchId: row.device_id, portIndex: row.port_index });
    elsewhere.set(row.mac_address, known);
  }
  const leads = await db.execute(sql`
    SELECT device_id, port_index FROM forwarding_leads WHERE to_device_id = ${deviceId}`);
  const towards = new Map<number, Set<number>>();
  for (const { device_id: id, port_index: portIndex } of Towards.parse([...leads]))
    towards.set(id, (towards.get(id) ?? new Set()).add(portIndex));
  return { elsewhere, towards };
}

/** Spread over all of them: addresses of one maker stand beside each other. */
function sampleOf(macAddresses: readonly string[]): readonly string[] {
  const step = Math.ceil(macAddresses.length / SAMPLE);
  return macAddresses.filter((_, index) => index % step === 0);
}

const Changed = z.array(z.object({ mac_address: z.string() }));

/** Gives the MAC addresses at ports whose leads are others now. */
async function replaceLeads(db: Db, deviceId: number, leads: readonly Lead[]): Promise<string[]> {
  const given = sql`
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(
      leads.map(({ portIndex, switchId, reason }) => ({ port_index: portIndex, to: switchId, reason })),
    )}::text::jsonb) AS given (port_index integer, "to" bigint, reason text)`;
  const rows = await db.execute(sql`
    WITH given AS MATERIALIZED (${given}),
    gone AS (
      DELETE FROM forwarding_leads lead WHERE lead.device_id = ${deviceId}
        AND NOT EXISTS (SELECT 1 FROM given WHERE given.port_index = lead.port_index AND given.to = lead.to_device_id)
      RETURNING lead.port_index),
    told AS (
      UPDATE forwarding_leads lead SET reason = given.reason FROM given
      WHERE lead.device_id = ${deviceId} AND lead.port_index = given.port_index AND lead.to_device_id = given.to
        AND lead.reason <> given.reason),
    new AS (
      INSERT INTO forwarding_leads (device_id, port_index, to_device_id, reason)
      SELECT ${deviceId}, given.port_index, given.to, given.reason FROM given
        JOIN devices ON devices.id = given.to
      ON CONFLICT ON CONSTRAINT forwarding_leads_key DO NOTHING
      RETURNING port_index)
    SELECT mac_address FROM forwarding_entries WHERE device_id = ${deviceId}
      AND port_index IN (SELECT port_index FROM gone UNION SELECT port_index FROM new)`);
  return Changed.parse([...rows]).map(({ mac_address: macAddress }) => macAddress);
}

/** Others that were asked before could not know whose those addresses are. */
async function addOwnAddresses(db: Db, deviceId: number): Promise<string[]> {
  const rows = await db.execute(sql`
    WITH own AS MATERIALIZED (
      SELECT mac_address FROM (${ownAddresses}) own
      GROUP BY mac_address HAVING min(device_id) = ${deviceId} AND max(device_id) = ${deviceId}),
    new AS (
      INSERT INTO forwarding_leads (device_id, port_index, to_device_id, reason)
      SELECT DISTINCT entry.device_id, entry.port_index, ${deviceId}::bigint, 'own_address' FROM forwarding_entries entry
        JOIN forwarding_switches other ON other.device_id = entry.device_id
      WHERE entry.mac_address IN (SELECT mac_address FROM own) AND entry.device_id <> ${deviceId}
        AND (entry.last_seen IS NULL OR entry.last_seen >= other.read_at)
      ON CONFLICT ON CONSTRAINT forwarding_leads_key DO NOTHING
      RETURNING device_id, port_index)
    SELECT entry.mac_address FROM forwarding_entries entry
    JOIN new ON new.device_id = entry.device_id AND new.port_index = entry.port_index`);
  return Changed.parse([...rows]).map(({ mac_address: macAddress }) => macAddress);
}
