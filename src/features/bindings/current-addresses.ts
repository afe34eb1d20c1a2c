import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#platform/database";
import { canonicalAddress } from "#platform/ip";

/** An address that a machine has, and what it calls itself. */
export type CurrentAddress = { macAddress: string; address: string; host: string | null };

const Row = z.object({ mac_address: z.string(), address: z.string(), host: z.string().nullable() });

/**
 * The addresses that machines have at that moment, by their MAC addresses in canonical form, each pair once, the latest
 * begun first. What was only concluded from where a MAC address hangs (`snmp`) is none that anybody has seen.
 */
export async function findCurrentAddresses(
  db: Db,
  { macAddresses, at }: { macAddresses: readonly string[]; at: Date },
): Promise<CurrentAddress[]> {
  if (macAddresses.length === 0) return [];
  const moment = at.toISOString();
  const rows = await db.execute(sql`
    SELECT mac_address, host(address) AS address, (array_agg(host ORDER BY held_from DESC)
      FILTER (WHERE host IS NOT NULL))[1] AS host
    FROM address_bindings
    WHERE mac_address = ANY (${`{${macAddresses.join(",")}}`}::macaddr[]) AND source <> 'snmp'
      AND held_from <= ${moment}::timestamptz AND ends_at > ${moment}::timestamptz
    GROUP BY mac_address, address ORDER BY max(held_from) DESC, address`);
  return z
    .array(Row)
    .parse([...rows])
    .map(({ mac_address: macAddress, address, host }) => ({
      macAddress,
      address: canonicalAddress(address) ?? address,
      host,
    }));
}
