import { eq, sql } from "drizzle-orm";
import type { DeviceMover, Merge } from "#features/topology";
import { isSensorOfPeople, sensors } from "./tables";

/**
 * Gives what is measured on a device to another. What both have is one: that on which a person has set something, else
 * the kept one's.
 */
export const sensorDeviceMover: DeviceMover = {
  columns: ["sensors.device_id"],
  async move(merge) {
    const { db, kept, gone } = merge;
    await dropTwins(merge, { of: kept, by: gone, isOfPeople: true });
    const joined = await dropTwins(merge, { of: gone, by: kept, isOfPeople: false });
    const moved = await db
      .update(sensors)
      .set({ deviceId: kept })
      .where(eq(sensors.deviceId, gone))
      .returning({ name: sensors.name });
    return [
      { kind: "sensors", outcome: "moved", names: moved.map(({ name }) => name) },
      { kind: "sensors", outcome: "joined", names: joined },
    ];
  },
};

type Twins = {
  of: number;
  by: number;
  /** Only where a person has made the other what it is, and not this one. */ isOfPeople: boolean;
};

async function dropTwins({ db }: Merge, { of, by, isOfPeople }: Twins): Promise<string[]> {
  const rows = await db.execute<{ name: string }>(sql`
    WITH others AS (SELECT key, oid FROM ${sensors} WHERE device_id = ${by} AND (NOT ${isOfPeople} OR ${isSensorOfPeople}))
    DELETE FROM ${sensors} WHERE device_id = ${of} AND NOT (${isOfPeople} AND ${isSensorOfPeople}) AND EXISTS (
      SELECT FROM others WHERE others.key = sensors.key OR (others.key IS NULL AND sensors.key IS NULL AND others.oid = sensors.oid))
    RETURNING name`);
  return rows.map(({ name }) => name);
}
