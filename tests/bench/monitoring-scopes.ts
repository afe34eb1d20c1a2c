import type { Sql } from "#platform/database";
import { openEngineStore } from "../../src/features/monitoring/engine/store";
import { createTestDatabase } from "../support/database";
import { percentile, printFigure } from "./report";

const DEVICES = 10_000;
const CHECKS = 20;
const LOOKS = 15;
const SETTINGS = { isEnabled: true, intervalSeconds: 60 };

/**
 * What it costs to look what there is to check where scopes say it: with nothing new, and after a change of one device.
 */
export async function benchMonitoringScopes(): Promise<void> {
  process.stdout.write(`\n-- scopes: ${CHECKS} checks by scope on ${DEVICES} devices\n`);
  const database = await createTestDatabase();
  try {
    const { sql } = database;
    const store = openEngineStore(database);
    await givenScopes(sql);
    const first = await timed(() => store.reconcile(SETTINGS));
    printFigure({ name: "first look, which makes the targets", value: first, unit: "ms" });
    await sql`ANALYZE`;
    const [made] = await sql<{ count: number }[]>`SELECT count(*)::int AS count FROM check_targets`;
    printFigure({ name: "  targets", value: made?.count ?? 0, unit: "" });
    await store.reconcile(SETTINGS);
    const quiet = await repeated(() => store.reconcile(SETTINGS));
    printFigure({ name: "a look with nothing new, median", value: percentile(quiet, 0.5), unit: "ms" });
    printFigure({ name: "  slowest", value: Math.max(...quiet), unit: "ms" });
    const changed = await repeated(async () => {
      await sql`UPDATE devices SET tags = ARRAY[md5(random()::text)] WHERE id = (SELECT min(id) FROM devices)`;
      await store.reconcile(SETTINGS);
    });
    printFigure({
      name: "a look after a change of a device, median",
      value: percentile(changed, 0.5),
      unit: "ms",
    });
  } finally {
    await database.drop();
  }
}

async function repeated(work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < LOOKS; round++) times.push(await timed(work));
  return times;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Ten types, twenty tags, twenty groups and a hundred networks; the checks name them in turn. */
async function givenScopes(sql: Sql): Promise<void> {
  await sql`INSERT INTO topology_groups (name) SELECT 'group ' || n FROM generate_series(1, 20) n`;
  await sql`
    INSERT INTO devices (ip_address, status, lifecycle, monitoring_paused, expected_status, icon, device_type, tags, topology_group_id)
    SELECT '10.1.' || n / 100 || '.' || n % 100 + 1, 'active', 'active', false, 'online', 'server', 'type' || n % 10,
      ARRAY['tag' || n / 10 % 20], (SELECT min(id) FROM topology_groups) + n / 200 % 20
    FROM generate_series(0, ${DEVICES - 1}) n`;
  await sql`
    INSERT INTO service_checks (scope, port, label, check_type, http_method, expected_status_min, expected_status_max, verify_tls,
      follow_redirects, enabled, failures_to_down, successes_to_up)
    SELECT jsonb_build_object('types', '[]'::jsonb, 'tags', '[]'::jsonb, 'group_ids', '[]'::jsonb, 'site_ids', '[]'::jsonb,
        'networks', '[]'::jsonb) || CASE n % 4
        WHEN 0 THEN jsonb_build_object('types', jsonb_build_array('type' || n % 10, 'type' || (n + 1) % 10))
        WHEN 1 THEN jsonb_build_object('tags', jsonb_build_array('tag' || n, 'tag' || (n + 1) % 20))
        WHEN 2 THEN jsonb_build_object('group_ids', jsonb_build_array((SELECT min(id) FROM topology_groups) + n))
        ELSE jsonb_build_object('networks', jsonb_build_array('10.1.' || n || '.0/24', '10.1.' || n + 20 || '.0/24')) END,
      1000 + n, 'check ' || n, 'tcp', 'GET', 200, 399, true, true, true, 2, 1
    FROM generate_series(0, ${CHECKS - 1}) n`;
}
