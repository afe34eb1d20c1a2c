import { sql } from "drizzle-orm";
import { z } from "zod";
import { anyOf } from "#platform/any-of";
import type { Db } from "#platform/database";
import { deviceNameOf, devices } from "#tables/topology";
import { sensors, sensorStateChanges } from "./tables";

const AlarmedSensor = z.object({
  sensorId: z.number(),
  deviceId: z.number(),
  name: z.string(),
  deviceName: z.string(),
  address: z.string().nullable(),
});
export type AlarmedSensor = z.infer<typeof AlarmedSensor>;

type Since = { deviceId: number | null; from: Date };

/** Sensors in use that are in alarm, or have been since then. `deviceId` null: of every device. */
export async function findOnceAlarmed(db: Db, { deviceId, from }: Since): Promise<AlarmedSensor[]> {
  const rows = await db.execute(sql`
    SELECT ${sensors.id}::float8 AS "sensorId", ${devices.id}::float8 AS "deviceId", ${sensors.name} AS name,
      ${deviceNameOf()} AS "deviceName", ${devices.ipAddress} AS address
    FROM ${sensors} JOIN ${devices} ON ${devices.id} = ${sensors.deviceId}
    WHERE ${sensors.enabled} AND ${sensors.goneSince} IS NULL AND NOT ${devices.monitoringPaused}
      AND ${deviceId === null ? sql`true` : sql`${devices.id} = ${deviceId}`}
      AND (${sensors.state} IN ('warning', 'critical') OR ${sensors.id} IN (
        SELECT sensor_id FROM ${sensorStateChanges} WHERE at >= ${from.toISOString()}
          AND (state IN ('warning', 'critical') OR previous_state IN ('warning', 'critical'))))
    ORDER BY ${sensors.id}`);
  return z.array(AlarmedSensor).parse([...rows]);
}

const SensorState = z.object({
  sensorId: z.number(),
  at: z.coerce.date(),
  state: z.string(),
  reason: z.string(),
});
export type SensorState = z.infer<typeof SensorState>;

/** States of these sensors in that time, by sensor, the oldest first, after the last one before it. */
export async function readSensorStates(
  db: Db,
  { sensorIds, from, to }: { sensorIds: readonly number[]; from: Date; to: Date },
): Promise<ReadonlyMap<number, SensorState[]>> {
  const columns = sql`sensor_id::float8 AS "sensorId", at, state, reason, id`;
  const rows = await db.execute(sql`
    (SELECT DISTINCT ON (sensor_id) ${columns} FROM ${sensorStateChanges}
      WHERE sensor_id = ${anyOf(sensorIds)} AND at < ${from.toISOString()} ORDER BY sensor_id, at DESC, id DESC)
    UNION ALL
    (SELECT ${columns} FROM ${sensorStateChanges}
      WHERE sensor_id = ${anyOf(sensorIds)} AND at >= ${from.toISOString()} AND at < ${to.toISOString()})
    ORDER BY at, id`);
  return Map.groupBy(z.array(SensorState).parse([...rows]), ({ sensorId }) => sensorId);
}
