import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#platform/database";
import type { LldpStatus } from "./models";

const Figures = z.object({
  rows: z.coerce.number(),
  neighbours: z.coerce.number(),
  sources: z.coerce.number(),
});

/**
 * How many neighbours are kept, and what they and the devices that were asked for them take in octets, indexes
 * included.
 */
export async function measureNeighbours(db: Db): Promise<z.infer<typeof Figures>> {
  const rows = await db.execute(sql`
    SELECT (SELECT count(*) FROM lldp_neighbours) AS rows,
      pg_total_relation_size('lldp_neighbours') AS neighbours,
      pg_total_relation_size('lldp_sources') AS sources`);
  const [figures] = z.array(Figures).parse([...rows]);
  if (figures === undefined) throw new Error("our bug: figures without a row");
  return figures;
}

export async function readNeighbourStatus(db: Db, retentionDays: number): Promise<LldpStatus> {
  const { rows, neighbours, sources } = await measureNeighbours(db);
  return { rows, size_bytes: neighbours + sources, retention_days: retentionDays };
}
