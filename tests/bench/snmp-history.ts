import pino from "pino";
import { DAY_MS, HOUR_MS, packHours } from "../../src/features/ports/history/hours";
import { forEachCounter } from "../../src/features/ports/counters";
import { readPortHistory } from "../../src/features/ports/history/read";
import { packSamples, type Sample } from "../../src/features/ports/history/sample";
import { joinBySteps, spanOf } from "../../src/features/ports/history/spans";
import { devicePorts, portHourDays, portSampleDays } from "../../src/features/ports/tables";
import { packSensorReadings } from "../../src/features/sensors/history/pack";
import { readSensorHistory } from "../../src/features/sensors/history/read";
import { sensors } from "../../src/features/sensors/tables";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { monitored } from "../support/monitoring";
import { percentile, printFigure } from "./report";

const DAYS = 30;
const EVERY_SECONDS = 300;
const READS = 50;
const HOURS = [24, 48, 720];
const log = pino({ level: "silent" });

/**
 * What a chart of one port, and of one sensor, waits for: a month of polls every five minutes, one history among many.
 */
export async function benchSnmpHistory(): Promise<void> {
  const database = await createTestDatabase();
  try {
    const deviceId = await monitored(database).givenDevice("192.0.2.1");
    const until = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS);
    const portId = await givenPort(database, { deviceId, until });
    const sensorId = await givenSensor(database, { deviceId, until });
    const reader = { db: database.db, log };
    for (const hours of HOURS) {
      await measure("port", hours, () => readPortHistory(reader, { deviceId, portId, hours, until }));
      await measure("sensor", hours, () =>
        readSensorHistory(reader, { deviceId, sensorId, hours, now: until }),
      );
    }
  } finally {
    await database.drop();
  }
}

type Place = { deviceId: number; until: Date };

async function givenPort({ db }: TestDatabase, { deviceId, until }: Place): Promise<number> {
  const [port] = await db
    .insert(devicePorts)
    .values({ deviceId, name: "Gi0/1", ifIndex: 1, adminStatus: "up", operStatus: "up" })
    .returning({ id: devicePorts.id });
  const portId = port?.id ?? 0;
  for (let day = 1; day <= DAYS; day++) {
    const startMs = until.getTime() - day * DAY_MS;
    const samples = samplesOfDay(startMs);
    const row = { portId, startsAt: new Date(startMs) };
    await db.insert(portSampleDays).values({ ...row, samples: packSamples(samples) });
    const hours = packHours(joinBySteps(samples.map(spanOf), HOUR_MS));
    await db.insert(portHourDays).values({ ...row, hours });
  }
  return portId;
}

function samplesOfDay(startMs: number): Sample[] {
  return Array.from({ length: 86_400 / EVERY_SECONDS }, (_, index) => ({
    atMs: startMs + index * EVERY_SECONDS * 1000,
    seconds: EVERY_SECONDS,
    status: "up",
    rates: forEachCounter(() => 1e6 * (1 + Math.sin(index / 40)) * (0.85 + 0.3 * Math.random())),
  }));
}

async function givenSensor(database: TestDatabase, { deviceId, until }: Place): Promise<number> {
  const { db, sql } = database;
  const [sensor] = await db
    .insert(sensors)
    .values({ deviceId, category: "temperature", name: "Inlet", unit: "°C", oid: "1.3" })
    .returning({ id: sensors.id });
  const sensorId = sensor?.id ?? 0;
  await sql`
    INSERT INTO sensor_readings (sensor_id, at, value)
    SELECT ${sensorId}, at, round((25 + 5 * sin(extract(epoch FROM at) / 7000) + random())::numeric, 1)
    FROM generate_series(${until.toISOString()}::timestamptz - make_interval(days => ${DAYS}), ${until.toISOString()}::timestamptz,
      make_interval(secs => ${EVERY_SECONDS})) AS at`;
  await packSensorReadings({ db, log, now: until, signal: new AbortController().signal });
  return sensorId;
}

async function measure(what: string, hours: number, read: () => Promise<unknown>): Promise<void> {
  const took: number[] = [];
  for (let count = 0; count < READS; count++) {
    const startedAt = performance.now();
    await read();
    took.push(performance.now() - startedAt);
  }
  const name = `history of a ${what} over ${hours} h`;
  printFigure({ name: `${name}, median`, value: percentile(took, 0.5), unit: "ms" });
  const slowest = Math.max(...took);
  printFigure({
    name: `${name}, slowest of ${READS}`,
    value: slowest,
    unit: "ms",
    target: "<= 100",
    holds: slowest <= 100,
  });
}
