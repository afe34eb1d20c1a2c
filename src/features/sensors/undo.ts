import { eq, sql } from "drizzle-orm";
import { recordAudit } from "#features/audit";
import { addLost, readRequest, restoreRow, undoersOf, type ObjectKind, type Undoer } from "#features/undo";
import type { Db } from "#platform/database";
import { notFound } from "#platform/errors";
import { SensorCreate, SensorUpdate } from "./models";
import { toColumns, toFields, type SensorRow } from "./rows";
import { auditedSensor, deleteSensor, requireSensorRoom, updateSensor } from "./service";
import { sensors } from "./tables";

/** Only said where a sensor is deleted: where it was. */
const PLACE = ["device_id", "key", "created_at"];

const SENSORS: ObjectKind = {
  permission: "monitoring_write",
  actions: {
    created: ["monitoring.sensor_created"],
    updated: ["monitoring.sensor_updated"],
    deleted: ["monitoring.sensor_deleted"],
  },
  stored: { table: sensors, only: sql`entry.before ? 'device_id'` },
  refusalOf: ({ action, before }) =>
    action === "monitoring.sensor_deleted" && !isWhole(before)
      ? "the entry does not say which device it was of: an earlier version wrote it"
      : undefined,
  targetOf: (id) => `sensor:${id}`,
  nameOf: ({ name }) => (typeof name === "string" ? name : null),
  comparable: (fields) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => !PLACE.includes(name))),
  async find(db, id) {
    const row = await findRow(db, id);
    return row && toFields(row);
  },
  async change({ db, actor }, { id, fields }) {
    const { deviceId } = await requireRow(db, id);
    const changes = readRequest(SensorUpdate, fields);
    await updateSensor({ db, actor }, { deviceId, sensorId: id, changes, ifMatch: undefined });
  },
  async remove({ db, actor }, id) {
    const { deviceId } = await requireRow(db, id);
    await deleteSensor({ db, actor }, { deviceId, sensorId: id, ifMatch: undefined, isDryRun: false });
  },
  async restore(run, { id, before, about }) {
    const { device_id: deviceId, key, created_at: createdAt } = before;
    if (key === null) await requireSensorRoom(run.db, Number(deviceId));
    const columns = { ...toColumns(readRequest(SensorCreate, before)), deviceId, key, createdAt };
    const unique = { field: "key", message: "the agent has it again: it was found anew" };
    if (!(await restoreRow(run, { table: sensors, id, columns, about, unique }))) return undefined;
    addLost(run, { kind: "history", keys: [`sensor:${id}`], reason: "what was measured is not kept" });
    await recordAudit(run, {
      action: "monitoring.sensor_created",
      ...auditedSensor(await requireRow(run.db, id)),
    });
    return {};
  },
};

/** How changes of sensors are taken back. */
export const SENSOR_UNDOERS: readonly Undoer[] = undoersOf(SENSORS);

function isWhole(before: unknown): boolean {
  return typeof before === "object" && before !== null && "device_id" in before;
}

async function findRow(db: Db, id: number): Promise<SensorRow | undefined> {
  const [row] = await db.select().from(sensors).where(eq(sensors.id, id)).for("update");
  return row;
}

async function requireRow(db: Db, id: number): Promise<SensorRow> {
  const row = await findRow(db, id);
  if (row === undefined) throw notFound("Sensor not found");
  return row;
}
