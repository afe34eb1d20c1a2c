import pino from "pino";
import type { Sql } from "#platform/database";
import { packDays, packHours } from "../../src/features/monitoring/history/pack";
import { removeOldHistory } from "../../src/features/monitoring/history/retention";
import type { OnDamage } from "../../src/features/monitoring/history/damage";
import { readDeviceHistory } from "../../src/features/monitoring/devices/history";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { ownCpuSeconds, processTree } from "./process-memory";
import { percentile, printFigure } from "./report";

/** What is to be kept: so many targets, each checked once a minute. */
const TARGETS = 5000;
const DAYS = 30;
/** So many of them are made for all the days, and their sizes multiplied. */
const SAMPLED = 100;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Checks begin when the engine next looks what is due. */
const TICK_MS = 250;
const MAX_MEGABYTES = 2048;
const PAGE_READS = 15;
const STALL_EVERY_MS = 5;

type Kind = "device" | "tcp" | "https";
const log = pino({ level: "silent" });

/** The same results each time. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Of ten targets three are devices, five TCP connections, two web pages. */
function kindOf(index: number): Kind {
  const place = index % 10;
  return place < 3 ? "device" : place < 8 ? "tcp" : "https";
}

/** Packed results of realistic checks: what they take, and what reading, packing and deleting them does. */
export async function benchMonitoringHistory(): Promise<void> {
  process.stdout.write(
    `\n-- history: ${TARGETS} checks a minute for ${DAYS} days, ${SAMPLED} of the targets made\n`,
  );
  const database = await createTestDatabase();
  try {
    const ids = await givenTargets(database.sql, TARGETS);
    await benchDays(database, ids.slice(0, SAMPLED));
    await benchHour(database, ids);
  } finally {
    await database.drop();
  }
}

async function givenTargets(sql: Sql, count: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    WITH made AS (
      INSERT INTO devices (ip_address, status, lifecycle, monitoring_paused, expected_status, icon)
      SELECT host('10.128.0.0'::inet + place), 'active', 'active', false, 'online', 'server'
      FROM generate_series(1, ${count}::int) AS place RETURNING id)
    INSERT INTO check_targets (kind, device_id, subject, interval_seconds, retry_seconds, failures_to_down, successes_to_up)
    SELECT 'device', id, '', 60, 20, 2, 1 FROM made RETURNING id::float8 AS id`;
  return rows.map(({ id }) => id).sort((one, other) => one - other);
}

/** All the days of some targets, packed hour for hour and day for day as they would be. */
async function benchDays(database: TestDatabase, ids: readonly number[]): Promise<void> {
  const { db, sql } = database;
  const endMs = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const beginMs = endMs - DAYS * DAY_MS;
  const signal = new AbortController().signal;
  const makers = ids.map((id, index) => createMaker(id, kindOf(index)));
  let packedMs = 0;
  for (let hour = beginMs; hour < endMs; hour += HOUR_MS) {
    await insertResults(
      sql,
      makers.map((make) => make(hour)),
    );
    const started = performance.now();
    const context = { db, log, signal, now: new Date(hour + HOUR_MS + 3 * MINUTE_MS) };
    await packHours(context);
    if ((hour + HOUR_MS) % DAY_MS === 0)
      await packDays({ ...context, now: new Date(hour + HOUR_MS + 3 * HOUR_MS) });
    packedMs += performance.now() - started;
    // As autovacuum does, which hardly runs in databases of tests.
    await sql`VACUUM check_results, check_result_hours, check_rollups`;
  }
  await sql`VACUUM ANALYZE check_result_days`;
  const scale = TARGETS / ids.length;
  const sizes = await sizesOf(sql, ["check_result_days", "check_rollups"]);
  for (const [table, octets] of sizes)
    printFigure({ name: `${table}, times ${scale}`, value: (octets * scale) / 2 ** 20, unit: "MiB" });
  const total = ([...sizes.values()].reduce((sum, octets) => sum + octets, 0) * scale) / 2 ** 20;
  printFigure({
    name: `${DAYS} days of ${TARGETS} checks a minute`,
    value: total,
    unit: "MiB",
    target: `<= ${MAX_MEGABYTES}`,
    holds: total <= MAX_MEGABYTES,
  });
  await printOctets(sql, ids);
  printFigure({ name: "packing an hour of them, days included", value: packedMs / DAYS / 24, unit: "ms" });
  await benchPage(database, ids);
  await benchRetention(database, endMs);
}

async function sizesOf(sql: Sql, tables: readonly string[]): Promise<Map<string, number>> {
  const rows = await sql<{ name: string; octets: number }[]>`
    SELECT name, pg_total_relation_size(name::regclass)::float8 AS octets
    FROM jsonb_array_elements_text(${JSON.stringify(tables)}::text::jsonb) AS tables(name)`;
  return new Map(rows.map(({ name, octets }) => [name, octets]));
}

async function printOctets(sql: Sql, ids: readonly number[]): Promise<void> {
  const rows = await sql<{ id: number; octets: number }[]>`
    SELECT target_id::float8 AS id, sum(length(results))::float8 AS octets FROM check_result_days GROUP BY target_id`;
  const octets = new Map(rows.map(({ id, octets: own }) => [id, own]));
  for (const kind of ["device", "tcp", "https"] as const) {
    const own = ids.filter((_, index) => kindOf(index) === kind).map((id) => octets.get(id) ?? 0);
    const mean = own.reduce((sum, size) => sum + size, 0) / own.length / (DAYS * 24 * 60);
    printFigure({ name: `  a result of kind ${kind}, packed`, value: mean, unit: "octets" });
  }
}

const failOnDamage: OnDamage = ({ error }) => {
  throw new Error("what was packed cannot be read", { cause: error });
};

/** As the API reads it: 30 days of one device. */
async function benchPage({ db, sql }: TestDatabase, ids: readonly number[]): Promise<void> {
  // A web page: its results are the longest.
  const [target] = await sql<{ deviceId: number }[]>`
    SELECT device_id::float8 AS "deviceId" FROM check_targets WHERE id = ${ids[9] ?? 0}`;
  const asked = { id: target?.deviceId ?? 0, hours: DAYS * 24, now: new Date() };
  const times: number[] = [];
  let points = 0;
  for (let read = 0; read < PAGE_READS; read++) {
    const started = performance.now();
    points = (await readDeviceHistory({ db, onDamage: failOnDamage }, asked)).points.length;
    times.push(performance.now() - started);
  }
  const median = percentile(times, 0.5);
  printFigure({
    name: `30 days of one target, thinned to ${points} points`,
    value: median,
    unit: "ms",
    target: "<= 100",
    holds: median <= 100,
  });
  printFigure({ name: "  slowest", value: Math.max(...times), unit: "ms" });
}

/** A day later, and ten days later. */
async function benchRetention({ db, sql }: TestDatabase, endMs: number): Promise<void> {
  for (const days of [2, 10]) {
    const [before] = await sql<{ count: number }[]>`SELECT count(*)::int AS count FROM check_result_days`;
    const started = performance.now();
    await removeOldHistory(db, new Date(endMs + days * DAY_MS));
    const ms = performance.now() - started;
    const [after] = await sql<{ count: number }[]>`SELECT count(*)::int AS count FROM check_result_days`;
    printFigure({
      name: `retention: ${(before?.count ?? 0) - (after?.count ?? 0)} days of targets go`,
      value: ms,
      unit: "ms",
    });
  }
}

/** An hour of all targets, in the very table that the engine writes. */
async function benchHour({ db, sql }: TestDatabase, ids: readonly number[]): Promise<void> {
  const hour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 2 * HOUR_MS;
  const makers = ids.map((id, index) => createMaker(id, kindOf(index)));
  for (let start = 0; start < makers.length; start += SAMPLED)
    await insertResults(
      sql,
      makers.slice(start, start + SAMPLED).map((make) => make(hour)),
    );
  await sql`ANALYZE check_results`;
  const sizes = await sizesOf(sql, ["check_results"]);
  const count = ids.length * 60;
  printFigure({
    name: `check_results: the ${count} of the running hour`,
    value: (sizes.get("check_results") ?? 0) / 2 ** 20,
    unit: "MiB",
  });
  const cpu = process.cpuUsage();
  const servers = () =>
    processTree(process.pid)
      .filter((pid) => pid !== process.pid)
      .reduce((sum, pid) => sum + ownCpuSeconds(pid), 0);
  const before = servers();
  const stalls = watchStalls();
  const started = performance.now();
  await packHours({
    db,
    log,
    signal: new AbortController().signal,
    now: new Date(hour + HOUR_MS + 3 * MINUTE_MS),
  });
  const seconds = (performance.now() - started) / 1000;
  const late = stalls.end();
  const { user, system } = process.cpuUsage(cpu);
  printFigure({ name: "packing an hour of all: wall time", value: seconds, unit: "s" });
  printFigure({ name: "  processor, the service", value: (user + system) / 1e6, unit: "s" });
  printFigure({ name: "  processor, PostgreSQL", value: servers() - before, unit: "s" });
  printFigure({
    name: "  what else the thread has to do waits, p99",
    value: percentile(late, 0.99),
    unit: "ms",
  });
  printFigure({ name: "    at most", value: Math.max(...late), unit: "ms" });
}

/** How late a timer of every 5 ms is. */
function watchStalls(): { end(): number[] } {
  const late: number[] = [];
  let expected = performance.now() + STALL_EVERY_MS;
  const timer = setInterval(() => {
    late.push(Math.max(0, performance.now() - expected));
    expected = performance.now() + STALL_EVERY_MS;
  }, STALL_EVERY_MS);
  return {
    end() {
      clearInterval(timer);
      return late;
    },
  };
}

type Row = {
  id: number;
  at: number;
  raw: string;
  state: string;
  latency: number | null;
  error: string | null;
  details: Record<string, unknown> | null;
};

/**
 * Results of one target, hour for hour: in step, jittered by the engine's tick, now and then slow, now and then failing
 * for a while.
 */
function createMaker(id: number, kind: Kind): (hourMs: number) => Row[] {
  const random = createRandom(id * 7919 + 17);
  const place = Math.floor(random() * MINUTE_MS);
  const usualMs = 0.3 * 100 ** random();
  let failsFor = 0;
  let failed = 0;
  return (hourMs) =>
    Array.from({ length: 60 }, (_, minute) => {
      // One in 5,000 begins a failure of some minutes: half an hour in three months and a half.
      if (failsFor === 0 && random() < 0.0005) failsFor = 1 + Math.floor(random() * 12);
      const isDown = failsFor > 0;
      failsFor = Math.max(0, failsFor - 1);
      failed = isDown ? failed + 1 : 0;
      const isSlow = random() < 0.02;
      const spread = Math.exp((random() + random() + random() - 1.5) * 0.5);
      const latency = usualMs * spread * (isSlow ? 5 + random() * 20 : 1);
      return {
        id,
        at: hourMs + minute * MINUTE_MS + place + random() * TICK_MS,
        raw: isDown ? "down" : "up",
        state: failed >= 2 ? "down" : "up",
        latency: isDown ? null : Math.round(latency * 1000) / 1000,
        error: isDown ? errorOf(kind, random()) : null,
        details: detailsOf(kind, { isDown, random }),
      };
    });
}

function errorOf(kind: Kind, luck: number): string {
  if (kind === "device") return "No answer";
  if (luck < 0.5) return "connection refused";
  return kind === "tcp" ? "no answer within 2000 ms" : "status code: expected 200-399, found 503";
}

type Given = { isDown: boolean; random: () => number };

/** As the engine keeps it. */
function detailsOf(kind: Kind, { isDown, random }: Given): Record<string, unknown> | null {
  if (kind === "tcp") return null;
  if (kind === "device") return { method: "icmp" };
  return {
    statusCode: isDown ? 503 : 200,
    responseSizeBytes: 18_000 + Math.floor(random() * 500),
    certificateExpiresAt: "2027-02-01T12:00:00.000Z",
    certificateIssuer: "CN=R11,O=Let's Encrypt,C=US",
    address: "10.128.3.4",
    tls_version: "TLSv1.3",
    certificate_days: 70,
  };
}

async function insertResults(sql: Sql, made: readonly Row[][]): Promise<void> {
  await sql`
    INSERT INTO check_results (target_id, at, raw_status, state, latency_ms, is_healthy, error, details)
    SELECT id, to_timestamp(at / 1000), raw, state, latency, raw = 'up', error, details
    FROM jsonb_to_recordset(${JSON.stringify(made.flat())}::text::jsonb) AS made(
      id bigint, at float8, raw text, state text, latency real, error text, details jsonb)`;
}
