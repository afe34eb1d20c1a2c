import { sql } from "drizzle-orm";
import type { Db } from "#platform/database";

/** Ports that are known, and what they and their history take, indexes included. */
export type PortFigures = {
  ports: number;
  bytes: { ports: number; counters: number; fresh: number; samples: number; hours: number };
};

/** Sizes are exact, the number of ports is the database's estimate. */
export async function measurePorts(db: Db): Promise<PortFigures> {
  const [row] = await db.execute<{ ports: number; bytes: PortFigures["bytes"] }>(sql`
    SELECT greatest(0, (SELECT reltuples FROM pg_class WHERE oid = 'device_ports'::regclass))::float8 AS ports,
      json_build_object(
        'ports', pg_total_relation_size('device_ports'),
        'counters', pg_total_relation_size('port_counters'),
        'fresh', pg_total_relation_size('port_samples'),
        'samples', pg_total_relation_size('port_sample_days'),
        'hours', pg_total_relation_size('port_hour_days')) AS bytes`);
  if (row === undefined) throw new Error("our bug: sizes without a row");
  return { ports: row.ports, bytes: row.bytes };
}
