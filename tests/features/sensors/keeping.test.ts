import { afterAll, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import pino from "pino";
import { sensorJobs } from "#features/sensors";
import { packHours, rollUpHours } from "../../../src/features/sensors/history/packed-hours";
import { packSensorReadings } from "../../../src/features/sensors/history/pack";
import { readSensorHistory } from "../../../src/features/sensors/history/read";
import { removeOldSensorHistory } from "../../../src/features/sensors/history/retention";
import {
  sensorHourDays,
  sensorReadingDays,
  sensorReadings,
  sensors,
  sensorStateChanges,
} from "../../../src/features/sensors/tables";
import { createTestDatabase } from "../../support/database";
import { monitored } from "../../support/monitoring";
import { believedClock, settableClock } from "../../support/deletion-clock";

const database = await createTestDatabase();
const { db, sql } = database;
afterAll(() => database.drop());

const NOW = new Date("2026-03-31T12:10:00.000Z");
const MINUTE = 60_000;
const DAY = 86_400_000;
const log = pino({ level: "silent" });
const deviceId = await monitored(database).givenDevice("192.0.2.1");

async function givenSensor(fields: Partial<typeof sensors.$inferInsert> = {}): Promise<number> {
  const [row] = await db
    .insert(sensors)
    .values({ deviceId, category: "temperature", name: "Inlet", unit: "°C", oid: "1.3", ...fields })
    .returning({ id: sensors.id });
  return row?.id ?? 0;
}

/** A value every so many minutes in the last days before NOW: a wave between 20 and 30 with one decimal. */
async function givenReadings(
  sensorId: number,
  { days, everyMinutes }: { days: number; everyMinutes: number },
) {
  await sql`
    INSERT INTO sensor_readings (sensor_id, at, value)
    SELECT ${sensorId}, at, round((25 + 5 * sin(extract(epoch FROM at) / 7000))::numeric, 1)
    FROM generate_series(${new Date(NOW.getTime() - days * DAY).toISOString()}::timestamptz, ${NOW.toISOString()}::timestamptz,
      make_interval(mins => ${everyMinutes})) AS at`;
}

const pack = () => packSensorReadings({ db, log, now: NOW, signal: new AbortController().signal });

function read(sensorId: number, hours: number) {
  return readSensorHistory({ db, log }, { deviceId, sensorId, hours, now: NOW });
}

test("a month of one sensor is read the same before and after packing, in little space", async () => {
  const sensorId = await givenSensor();
  await givenReadings(sensorId, { days: 30, everyMinutes: 5 });
  const before = [await read(sensorId, 24), await read(sensorId, 720)];
  expect(before[0]?.history.points).toHaveLength(289);
  await pack();
  expect([await read(sensorId, 24), await read(sensorId, 720)]).toEqual(before);
  expect(before[1]?.history).toMatchObject({ step_seconds: 3600, unit: "°C" });
  expect(before[1]?.history.points.length).toBeGreaterThanOrEqual(720);
  const [size] = await sql<{ octets: number }[]>`
    SELECT ((SELECT sum(pg_column_size(d.*)) FROM sensor_reading_days d WHERE sensor_id = ${sensorId})
      + (SELECT sum(pg_column_size(h.*)) FROM sensor_hour_days h WHERE sensor_id = ${sensorId}))::int AS octets`;
  expect(size?.octets).toBeLessThan(60_000);
});

test("values that come late are put into what is packed, and the hour is rolled up anew", async () => {
  const sensorId = await givenSensor();
  const at = (minutes: number) => new Date(NOW.getTime() - 5 * 3_600_000 + minutes * MINUTE);
  await db.insert(sensorReadings).values([{ sensorId, at: at(0), value: 10 }]);
  await pack();
  await db.insert(sensorReadings).values([{ sensorId, at: at(1), value: 30 }]);
  await pack();
  expect(await db.$count(sensorReadings)).toBeLessThan(60);
  const { history } = await read(sensorId, 24);
  expect(history.points.map(({ value }) => value)).toEqual([10, 30]);
  const hours = await read(sensorId, 100);
  expect(hours.history.points).toMatchObject([{ min: 10, max: 30, value: 20 }]);
});

test("a year becomes points of several hours that lose neither the least nor the greatest value", async () => {
  const sensorId = await givenSensor();
  const days = Array.from({ length: 366 }, (_, day) => {
    const startMs = Math.floor(NOW.getTime() / DAY - day) * DAY;
    const readings = Array.from({ length: 24 }, (_, hour) => ({
      at: startMs + hour * 3_600_000,
      value: day === 200 && hour === 7 ? 30 : 20 + (hour % 5),
    }));
    return { sensorId, startsAt: new Date(startMs), hours: packHours(rollUpHours(readings)) };
  });
  await db.insert(sensorHourDays).values(days);
  const { history } = await read(sensorId, 8784);
  expect(history.points.length).toBeLessThanOrEqual(2000);
  expect(history.step_seconds).toBe(5 * 3600);
  expect(Math.min(...history.points.map(({ min }) => min))).toBe(20);
  expect(Math.max(...history.points.map(({ max }) => max))).toBe(30);
});

test("what is damaged is left out and told, and the rest is read", async () => {
  const sensorId = await givenSensor();
  await givenReadings(sensorId, { days: 2, everyMinutes: 30 });
  await pack();
  const whole = await read(sensorId, 48);
  await sql`
    UPDATE sensor_reading_days SET readings = set_byte(readings, 6, get_byte(readings, 6) # 255)
    WHERE sensor_id = ${sensorId} AND starts_at = '2026-03-30T00:00:00Z'`;
  const damaged = await read(sensorId, 48);
  expect([whole.isDamaged, damaged.isDamaged]).toEqual([false, true]);
  expect(damaged.history.points.length).toBeLessThan(whole.history.points.length);
  expect(damaged.history.points.length).toBeGreaterThan(20);
});

test("values go after a month, hours and changes after a year, and found sensors 90 days after they have gone unless they are bounded", async () => {
  const gone = new Date(NOW.getTime() - 91 * DAY);
  await givenSensor({ key: "entity:1", goneSince: gone });
  const [bounded, present] = [
    await givenSensor({ key: "entity:2", goneSince: gone, warnAbove: 5 }),
    await givenSensor({ key: "entity:3" }),
  ];
  const daysAgo = (days: number) => new Date(Math.floor((NOW.getTime() - days * DAY) / DAY) * DAY);
  const octets = new Uint8Array(1);
  for (const days of [20, 40])
    await db
      .insert(sensorReadingDays)
      .values({ sensorId: present, startsAt: daysAgo(days), readings: octets });
  for (const days of [300, 400]) {
    await db.insert(sensorHourDays).values({ sensorId: present, startsAt: daysAgo(days), hours: octets });
    const change = { previousState: "ok", state: "warning", reason: "", value: 1 };
    await db.insert(sensorStateChanges).values({ sensorId: present, at: daysAgo(days), ...change });
  }
  await removeOldSensorHistory(db, NOW);
  const [rows] = await sql`
    SELECT (SELECT count(*)::int FROM sensor_reading_days WHERE sensor_id = ${present}) AS values,
      (SELECT count(*)::int FROM sensor_hour_days WHERE sensor_id = ${present}) AS hours,
      (SELECT count(*)::int FROM sensor_state_changes WHERE sensor_id = ${present}) AS changes`;
  expect(rows).toEqual({ values: 1, hours: 1, changes: 1 });
  const left = await sql<{ id: number }[]>`
    SELECT id::int FROM sensors WHERE key IN ('entity:1', 'entity:2', 'entity:3') ORDER BY id`;
  expect(left.map(({ id }) => id)).toEqual([bounded, present]);
});

test("nothing is deleted for an hour after the clock was set", async () => {
  const present = await givenSensor({ key: "entity:4" });
  const startsAt = new Date("2025-03-01T00:00:00.000Z");
  await db.insert(sensorHourDays).values({ sensorId: present, startsAt, hours: new Uint8Array(1) });
  const clock = settableClock(startsAt.getTime());
  const run = () => clock.ifBelieved((now) => removeOldSensorHistory(db, now));
  const rows = () => db.$count(sensorHourDays, eq(sensorHourDays.sensorId, present));
  await run();
  clock.pass(3_600_000);
  clock.set(NOW.getTime() - startsAt.getTime());
  await run();
  expect(await rows()).toBe(1);
  clock.pass(3_600_000);
  await run();
  expect(await rows()).toBe(0);
});

test("both are jobs of the service", async () => {
  const deletions = await believedClock();
  const jobs = sensorJobs({ db, log, deletions });
  expect(jobs.map(({ name }) => name)).toEqual(["sensors.packing", "sensors.retention"]);
});
