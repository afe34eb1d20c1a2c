import { sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#platform/database";
import { toTimestamp } from "#platform/http/fields";
import { deviceNameOf } from "#tables/topology";
import type { Attachment } from "./models";
import { PLACE_REASONS } from "./place";

const Row = z.object({
  mac_address: z.string(),
  device_id: z.coerce.number(),
  switch_name: z.string(),
  port_index: z.coerce.number(),
  port_name: z.string(),
  port_alias: z.string().nullable(),
  vlans: z.array(z.coerce.number()).nullable(),
  since: z.coerce.date(),
  last_seen: z.coerce.date(),
  is_present: z.boolean(),
  reason: z.enum(PLACE_REASONS),
  known_by: z.coerce.number(),
  behind_port: z.coerce.number(),
});

/** Where MAC addresses in canonical form hang, as far as it is known; in their order. */
export async function findAttachments(db: Db, macAddresses: readonly string[]): Promise<Attachment[]> {
  if (macAddresses.length === 0) return [];
  const found = await readAttachments(
    db,
    sql`place.mac_address = ANY (${`{${macAddresses.join(",")}}`}::macaddr[])`,
  );
  const byAddress = new Map(found.map((attachment) => [attachment.mac_address, attachment]));
  return [...new Set(macAddresses)].flatMap((macAddress) => byAddress.get(macAddress) ?? []);
}

/** Those that `where` chooses of `place`, by port and MAC address. */
export async function readAttachments(db: Db, where: SQL): Promise<Attachment[]> {
  const rows = await db.execute(sql`
    SELECT place.mac_address, place.device_id, ${deviceNameOf(sql`device`)} AS switch_name, place.port_index,
      coalesce(port.name, 'port ' || abs(place.port_index)) AS port_name, port.alias AS port_alias,
      place.reason, place.known_by, greatest(coalesce(port.macs, 0), 1) AS behind_port,
      seen.vlans, (extract(epoch FROM seen.since) * 1000)::float8 AS since,
      (extract(epoch FROM seen.last_seen) * 1000)::float8 AS last_seen, seen.is_present
    FROM forwarding_places place
    JOIN devices device ON device.id = place.device_id
    LEFT JOIN forwarding_ports port ON port.device_id = place.device_id AND port.port_index = place.port_index
    CROSS JOIN LATERAL (
      SELECT array_agg(DISTINCT entry.vlan::text) FILTER (WHERE entry.vlan IS NOT NULL) AS vlans, min(entry.since) AS since,
        max(coalesce(entry.last_seen, own.complete_at)) AS last_seen,
        bool_or(entry.last_seen IS NULL OR entry.last_seen >= own.read_at) AS is_present
      FROM forwarding_entries entry JOIN forwarding_switches own ON own.device_id = entry.device_id
      WHERE entry.mac_address = place.mac_address AND entry.device_id = place.device_id
        AND entry.port_index = place.port_index
      HAVING count(*) > 0
    ) seen
    WHERE ${where}
    ORDER BY place.port_index, place.mac_address`);
  return z
    .array(Row)
    .parse([...rows])
    .map(toAttachment);
}

function toAttachment(row: z.infer<typeof Row>): Attachment {
  return {
    mac_address: row.mac_address,
    switch: { id: row.device_id, name: row.switch_name },
    port_index: row.port_index,
    port_name: row.port_name,
    port_alias: row.port_alias,
    vlans: (row.vlans ?? []).toSorted((one, other) => one - other),
    since: toTimestamp(row.since),
    last_seen: toTimestamp(row.last_seen),
    is_present: row.is_present,
    reason: row.reason,
    known_by: row.known_by,
    behind_port: row.behind_port,
  };
}
