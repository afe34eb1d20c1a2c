import { sql } from "drizzle-orm";
import { z } from "zod";
import { mayBeSamePort } from "#features/neighbours";
import type { Db } from "#platform/database";
import type { ForwardingTable } from "#platform/snmp/forwarding-table";
import type { Evidence } from "./leads";

const Heard = z.array(
  z.object({
    other: z.coerce.number(),
    protocol: z.string(),
    port_index: z.coerce.number().nullable(),
    port_name: z.string().nullable(),
  }),
);

/**
 * Behind which ports of a table other switches were heard by LLDP or CDP, by it or by them, and have not gone since.
 * They are heard at the parts of an aggregated port, and their addresses are learned at the whole.
 */
export async function readHeard(
  db: Db,
  { deviceId, table }: { deviceId: number; table: ForwardingTable },
): Promise<Evidence["heard"]> {
  const rows = await db.execute(sql`
    SELECT heard.* FROM (
      SELECT matched_device_id AS other, protocol, local_port_index AS port_index, local_port_name AS port_name,
        source_device_id, last_seen FROM lldp_neighbours WHERE source_device_id = ${deviceId}
      UNION ALL
      SELECT source_device_id, protocol, NULL, remote_port_name, source_device_id, last_seen FROM lldp_neighbours
        WHERE matched_device_id = ${deviceId}
    ) heard
    JOIN forwarding_switches other ON other.device_id = heard.other AND other.entries > 0
    LEFT JOIN lldp_sources source ON source.id = heard.source_device_id
    WHERE heard.last_seen >= coalesce(source.complete_at, '-infinity')`);
  const wholes = wholesOf(table);
  return Heard.parse([...rows]).flatMap(({ other, protocol, port_index: index, port_name: name }) =>
    wholes
      .filter((port) => isSame(port, { protocol, index, name }))
      .map(({ portIndex }) => ({ switchId: other, portIndex })),
  );
}

/** A port of the table, or a part of one: by what it is known, and the index of the whole. */
type Known = { index: number; names: (string | null)[]; portIndex: number };

function wholesOf({ entries, names, parts }: ForwardingTable): Known[] {
  const namesOf = (index: number) => [names.get(index)?.name ?? null, names.get(index)?.longName ?? null];
  return [...new Set(entries.map(({ portIndex }) => portIndex))].flatMap((portIndex) =>
    [portIndex, ...(parts.get(portIndex) ?? [])].map((index) => ({
      index,
      names: namesOf(index),
      portIndex,
    })),
  );
}

/** CDP tells the ifIndex; LLDP's number need not be one, so it counts only where there is no name. */
function isSame(
  { index, names }: Known,
  heard: { protocol: string; index: number | null; name: string | null },
): boolean {
  if (heard.index !== null && (heard.protocol === "cdp" || heard.name === null)) return heard.index === index;
  return heard.name !== null && names.some((name) => name !== null && mayBeSamePort(name, heard.name));
}
