import { and, asc, eq, sql } from "drizzle-orm";
import { requireDevice } from "#features/topology";
import type { Db } from "#platform/database";
import { anyOf } from "#platform/any-of";
import { notFound } from "#platform/errors";
import { toTimestamp } from "#platform/http/fields";
import { compareNaturally, type Keys } from "#platform/http/paging";
import { SensorRead, type SensorFields } from "./models";
import { SENSOR_CATEGORIES } from "./read/reading";
import { sensorReadings, sensors } from "./tables";

export type SensorRow = typeof sensors.$inferSelect;

const NOT_FOUND = "Sensor not found";
const { category, kind, state, agent_status: agentStatus } = SensorRead.shape;

/** As people look for them: by category, then by name, those that are gone last. */
function orderOf({ gone_since: gone, category: own, name, id }: SensorRead): Keys {
  return [gone === null ? 0 : 1, SENSOR_CATEGORIES.indexOf(own), name, id];
}

/** The sensors of a device. Throws 404. */
export async function listSensors({ db }: { db: Db }, deviceId: number): Promise<SensorRead[]> {
  await requireDevice(db, deviceId);
  const rows = await db.select().from(sensors).where(eq(sensors.deviceId, deviceId));
  const list = await withRecent(db, rows);
  return list.toSorted((one, other) => compareNaturally(orderOf(one), orderOf(other)));
}

export type SensorPlace = { deviceId: number; sensorId: number };

/** Throws 404. */
export async function getSensor({ db }: { db: Db }, place: SensorPlace): Promise<SensorRead> {
  return shown(db, await findSensor(db, place));
}

/** Throws 404. */
export async function findSensor(db: Db, place: SensorPlace): Promise<SensorRow> {
  const [row] = await db.select().from(sensors).where(isAt(place));
  if (row === undefined) throw notFound(NOT_FOUND);
  return row;
}

/** Nobody else changes it until the transaction ends. Throws 404. */
export async function lockSensor(db: Db, place: SensorPlace): Promise<SensorRow> {
  const [row] = await db.select().from(sensors).where(isAt(place)).for("update");
  if (row === undefined) throw notFound(NOT_FOUND);
  return row;
}

function isAt({ deviceId, sensorId }: SensorPlace) {
  return and(eq(sensors.id, sensorId), eq(sensors.deviceId, deviceId));
}

/** A sensor as it is answered. */
export async function shown(db: Db, row: SensorRow): Promise<SensorRead> {
  const [sensor] = await withRecent(db, [row]);
  if (sensor === undefined) throw new Error("our bug: a row without its sensor");
  return sensor;
}

async function withRecent(db: Db, rows: readonly SensorRow[]): Promise<SensorRead[]> {
  if (rows.length === 0) return [];
  const { sensorId, at, value } = sensorReadings;
  const readings = await db
    .select({ sensorId, value })
    .from(sensorReadings)
    .where(sql`${sensorId} = ${anyOf(rows.map(({ id }) => id))}`)
    .orderBy(asc(sensorId), asc(at));
  const bySensor = Map.groupBy(readings, (reading) => reading.sensorId);
  return rows.map((row) =>
    toSensor(
      row,
      (bySensor.get(row.id) ?? []).map((reading) => reading.value),
    ),
  );
}

/** `recent`: values of the last hour or two, oldest first. */
export function toSensor(row: SensorRow, recent: number[]): SensorRead {
  return {
    id: row.id,
    device_id: row.deviceId,
    origin: row.key === null ? "own" : "found",
    ...toFields(row),
    value: row.value,
    words: row.words,
    agent_status: agentStatus.parse(row.agentStatus),
    read_at: toTimestamp(row.readAt),
    state: state.parse(row.state),
    state_since: toTimestamp(row.stateSince),
    is_judged: row.agentStatus !== null || hasBounds(row),
    gone_since: toTimestamp(row.goneSince),
    recent,
    created_at: toTimestamp(row.createdAt),
    updated_at: toTimestamp(row.updatedAt),
  };
}

function hasBounds(row: SensorRow): boolean {
  return [row.warnAbove, row.criticalAbove, row.warnBelow, row.criticalBelow].some((bound) => bound !== null);
}

/** What is written of a sensor, in the API's names. */
export function toFields(row: SensorRow): SensorFields {
  return {
    name: row.name,
    category: category.parse(row.category),
    oid: row.oid,
    unit: row.unit,
    kind: kind.parse(row.kind),
    factor: row.factor,
    divisor: row.divisor,
    enabled: row.enabled,
    warn_above: row.warnAbove,
    critical_above: row.criticalAbove,
    warn_below: row.warnBelow,
    critical_below: row.criticalBelow,
    clear_margin: row.clearMargin,
    confirm_after: row.confirmAfter,
  };
}

/** The same in the table's names. */
export function toColumns(fields: SensorFields) {
  return {
    name: fields.name,
    category: fields.category,
    oid: fields.oid,
    unit: fields.unit,
    kind: fields.kind,
    factor: fields.factor,
    divisor: fields.divisor,
    enabled: fields.enabled,
    warnAbove: fields.warn_above,
    criticalAbove: fields.critical_above,
    warnBelow: fields.warn_below,
    criticalBelow: fields.critical_below,
    clearMargin: fields.clear_margin,
    confirmAfter: fields.confirm_after,
  };
}
