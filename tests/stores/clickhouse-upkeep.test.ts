import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import pino from "pino";
import { examineClickHouse, moveSegments } from "#features/syslog";
import type { Db } from "#platform/database";
import { ledgerStatements, prepareTables, ttlRemoval } from "../../src/features/syslog/clickhouse/migrations";
import { openRowStore } from "../../src/features/syslog/clickhouse/row-store";
import { insertSql } from "../../src/features/syslog/clickhouse/schema";
import { Retention } from "../../src/features/syslog/segments/retention/retention";
import { type RangeRows, UnfitRowsError } from "../../src/features/syslog/segments/ingest/row-store";
import { type ClickHouseTable, createClickHouseTable } from "../support/clickhouse-store";
import { createTestDatabase } from "../support/database";
import {
  COLLECTOR,
  createStoreFolders,
  givenSegment,
  openEventDatabase,
  type StoreFolders,
} from "../support/event-store";
import { givenLease, SteppedClock } from "../support/maintenance";
import { temporaryPath } from "../support/temporary-path";

setDefaultTimeout(120_000);

const log = pino({ level: "silent" });
const NEVER = new AbortController().signal;
const DAY = 86_400e6;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const NOON = Math.floor((Date.now() * 1000) / DAY) * DAY - DAY / 2;
const retentionDays = 7;

let db: Db;
let folders: StoreFolders;

beforeAll(async () => {
  [{ db }, folders] = await Promise.all([createTestDatabase(), createStoreFolders()]);
});

/** A Parquet file of events, and what ingest says of it. */
async function givenRange(times: readonly number[], collector = COLLECTOR): Promise<RangeRows> {
  const place = { db, database: openEventDatabase(folders), folders, collector };
  const path = await givenSegment(
    place,
    times.map((receivedAtMicros) => ({ receivedAtMicros })),
  );
  const [first, last] = [Math.min(...times), Math.max(...times)];
  return {
    collector,
    start: first,
    end: first + times.length,
    path: join(folders.events, path),
    rows: times.length,
    minReceivedAtMicros: first,
    maxReceivedAtMicros: last,
    minId: first,
    maxId: last,
    isReplay: false,
  };
}

async function idsIn({ clickhouse, tables }: ClickHouseTable): Promise<number[]> {
  const ids: number[] = [];
  const sql = `SELECT id FROM ${tables.events} ORDER BY id`;
  for await (const rows of clickhouse.query(sql, {}, { signal: NEVER }))
    for (const { id } of rows) ids.push(Number(id));
  return ids;
}

async function oneText({ clickhouse }: ClickHouseTable, sql: string): Promise<string> {
  const texts: string[] = [];
  for await (const rows of clickhouse.query(sql, {}, { signal: NEVER }))
    for (const row of rows) texts.push(String(Object.values(row)[0]));
  return texts.join("\n");
}

test("a range is stored once, however often it comes: while its token is known, and when that is forgotten", async () => {
  const table = await createClickHouseTable();
  const store = openRowStore({ ...table, log });
  await store.prepare();
  const times = [NOON, NOON + 1, NOON + DAY];
  const range = await givenRange(times);
  await store.put(range, NEVER);
  await store.put(range, NEVER);
  expect(await idsIn(table)).toEqual(times);
  // Another token, as good as a forgotten one.
  await store.put({ ...range, end: range.end + 1, isReplay: true }, NEVER);
  expect(await idsIn(table)).toEqual(times);
});

test("of a range of two days of which one is there already only the other comes", async () => {
  const table = await createClickHouseTable();
  const store = openRowStore({ ...table, log });
  const times = [NOON - 10, NOON - 9, NOON + DAY - 10];
  const range = await givenRange(times);
  await store.put(range, NEVER);
  const day = new Date((NOON - 10) / 1000).toISOString().slice(0, 10);
  await table.clickhouse.command(`ALTER TABLE ${table.tables.events} DROP PARTITION '${day}'`);
  expect(await idsIn(table)).toEqual([NOON + DAY - 10]);
  await store.put({ ...range, end: range.end + 1, isReplay: true }, NEVER);
  expect(await idsIn(table)).toEqual(times);
});

test("a file that is no Parquet is the rows' fault, not ClickHouse's", async () => {
  const table = await createClickHouseTable();
  const store = openRowStore({ ...table, log });
  const path = temporaryPath("no-parquet");
  await Bun.write(path, "no parquet at all");
  const range = { ...(await givenRange([NOON + 50])), path };
  const failure = await store.put(range, NEVER).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(UnfitRowsError);
  expect(await idsIn(table)).toEqual([]);
});

const createdOf = (table: ClickHouseTable) =>
  oneText(
    table,
    `SELECT create_table_query FROM system.tables WHERE database = '${table.place.database}' AND name = 'events'`,
  );

test("several instances make the tables at once, and end what version 0.8 had ClickHouse delete by its clock", async () => {
  const table = await createClickHouseTable();
  await table.clickhouse.command(
    `ALTER TABLE ${table.tables.events} MODIFY TTL toDateTime(received_at) + toIntervalDay(7)`,
  );
  expect(await createdOf(table)).toContain("TTL toDateTime(received_at)");
  expect((await examineClickHouse(table, log)).map(({ message }) => message)).toContain(
    "ClickHouse drops events after 7 days by its own clock, as version 0.8 had it",
  );
  await Promise.all([1, 2, 3].map(() => prepareTables({ ...table, log })));
  expect(await createdOf(table)).not.toContain("TTL toDateTime(received_at)");
  const old = NOON - 400 * DAY;
  await table.rowStore.put(await givenRange([old, NOON]), NEVER);
  await table.clickhouse.command(`OPTIMIZE TABLE ${table.tables.events} FINAL`);
  expect(await idsIn(table)).toEqual([old, NOON]);
});

/** Retention of the table, which is looked after for seven days, by a clock that a test sets. */
async function givenRetention(times: readonly number[]) {
  const [table, own] = await Promise.all([createClickHouseTable(), createTestDatabase()]);
  await table.rowStore.put(await givenRange(times), NEVER);
  const clock = new SteppedClock(Date.now());
  const lease = await givenLease(own.db, "syslog.retention");
  const begin = () => new Retention({ db: own.db, log, clock, days: 7, maxBytes: 0, events: table.expiring });
  return { table, clock, begin, lease };
}

test("what is older than the retention goes by the day, once that has been believed", async () => {
  const days = [20, 2, 1].map((ago) => NOON - ago * DAY);
  const { table, clock, begin, lease } = await givenRetention(days);
  const retention = begin();
  await retention.run(lease);
  expect(await idsIn(table)).toEqual(days);
  expect((await retention.status()).lastError).toContain("have expired where 0.0 % were expected");
  clock.pass(HOUR_MS);
  await retention.run(lease);
  expect(await idsIn(table)).toEqual(days.slice(1));
  expect(await retention.status()).toMatchObject({ lastDeleted: 1, lastError: null });
});

test.each([
  ["forward by ten years", 3650],
  ["back to 1970", -20_000],
])(
  "a clock that is set %s deletes nothing, and one that starts so neither within the hour",
  async (_, by) => {
    const days = [6, 3, 1].map((ago) => NOON - ago * DAY);
    const { table, clock, begin, lease } = await givenRetention(days);
    const retention = begin();
    await retention.run(lease);
    clock.pass(HOUR_MS);
    clock.set(by * DAY_MS);
    await retention.run(lease);
    expect(await idsIn(table)).toEqual(days);
    expect((await retention.status()).lastError).toMatch(/^the clock was set (?:forward|back) by/);
    await begin().run(lease);
    clock.set(-by * DAY_MS);
    clock.pass(HOUR_MS);
    await begin().run(lease);
    expect(await idsIn(table)).toEqual(days);
  },
);

test("events whose collector had a wrong clock are not the reason that others go", async () => {
  const days = [Date.UTC(1970, 0, 2) * 1000, NOON - 2 * DAY, NOON - DAY, Date.UTC(2105, 0, 1) * 1000];
  const { table, clock, begin, lease } = await givenRetention(days);
  const retention = begin();
  for (let hour = 0; hour < 3; hour++) {
    await retention.run(lease);
    clock.pass(HOUR_MS);
  }
  expect(await idsIn(table)).toEqual(days.slice(1));
});

test("a process of version 0.8 that has ClickHouse delete again is undone with the next run", async () => {
  const { table, begin, lease } = await givenRetention([NOON]);
  await table.clickhouse.command(
    `ALTER TABLE ${table.tables.events} MODIFY TTL toDateTime(received_at) + toIntervalDay(7)`,
  );
  await begin().run(lease);
  expect(await createdOf(table)).not.toContain("TTL toDateTime(received_at)");
});

test("beyond its bytes the oldest days go, and never the newest", async () => {
  const times = [NOON - 3 * DAY + 7, NOON - 2 * DAY + 7, NOON - DAY + 7];
  const { table } = await givenRetention(times);
  const bytes = Number(await oneText(table, `SELECT sum(bytes_on_disk) AS bytes FROM ${table.tables.parts}`));
  expect(await table.expiring.dropBeyond(db, bytes)).toEqual({ pieces: 0, events: 0 });
  expect(await table.expiring.dropBeyond(db, bytes - 1)).toEqual({ pieces: 1, events: 1 });
  expect(await idsIn(table)).toEqual(times.slice(1));
  await table.expiring.dropBeyond(db, 1);
  expect(await idsIn(table)).toEqual(times.slice(2));
});

test("events of files are copied day by day, once, also where it was stopped and goes on", async () => {
  const table = await createClickHouseTable();
  const [{ db: own }, place] = await Promise.all([createTestDatabase(), createStoreFolders()]);
  const given = { db: own, database: openEventDatabase(place), folders: place };
  const days = [[NOON - 3 * DAY, NOON - 3 * DAY + 1], [NOON - 2 * DAY], [NOON - DAY, NOON - DAY + 1]];
  for (const times of days)
    await givenSegment(
      given,
      times.map((receivedAtMicros) => ({ receivedAtMicros })),
    );
  const move = () => moveSegments({ db: own, eventsFolder: place.events, store: table, retentionDays, log });
  const first = await move().next();
  expect(first.value).toEqual({ day: dayOf(NOON - DAY), files: 1, copied: 2, there: 0 });
  expect(await idsIn(table)).toEqual(days[2] ?? []);
  expect(await Array.fromAsync(move())).toEqual([
    { day: dayOf(NOON - DAY), files: 1, copied: 0, there: 2 },
    { day: dayOf(NOON - 2 * DAY), files: 1, copied: 1, there: 0 },
    { day: dayOf(NOON - 3 * DAY), files: 1, copied: 2, there: 0 },
  ]);
  expect(await idsIn(table)).toEqual(days.flat());
});

function dayOf(micros: number): string {
  return new Date(micros / 1000).toISOString().slice(0, 10);
}

test("the doctor says who answers, and proves that a token stores a row once", async () => {
  const table = await createClickHouseTable();
  const findings = await examineClickHouse(table, log);
  expect(findings.filter(({ isRight }) => !isRight)).toEqual([]);
  expect(findings.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^ClickHouse 26\.[\d.]+ answers$/),
    "its clock is right",
    "the tables are there, and only retention drops their events",
    "a row that was inserted twice by one token is there once",
  ]);
  const left = `SELECT count() AS tables FROM system.tables WHERE database = '${table.place.database}' AND name LIKE '%probe%'`;
  expect(await oneText(table, left)).toBe("0");
});

test("ClickHouse reads the statements that make, migrate and empty the tables of a cluster", async () => {
  const table = await createClickHouseTable();
  const place = { database: "net", cluster: "main" };
  const extent = { minId: 1, maxId: 2, minReceivedAtMicros: 1, maxReceivedAtMicros: 2 };
  const insert = insertSql(table.tables, COLLECTOR, extent).replace(/ FORMAT Parquet$/, "");
  for (const sql of [...ledgerStatements(place), ttlRemoval(place), insert])
    expect(await oneText(table, `EXPLAIN AST ${sql}`)).not.toBe("");
});
