import { sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#platform/database";

/** What switches say are their own (`device_id`, `mac_address`), and what the inventory has of them. */
export const ownAddresses = sql`
  SELECT own.device_id, given.mac_address FROM forwarding_switches own
    CROSS JOIN LATERAL unnest(own.own_addresses) AS given (mac_address)
  UNION SELECT own.device_id, device.mac_address::macaddr FROM forwarding_switches own
    JOIN devices device ON device.id = own.device_id AND device.mac_address IS NOT NULL
  UNION SELECT own.device_id, interface.mac_address::macaddr FROM forwarding_switches own
    JOIN device_interfaces interface ON interface.device_id = own.device_id AND interface.mac_address IS NOT NULL`;

const Owned = z.array(z.object({ mac_address: z.string(), device_id: z.coerce.number() }));

/** Whose own MAC addresses are, of those that `where` chooses; one that several switches have says nothing. */
export async function readOwners(db: Db, where: SQL): Promise<Map<string, number>> {
  const rows = await db.execute(sql`
    SELECT mac_address, min(device_id) AS device_id FROM (${ownAddresses}) own WHERE ${where}
    GROUP BY mac_address HAVING min(device_id) = max(device_id)`);
  return new Map(Owned.parse([...rows]).map((row) => [row.mac_address, row.device_id]));
}
