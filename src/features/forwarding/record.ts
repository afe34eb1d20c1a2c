import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#platform/database";
import type { ForwardingTable } from "#platform/snmp/forwarding-table";
import { devices } from "#tables/topology";
import type { Reading } from "./reading";
import { recordLeads } from "./record-leads";
import { recordPorts } from "./record-ports";
import { placeAnew, UNSURE } from "./record-places";

/**
 * Keeps what a switch says of where MAC addresses are, and says anew where those hang that it knows. A table that stays
 * as it is costs no write. One after the other, in all processes. False: the device has gone meanwhile.
 */
export function recordReading({ db }: { db: Db }, reading: Reading): Promise<boolean> {
  return db.transaction(async (transaction) => {
    // A plan that was made while the tables were small would read all of them ever after.
    await transaction.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('forwarding tables', 0)),
      set_config('enable_seqscan', 'off', true)`);
    const [device] = await transaction
      .select({ id: devices.id })
      .from(devices)
      .where(eq(devices.id, reading.deviceId))
      .for("key share");
    if (device === undefined) return false;
    const isKnown = await beginReading(transaction, reading);
    if (!isKnown && reading.table.entries.length === 0) return true;
    const changed = new Set(await recordEntries(transaction, reading));
    await noteReading(transaction, reading);
    await recordPorts(transaction, reading);
    for (const macAddress of await recordLeads(transaction, reading)) changed.add(macAddress);
    for (const macAddress of await unsureOf(transaction, reading.deviceId)) changed.add(macAddress);
    await placeAnew(transaction, [...changed]);
    return true;
  });
}

/** What was in the last complete reading is dated now, if this is none, as not all of it can be held against it. */
async function beginReading(db: Db, { deviceId, isComplete }: Reading): Promise<boolean> {
  const known = await db.execute(sql`SELECT 1 FROM forwarding_switches WHERE device_id = ${deviceId}`);
  if (known.length > 0 && !isComplete)
    await db.execute(sql`
      UPDATE forwarding_entries SET last_seen = complete_at FROM forwarding_switches own
      WHERE forwarding_entries.device_id = ${deviceId} AND own.device_id = ${deviceId} AND last_seen IS NULL`);
  return known.length > 0;
}

const Changed = z.array(z.object({ mac_address: z.string() }));

/** Gives the MAC addresses that are new, elsewhere, back or gone. */
async function recordEntries(db: Db, { deviceId, at, table, isComplete }: Reading): Promise<string[]> {
  const moment = at.toISOString();
  const lastSeen = isComplete ? sql`NULL::timestamptz` : sql`${moment}::timestamptz`;
  const given = sql`
    SELECT * FROM unnest(${listOf(table, ({ macAddress }) => macAddress)}::macaddr[],
      ${listOf(table, ({ filteringId }) => filteringId)}::bigint[], ${listOf(table, ({ vlan }) => vlan)}::integer[],
      ${listOf(table, ({ portIndex }) => portIndex)}::integer[])
      AS given (mac_address, filtering_id, vlan, port_index)`;
  const written = await db.execute(sql`
    WITH given AS MATERIALIZED (${given})
    INSERT INTO forwarding_entries AS entry (device_id, filtering_id, mac_address, port_index, vlan, since, last_seen)
    SELECT ${deviceId}, given.filtering_id, given.mac_address, given.port_index, given.vlan,
      ${moment}::timestamptz, ${lastSeen}
    FROM given LEFT JOIN forwarding_entries known ON known.device_id = ${deviceId}
      AND known.filtering_id = given.filtering_id AND known.mac_address = given.mac_address
    WHERE (known.port_index, known.vlan, known.last_seen)
      IS DISTINCT FROM (given.port_index, given.vlan, ${lastSeen})
    ON CONFLICT ON CONSTRAINT forwarding_entries_key DO UPDATE SET vlan = excluded.vlan,
      since = CASE WHEN entry.port_index = excluded.port_index THEN entry.since ELSE excluded.since END,
      port_index = excluded.port_index, last_seen = excluded.last_seen
    RETURNING mac_address`);
  const gone = isComplete ? await noteGone(db, deviceId, given) : [];
  return [...Changed.parse([...written]), ...gone].map(({ mac_address: macAddress }) => macAddress);
}

async function noteGone(db: Db, deviceId: number, given: ReturnType<typeof sql>) {
  const rows = await db.execute(sql`
    WITH given AS MATERIALIZED (${given})
    UPDATE forwarding_entries entry SET last_seen = coalesce(own.complete_at, own.read_at)
    FROM forwarding_switches own
    WHERE own.device_id = ${deviceId} AND entry.device_id = ${deviceId} AND entry.last_seen IS NULL
      AND NOT EXISTS (SELECT 1 FROM given
        WHERE given.filtering_id = entry.filtering_id AND given.mac_address = entry.mac_address)
    RETURNING entry.mac_address`);
  return Changed.parse([...rows]);
}

type Entry = ForwardingTable["entries"][number];

/** A column as PostgreSQL writes an array. */
function listOf({ entries }: ForwardingTable, valueOf: (entry: Entry) => string | number | null): string {
  return `{${entries.map((entry) => valueOf(entry) ?? "NULL").join(",")}}`;
}

async function noteReading(db: Db, { deviceId, at, table, isComplete }: Reading): Promise<void> {
  const moment = at.toISOString();
  const completeAt = isComplete ? sql`${moment}::timestamptz` : sql`NULL::timestamptz`;
  await db.execute(sql`
    INSERT INTO forwarding_switches AS own (device_id, read_at, complete_at, entries, own_addresses)
    VALUES (${deviceId}, ${moment}::timestamptz, ${completeAt}, ${table.entries.length},
      ${`{${table.ownAddresses.join(",")}}`}::macaddr[])
    ON CONFLICT (device_id) DO UPDATE SET read_at = excluded.read_at, entries = excluded.entries,
      complete_at = coalesce(excluded.complete_at, own.complete_at),
      own_addresses = CASE WHEN excluded.own_addresses = '{}' THEN own.own_addresses ELSE excluded.own_addresses END`);
}

/** Those whose places may be others as time goes by, although nothing has changed, and those whose switch has gone. */
async function unsureOf(db: Db, deviceId: number): Promise<string[]> {
  const rows = await db.execute(sql`
    SELECT DISTINCT entry.mac_address FROM forwarding_entries entry
    LEFT JOIN forwarding_places place ON place.mac_address = entry.mac_address
    WHERE entry.device_id = ${deviceId} AND (place.mac_address IS NULL
      OR place.reason IN (SELECT value FROM jsonb_array_elements_text(${JSON.stringify(UNSURE)}::text::jsonb)))`);
  return Changed.parse([...rows]).map(({ mac_address: macAddress }) => macAddress);
}
