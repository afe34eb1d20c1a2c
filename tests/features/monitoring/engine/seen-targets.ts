import type { Database } from "#platform/database";
import type { State } from "./network-model";

export type SeenTarget = {
  name: string;
  state: State;
  interval: number;
  changes: { atMs: number; state: State }[];
  results: { atMs: number; state: State }[];
  incidents: { startedAtMs: number; endedAtMs: number | null }[];
};

/** All that the database has of every target, by the names of the small network. */
export async function readTargets({ sql }: Database): Promise<Map<string, SeenTarget>> {
  const rows = await sql<SeenTarget[]>`
    SELECT coalesce(m.name, d.display_name || CASE t.kind WHEN 'service' THEN ' by SNMP' ELSE '' END) AS name, t.state,
      t.interval_seconds AS interval,
      (SELECT coalesce(json_agg(json_build_object('atMs', date_part('epoch', at) * 1000, 'state', state) ORDER BY id), '[]')
        FROM state_changes WHERE target_id = t.id) AS changes,
      (SELECT coalesce(json_agg(json_build_object('atMs', date_part('epoch', at) * 1000, 'state', state) ORDER BY at), '[]')
        FROM check_results WHERE target_id = t.id) AS results,
      (SELECT coalesce(json_agg(json_build_object('startedAtMs', date_part('epoch', started_at) * 1000,
          'endedAtMs', date_part('epoch', ended_at) * 1000) ORDER BY id), '[]')
        FROM incidents WHERE target_id = t.id) AS incidents
    FROM check_targets t LEFT JOIN devices d ON d.id = t.device_id LEFT JOIN monitors m ON m.id = t.monitor_id`;
  return new Map(rows.map((row) => [row.name, row]));
}
