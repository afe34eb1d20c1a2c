import { and, asc, desc, eq, gte } from "drizzle-orm";
import type { Db } from "#platform/database";
import { toTimestamp } from "#platform/http/fields";
import type { Logger } from "#platform/log";
import { SensorRead, type SensorHistory } from "../models";
import { findSensor, type SensorPlace } from "../rows";
import { sensorHourDays, sensorReadingDays, sensorReadings, sensorStateChanges } from "../tables";
import { DAY_MS, HOUR_MS, rollUpHours, startOf, unpackHours } from "./packed-hours";
import { mergeReadings, unpackReadings, type StoredReading } from "./packed-readings";
import { foldPoints, type Point } from "./points";

/** Beyond so many hours a point is an hour. */
const SINGLE_VALUES_HOURS = 48;
const MAX_POINTS = 2000;
const MAX_CHANGES = 200;
const State = SensorRead.shape.state;

type Asked = SensorPlace & { hours: number; now: Date };
type Course = { points: Point[]; isDamaged: boolean };
type Reader = { db: Db; log: Logger };

/** The values of a sensor in the last hours, and the changes of its state. Throws 404. */
export async function readSensorHistory(
  reader: Reader,
  asked: Asked,
): Promise<{ history: SensorHistory; isDamaged: boolean }> {
  const { db } = reader;
  const { id: sensorId, unit } = await findSensor(db, asked);
  const from = new Date(asked.now.getTime() - asked.hours * HOUR_MS);
  const isSingle = asked.hours <= SINGLE_VALUES_HOURS;
  const { points, isDamaged } = await (isSingle ? readSingle : readHours)(reader, { sensorId, from });
  const folded = foldPoints(points, MAX_POINTS);
  const changes = await readChanges(db, { sensorId, from });
  return {
    history: {
      sensor_id: sensorId,
      unit,
      step_seconds: isSingle ? 0 : (HOUR_MS / 1000) * folded.times,
      points: folded.points.map(({ at, ...point }) => ({ at: toTimestamp(new Date(at)), ...point })),
      changes,
    },
    isDamaged,
  };
}

type Wanted = { sensorId: number; from: Date };

/** In the order in which values move: what moves meanwhile is found twice rather than not at all, and counts once. */
async function readSingle({ db, log }: Reader, { sensorId, from }: Wanted): Promise<Course> {
  const fresh = await readFresh(db, { sensorId, from });
  const days = await db
    .select()
    .from(sensorReadingDays)
    .where(and(eq(sensorReadingDays.sensorId, sensorId), gte(sensorReadingDays.startsAt, dayOf(from))))
    .orderBy(asc(sensorReadingDays.startsAt));
  const packed = days.map(({ startsAt, readings }) =>
    readable({ log, sensorId, startsAt }, () => unpackReadings(readings)),
  );
  const all = mergeReadings(
    packed.flatMap((day) => day ?? []),
    fresh,
  );
  const points = all
    .filter(({ at }) => at >= from.getTime())
    .map(({ at, value }) => ({ at, value, min: value, max: value, readings: 1 }));
  return { points, isDamaged: packed.includes(undefined) };
}

/** What is not packed yet is rolled up here. */
async function readHours({ db, log }: Reader, { sensorId, from }: Wanted): Promise<Course> {
  const fresh = await readFresh(db, { sensorId, from });
  const days = await db
    .select()
    .from(sensorHourDays)
    .where(and(eq(sensorHourDays.sensorId, sensorId), gte(sensorHourDays.startsAt, dayOf(from))))
    .orderBy(asc(sensorHourDays.startsAt));
  const packed = days.map(({ startsAt, hours }) =>
    readable({ log, sensorId, startsAt }, () =>
      unpackHours(hours).map((hour) => pointOf(startsAt.getTime(), hour)),
    ),
  );
  const unpacked = [...Map.groupBy(fresh, ({ at }) => startOf(at, DAY_MS))].flatMap(([startMs, own]) =>
    rollUpHours(own).map((hour) => pointOf(startMs, hour)),
  );
  const byTime = new Map(
    [...unpacked, ...packed.flatMap((day) => day ?? [])].map((point) => [point.at, point]),
  );
  const points = [...byTime.values()]
    .filter(({ at }) => at + HOUR_MS > from.getTime())
    .toSorted((one, other) => one.at - other.at);
  return { points, isDamaged: packed.includes(undefined) };
}

function pointOf(startMs: number, hour: ReturnType<typeof unpackHours>[number]): Point {
  const { mean: value, min, max, readings } = hour;
  return { at: startMs + hour.hour * HOUR_MS, value, min, max, readings };
}

function dayOf(from: Date): Date {
  return new Date(startOf(from.getTime(), DAY_MS));
}

async function readFresh(db: Db, { sensorId, from }: Wanted): Promise<StoredReading[]> {
  const rows = await db
    .select()
    .from(sensorReadings)
    .where(and(eq(sensorReadings.sensorId, sensorId), gte(sensorReadings.at, from)))
    .orderBy(asc(sensorReadings.at));
  return rows.map(({ at, value }) => ({ at: at.getTime(), value }));
}

type Packed = { log: Logger; sensorId: number; startsAt: Date };

/** Undefined: it is damaged, which the log is told. */
function readable<Read>({ log, sensorId, startsAt }: Packed, read: () => Read): Read | undefined {
  try {
    return read();
  } catch (error) {
    log.error({ err: error, sensorId, startsAt }, "stored values of a sensor are damaged and are left out");
    return undefined;
  }
}

async function readChanges(db: Db, { sensorId, from }: Wanted): Promise<SensorHistory["changes"]> {
  const { id, at } = sensorStateChanges;
  const rows = await db
    .select()
    .from(sensorStateChanges)
    .where(and(eq(sensorStateChanges.sensorId, sensorId), gte(at, from)))
    .orderBy(desc(at), desc(id))
    .limit(MAX_CHANGES);
  return rows.toReversed().map((row) => ({
    at: toTimestamp(row.at),
    previous_state: State.parse(row.previousState),
    state: State.parse(row.state),
    value: row.value,
    reason: row.reason,
  }));
}
