import { sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import type { ForwardingTable } from "#platform/snmp/forwarding-table";

/** Names of the ports of a table, and how many MAC addresses are behind each; those that have none any more have 0. */
export async function recordPorts(
  db: Db,
  { deviceId, table }: { deviceId: number; table: ForwardingTable },
): Promise<void> {
  const ports = [...portsOf(table)].map(([portIndex, macAddresses]) => {
    const known = table.names.get(portIndex);
    return {
      port_index: portIndex,
      name: known?.name ?? `port ${Math.abs(portIndex)}`,
      alias: known?.alias ?? null,
      macs: macAddresses.length,
    };
  });
  await db.execute(sql`
    WITH given AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(ports)}::text::jsonb)
        AS given (port_index integer, name text, alias text, macs integer)),
    emptied AS (
      UPDATE forwarding_ports SET macs = 0 WHERE device_id = ${deviceId} AND macs <> 0
        AND port_index NOT IN (SELECT port_index FROM given))
    INSERT INTO forwarding_ports (device_id, port_index, name, alias, macs)
    SELECT ${deviceId}, given.* FROM given LEFT JOIN forwarding_ports known
      ON known.device_id = ${deviceId} AND known.port_index = given.port_index
    WHERE (known.name, known.alias, known.macs) IS DISTINCT FROM (given.name, given.alias, given.macs)
    ON CONFLICT ON CONSTRAINT forwarding_ports_key DO UPDATE SET name = excluded.name, alias = excluded.alias,
      macs = excluded.macs`);
}

/** The MAC addresses behind each port, each once. */
export function portsOf({ entries }: ForwardingTable): Map<number, string[]> {
  const ports = new Map<number, Set<string>>();
  for (const { portIndex, macAddress } of entries)
    ports.set(portIndex, (ports.get(portIndex) ?? new Set()).add(macAddress));
  return new Map([...ports].map(([portIndex, macAddresses]) => [portIndex, [...macAddresses]]));
}
