import { and, eq, isNull } from "drizzle-orm";
import type { Actor } from "#features/audit";
import { findIds, type Keyed } from "#platform/http/upsert";
import type { SensorCreate, SensorRead, SensorUpdate } from "./models";
import { getSensor } from "./rows";
import { createSensor, updateSensor } from "./service";
import { sensors } from "./tables";

/** A sensor of a person's own under its device and its name. */
export function sensorByKey(
  { actor, deviceId }: { actor: Actor; deviceId: number },
  sensor: SensorCreate,
): Keyed<SensorRead, SensorUpdate> {
  const where = and(eq(sensors.deviceId, deviceId), isNull(sensors.key), eq(sensors.name, sensor.name));
  return {
    key: `sensor of device ${deviceId} named ${sensor.name}`,
    find: (db) => findIds(db, { table: sensors, where }),
    read: (db, id) => getSensor({ db }, { deviceId, sensorId: id }),
    create: (db) => createSensor({ db, actor }, { deviceId, input: sensor }),
    update: (db, { id, ...change }) => updateSensor({ db, actor }, { deviceId, sensorId: id, ...change }),
  };
}
