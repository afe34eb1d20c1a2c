import { sql } from "drizzle-orm";
import type { Db } from "#platform/database";

/** What discovery keeps, and what that takes, indexes included. */
export type DiscoveryFigures = {
  unresolved: Record<string, number>;
  bytes: { scans: number; hosts: number; observations: number; presences: number; identities: number };
};

/** Counted by the database in two statements. */
export async function measureDiscovery(db: Db): Promise<DiscoveryFigures> {
  const rows = await db.execute<{ type: string; rows: number }>(sql`
    SELECT observation_type AS type, count(*)::int AS rows FROM discovery_observations
    WHERE status <> 'resolved' GROUP BY observation_type`);
  const [sizes] = await db.execute<DiscoveryFigures["bytes"]>(sql`
    SELECT pg_total_relation_size('discovery_scans')::float8 AS scans,
      pg_total_relation_size('discovery_hosts')::float8 AS hosts,
      pg_total_relation_size('discovery_observations')::float8 AS observations,
      pg_total_relation_size('discovery_presences')::float8 AS presences,
      pg_total_relation_size('device_identities')::float8 AS identities`);
  if (sizes === undefined) throw new Error("our bug: sizes without a row");
  return { unresolved: Object.fromEntries(rows.map(({ type, rows: count }) => [type, count])), bytes: sizes };
}
