import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#platform/database";

/** Days of the settings that say how long things are kept. */
export type KeptDays = {
  events: number;
  bindings: number;
  forwarding: number;
  neighbours: number;
  toolResults: number;
};

const FOR_YEARS = "5 years";

/** How long rows of the tables that grow by themselves are kept, in words. */
export function retentionOf(kept: KeptDays): Record<string, string> {
  const days = (count: number) => `${count} days`;
  return {
    event_segments: `${days(kept.events)} (FIREWALL_LOG_RETENTION_DAYS)`,
    address_bindings: `${days(kept.bindings)} behind their end (BINDING_RETENTION_DAYS)`,
    forwarding_entries: `${days(kept.forwarding)} (FORWARDING_RETENTION_DAYS)`,
    forwarding_places: `${days(kept.forwarding)} (FORWARDING_RETENTION_DAYS)`,
    lldp_neighbours: `${days(kept.neighbours)} unheard (NEIGHBOUR_RETENTION_DAYS)`,
    tool_results: `${days(kept.toolResults)} (TOOL_RESULT_RETENTION_DAYS), 100 of each device`,
    audit_log: "for good",
    check_results: "until they are packed, at most a day",
    check_result_hours: days(30),
    check_result_days: days(30),
    check_rollups: `hours 366 days, days ${FOR_YEARS}`,
    state_changes: FOR_YEARS,
    alert_events: FOR_YEARS,
    alert_incidents: `${FOR_YEARS} behind their end`,
    port_samples: days(30),
    port_sample_days: days(30),
    port_hour_days: days(366),
    sensor_readings: days(30),
    sensor_reading_days: days(30),
    sensor_hour_days: days(366),
    discovery_scans: "90 days, and the last 20 of each schedule",
    discovery_observations: "90 days behind their end",
    device_identities: "365 days unseen",
    device_import_verdicts: "a day",
    import_rows: "30 days, of tried imports a day",
    outbox: days(30),
    operations: "7 days behind their end",
    operation_files: "7 days behind the end of their operations",
    idempotency_keys: "24 hours",
    sessions: "30 days behind their end",
    collector_reports: "24 hours",
  };
}

const Sizes = z.array(z.object({ name: z.string(), rows: z.number().nullable(), bytes: z.number() }));

export type TableSize = z.infer<typeof Sizes>[number] & { retention: string | null };

/** Every table with its size, the biggest first. Rows are PostgreSQL's own estimate; null: it has none yet. */
export async function readTableSizes(db: Db, kept: KeptDays): Promise<TableSize[]> {
  const rows = await db.execute(sql`
    SELECT relname AS name, CASE WHEN reltuples >= 0 THEN reltuples::float8 END AS rows,
      pg_total_relation_size(oid)::float8 AS bytes
    FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = current_schema()::regnamespace
    ORDER BY bytes DESC, relname`);
  const retention = new Map(Object.entries(retentionOf(kept)));
  return Sizes.parse([...rows]).map((table) => ({ ...table, retention: retention.get(table.name) ?? null }));
}
