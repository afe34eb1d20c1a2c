import { sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import { occupiedAddresses } from "../occupied-addresses";
import { formatAddress } from "../prefix";
import { addUp, toSegments, type Counts, type Node, type Segment, type Usage } from "./usage-tree";

type SegmentRow = { id: string; used: number; devices: number; leases: number; reservations: number };

/** How full each subnet is: one statement, in which each address is looked at once. `nodes` come from `toTree`. */
export async function measureUsage(db: Db, nodes: readonly Node[]): Promise<Map<number, Usage>> {
  const segments = toSegments(nodes);
  if (segments.length === 0) return addUp(nodes, new Map());
  const rows = await db.execute<SegmentRow>(sql`
    WITH segment AS (
      SELECT * FROM unnest(
        ${textArray(segments.map(({ id }) => String(id)))}::bigint[],
        ${textArray(segments.map((segment) => addressOf(segment, segment.first)))}::inet[],
        ${textArray(segments.map((segment) => addressOf(segment, segment.last)))}::inet[]
      ) AS segment (id, first, last)
    )
    SELECT segment.id::text, sum(found.used)::int AS used, sum(found.devices)::int AS devices,
      sum(found.leases)::int AS leases, sum(found.reservations)::int AS reservations
    FROM segment CROSS JOIN LATERAL (
      SELECT count(*) AS used, count(*) FILTER (WHERE is_device) AS devices,
        count(*) FILTER (WHERE is_lease) AS leases, count(*) FILTER (WHERE is_reservation) AS reservations
      FROM (
        SELECT bool_or(kind = 'device') AS is_device, bool_or(kind = 'lease') AS is_lease,
          bool_or(kind = 'reservation') AS is_reservation
        FROM ${occupiedAddresses} AS occupied
        WHERE occupied.address BETWEEN segment.first AND segment.last
        GROUP BY occupied.address
      ) AS each
    ) AS found
    WHERE found.used > 0
    GROUP BY segment.id`);
  const own = rows.map(({ id, ...counts }): [number, Counts] => [Number(id), counts]);
  return addUp(nodes, new Map(own));
}

function addressOf({ family }: Segment, value: bigint): string {
  return formatAddress({ family, value });
}

/** As PostgreSQL writes an array; the texts hold nothing that would need quotes. */
function textArray(texts: readonly string[]) {
  return `{${texts.join(",")}}`;
}
