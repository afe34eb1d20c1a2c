import { sql } from "drizzle-orm";
import type { Db } from "#platform/database";

/** Sensors by state, and what is kept of them in octets, indexes included. */
export type SensorFigures = {
  states: Record<string, number>;
  bytes: { sensors: number; changes: number; readings: number; days: number; hours: number };
};

/** Counted by the database in two statements. */
export async function measureSensors(db: Db): Promise<SensorFigures> {
  const rows = await db.execute<{ state: string; rows: number }>(sql`
    SELECT state, count(*)::int AS rows FROM sensors WHERE enabled AND gone_since IS NULL GROUP BY state`);
  const [bytes] = await db.execute<SensorFigures["bytes"]>(sql`
    SELECT pg_total_relation_size('sensors')::float8 AS sensors,
      pg_total_relation_size('sensor_state_changes')::float8 AS changes,
      pg_total_relation_size('sensor_readings')::float8 AS readings,
      pg_total_relation_size('sensor_reading_days')::float8 AS days,
      pg_total_relation_size('sensor_hour_days')::float8 AS hours`);
  if (bytes === undefined) throw new Error("our bug: sizes without a row");
  return { states: Object.fromEntries(rows.map(({ state, rows: count }) => [state, count])), bytes };
}
