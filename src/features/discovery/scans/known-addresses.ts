import { sql } from "drizzle-orm";
import { z } from "zod";
import { formatAddress } from "#features/ipam";
import type { Db } from "#platform/database";
import { canonicalAddress } from "#platform/ip";
import { learnIpv6Neighbours } from "../sweep/learn-neighbours";
import { hasAddress, type Interval } from "../target/target";

/** How long ago somebody may have had an address that is asked again. */
const KNOWN_DAYS = 30;

const Rows = z.array(z.object({ address: z.string() }));

/**
 * The addresses in networks of IPv6 that anything is known of, at most so many: those of devices, reservations, leases
 * and former scans, those that somebody had lately (ARP and neighbour tables of routers among them), and neighbours of
 * this machine.
 */
export async function findKnownAddresses(
  db: Db,
  { intervals, most }: { intervals: readonly Interval[]; most: number },
): Promise<string[]> {
  if (intervals.length === 0) return [];
  const ends = intervals.map(({ family, first, last }) => ({
    first: formatAddress({ family, value: first }),
    last: formatAddress({ family, value: last }),
  }));
  const rows = await db.execute(sql`
    SELECT DISTINCT host(known.address) AS address
    FROM jsonb_to_recordset(${JSON.stringify(ends)}::text::jsonb) AS asked (first inet, last inet)
    CROSS JOIN LATERAL (
      SELECT address FROM every_device_address WHERE address BETWEEN asked.first AND asked.last
      UNION SELECT address FROM ip_reservations
        WHERE released_at IS NULL AND address BETWEEN asked.first AND asked.last
      UNION SELECT address FROM dhcp_leases WHERE closed_at IS NULL AND address BETWEEN asked.first AND asked.last
      UNION SELECT address FROM discovery_hosts WHERE address BETWEEN asked.first AND asked.last
      UNION SELECT address FROM address_bindings WHERE address BETWEEN asked.first AND asked.last
        AND ends_at > now() - make_interval(days => ${KNOWN_DAYS})
    ) known
    LIMIT ${most}`);
  const recorded = Rows.parse([...rows]).flatMap(({ address }) => canonicalAddress(address) ?? []);
  const neighbours = learnIpv6Neighbours((address) => hasAddress({ intervals }, address));
  return [...new Set([...neighbours, ...recorded])].slice(0, most);
}
