import { sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#platform/database";
import { toTimestamp } from "#platform/http/fields";
import { targetName } from "../target-name";
import { Standing, STANDINGS, type DeviceStandings, type MonitoringOverview } from "./models";

/** Nothing was heard for so many intervals, and so long: what was seen last is no news any more. */
const STALE = { intervals: 3, graceSeconds: 15 };
/** Changes of state in an hour. */
const FLAPPING = 4;
const MAX_NAMED = 10;
/** Those that somebody should look at. */
const TROUBLE: readonly Standing[] = ["down", "unexpected", "flapping", "stale", "unreachable"];

const rankOf = (standing: SQL) =>
  sql`array_position(ARRAY[${sql.join(
    STANDINGS.map((one) => sql`${one}`),
    sql`, `,
  )}]::text[], ${standing})`;

/** Every target and how it stands, as `standings(id, kind, ..., standing)`. */
const STANDING_OF_EACH = sql`
  WITH changes AS (
    SELECT target_id, count(*) AS count FROM state_changes AS change
    WHERE at > now() - interval '1 hour' AND EXISTS (
      SELECT FROM state_changes AS earlier WHERE earlier.target_id = change.target_id
        AND (earlier.at, earlier.id) < (change.at, change.id))
    GROUP BY target_id),
  standings AS (
    SELECT target.id, target.kind, target.device_id, target.service_check_id, target.monitor_id, target.state_since, target.result,
      CASE
        WHEN target.state <> 'paused'
          AND target.checked_at < now() - make_interval(secs => ${STALE.intervals} * target.interval_seconds + ${STALE.graceSeconds})
          THEN 'stale'
        WHEN target.state = 'down' AND target.kind = 'device' AND device.expected_status = 'offline' THEN 'off'
        WHEN target.state = 'up' AND target.kind = 'device' AND device.expected_status = 'offline' THEN 'unexpected'
        WHEN target.state = 'up' AND changes.count >= ${FLAPPING} THEN 'flapping'
        ELSE target.state END AS standing
    FROM check_targets target
    LEFT JOIN devices device ON device.id = target.device_id
    LEFT JOIN changes ON changes.target_id = target.id)`;

const Counted = z.array(
  z.object({ standing: Standing, devices: z.number(), services: z.number(), monitors: z.number() }),
);

const id = z.number().nullable();
const Named = z.array(
  z.object({
    target_id: z.number(),
    kind: z.enum(["device", "service", "monitor"]),
    device_id: id,
    service_check_id: id,
    monitor_id: id,
    name: z.string(),
    standing: Standing,
    since_ms: z.number(),
    error: z.string().nullable(),
  }),
);

/** How many stand how, and the few that are the worst. */
export async function readOverview(db: Db): Promise<MonitoringOverview> {
  const counted = (kind: string) => sql`(count(*) FILTER (WHERE kind = ${kind}))::float8`;
  const counts = await db.execute(sql`${STANDING_OF_EACH}
    SELECT standing, ${counted("device")} AS devices, ${counted("service")} AS services, ${counted("monitor")} AS monitors
    FROM standings GROUP BY standing ORDER BY ${rankOf(sql`standing`)}`);
  const worst = await db.execute(sql`${STANDING_OF_EACH}
    SELECT standings.id::float8 AS target_id, standings.kind, standings.device_id::float8 AS device_id,
      service_check_id::float8 AS service_check_id, monitor_id::float8 AS monitor_id, ${targetName} AS name, standing,
      (extract(epoch FROM state_since) * 1000)::float8 AS since_ms, result ->> 'error' AS error
    FROM standings
    LEFT JOIN devices ON devices.id = standings.device_id
    LEFT JOIN service_checks ON service_checks.id = standings.service_check_id
    LEFT JOIN monitors ON monitors.id = standings.monitor_id
    WHERE standing IN (${sql.join(
      TROUBLE.map((one) => sql`${one}`),
      sql`, `,
    )})
    ORDER BY ${rankOf(sql`standing`)}, state_since DESC, standings.id LIMIT ${MAX_NAMED}`);
  return {
    counts: Counted.parse([...counts]),
    worst: Named.parse([...worst]).map(({ since_ms: sinceMs, ...target }) => ({
      ...target,
      since: toTimestamp(new Date(sinceMs)),
    })),
  };
}

const ByStanding = z.array(z.object({ standing: Standing, ids: z.string() }));

/** Devices that are watched, by how they stand. */
export async function readDeviceStandings(db: Db): Promise<DeviceStandings> {
  // As one text each: there may be a hundred thousand.
  const rows = await db.execute(sql`${STANDING_OF_EACH}
    SELECT standing, '[' || string_agg(device_id::text, ',' ORDER BY device_id) || ']' AS ids
    FROM standings WHERE kind = 'device' GROUP BY standing ORDER BY ${rankOf(sql`standing`)}`);
  const byStanding = ByStanding.parse([...rows]).map(({ standing, ids }) => [
    standing,
    JSON.parse(ids) as number[],
  ]);
  return { standings: Object.fromEntries(byStanding) };
}
