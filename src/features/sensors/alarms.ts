import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#platform/database";
import { checkTargets } from "#tables/monitoring";
import { deviceNameOf, devices } from "#tables/topology";
import { sensors, sensorStateChanges } from "./tables";

/** Of one question: whoever asks for more cannot read it. */
const MAX_FOUND = 5000;

const SensorAlarm = z.object({
  sensorId: z.number(),
  deviceId: z.number(),
  name: z.string(),
  state: z.enum(["warning", "critical"]),
  /** Since when it is in this state. */
  since: z.coerce.date(),
  reason: z.string(),
  deviceName: z.string(),
  address: z.string().nullable(),
});
export type SensorAlarm = z.infer<typeof SensorAlarm>;

/**
 * Sensors whose state is warning or critical, with what was said when that was confirmed; at most 5,000. Those of
 * devices in maintenance, or that nobody watches for the moment, are not among them, nor those that are switched off.
 * `deviceId` null: of every device.
 */
export async function findSensorAlarms(
  db: Db,
  { deviceId }: { deviceId: number | null },
): Promise<SensorAlarm[]> {
  const rows = await db.execute(sql`
    SELECT ${sensors.id}::float8 AS "sensorId", ${devices.id}::float8 AS "deviceId", ${sensors.name} AS name, ${sensors.state} AS state,
      ${sensors.stateSince} AS since, coalesce(last.reason, 'no value') AS reason, ${deviceNameOf()} AS "deviceName",
      ${devices.ipAddress} AS address
    FROM ${sensors} JOIN ${devices} ON ${devices.id} = ${sensors.deviceId}
    LEFT JOIN LATERAL (
      SELECT reason FROM ${sensorStateChanges} change WHERE change.sensor_id = ${sensors.id} ORDER BY at DESC, id DESC LIMIT 1) last ON true
    WHERE ${sensors.state} IN ('warning', 'critical') AND ${sensors.enabled} AND ${sensors.goneSince} IS NULL
      AND ${deviceId === null ? sql`true` : sql`${devices.id} = ${deviceId}`} AND NOT ${devices.monitoringPaused}
      AND NOT EXISTS (
        SELECT FROM ${checkTargets} WHERE ${checkTargets.deviceId} = ${devices.id} AND ${checkTargets.kind} = 'device'
          AND ${checkTargets.state} IN ('maintenance', 'paused'))
    ORDER BY ${sensors.id} LIMIT ${MAX_FOUND}`);
  return z.array(SensorAlarm).parse([...rows]);
}
