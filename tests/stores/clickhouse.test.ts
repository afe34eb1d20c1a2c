import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import * as fc from "fast-check";
import pino from "pino";
import { type SyslogEngine, startSyslog } from "#features/syslog";
import { ApiError } from "#platform/errors";
import { clickhouseDialect } from "../../src/features/syslog/clickhouse/dialect";
import { tableStatements } from "../../src/features/syslog/clickhouse/schema";
import { Values } from "../../src/features/syslog/clickhouse/values";
import { toSql } from "../../src/features/syslog/query/to-sql";
import { compileFilters } from "../../src/features/syslog/query/compile";
import { getSyslogStatus } from "../../src/features/syslog/status/syslog-status";
import { type ClickHouseTable, clickHouseAt, createClickHouseTable } from "../support/clickhouse-store";
import { type CuttableProxy, startCuttableProxy } from "../support/cuttable-proxy";
import { createTestDatabase } from "../support/database";
import {
  COLLECTOR,
  createStoreFolders,
  givenSegment,
  openEventDatabase,
  testPool,
} from "../support/event-store";
import { atRunEnd } from "../support/run-end";
import { rounds } from "../support/rounds";
import { engineOptions } from "../support/syslog-engine";
import { waitFor } from "../support/wait-for";

/** An engine whose events are in a ClickHouse that goes away. */
setDefaultTimeout(120_000);

const NOON = Date.UTC(2026, 5, 1, 12) * 1000;
const NEVER = new AbortController().signal;
const LIST = { sortBy: "received_at", sortDirection: "desc", limit: 10, offset: 0 } as const;
const SPAN = { startMicros: NOON, endMicros: NOON + 60 * 1e6 };

let table: ClickHouseTable;
let proxy: CuttableProxy;
let engine: SyslogEngine;

beforeAll(async () => {
  table = await createClickHouseTable();
  proxy = await startCuttableProxy(table.url);
  atRunEnd(() => proxy.close());
  const [{ db }, folders] = await Promise.all([createTestDatabase(), createStoreFolders()]);
  const log = pino({ level: "silent" });
  const clickhouse = { clickhouse: clickHouseAt(proxy.url), tables: table.tables, place: table.place };
  engine = await startSyslog(
    { db, catalogReady: Promise.resolve(), pool: testPool(), log, clickhouse },
    engineOptions(folders),
  );
  atRunEnd(() => engine.stop(0));
  const path = await givenSegment({ db, database: openEventDatabase(folders), folders }, [
    { receivedAtMicros: NOON, rawLog: "one" },
    { receivedAtMicros: NOON + 1, rawLog: "two" },
  ]);
  await table.insert({ folder: folders.events, path, collector: COLLECTOR });
});

const lines = async () => {
  const { events } = await engine.events.searchEvents({ ...LIST, predicate: compileFilters({}) }, NEVER);
  return events.map(({ raw_log: line }) => line);
};

test("while ClickHouse is away each search is a 503 that says when to come back, and all else goes on", async () => {
  expect(await lines()).toEqual(["two", "one"]);
  proxy.setDown(true);
  proxy.cut();
  const predicate = compileFilters({});
  const { events } = engine;
  const refused = await Promise.all(
    [
      lines(),
      events.getEvent(NOON, NEVER),
      events.countByValue({ predicate, span: SPAN, column: "sender", limit: 1 }, NEVER),
      events.findAddressEvents({ addresses: ["192.0.2.1"], startMicros: NOON, limit: 1 }, NEVER),
      events.openExport(["id"]),
      events.readBacklog({ collector: COLLECTOR, afterId: NOON, predicate }, NEVER),
      events.listCollectorsBehind(NOON),
    ].map((asked) => asked.catch((error: unknown) => error)),
  );
  for (const error of refused) {
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 503,
      detail: "The event store does not answer",
      headers: { "Retry-After": "5" },
    });
  }
  expect(await getSyslogStatus({ engine })).toMatchObject({
    total_events: 0,
    store_error: "the event store does not answer",
  });
  expect(await engine.live.findStored()).toEqual(new Map());
  proxy.setDown(false);
  expect(await lines()).toEqual(["two", "one"]);
  expect(await getSyslogStatus({ engine })).toMatchObject({ total_events: 2, store_error: null });
});

test("a query is killed there when its reader leaves, and when its caller does", async () => {
  const before = (await table.killed()).length;
  const left = new AbortController();
  const gone = new Error("the caller has left");
  const reading = (async () => {
    for await (const rows of table.clickhouse.query("SELECT sleep(3) AS slept", {}, { signal: left.signal }))
      if (rows.length > 0) break;
  })().catch((error: unknown) => error);
  left.abort(gone);
  expect(await reading).toBe(gone);
  await waitFor("the query to be killed", async () => (await table.killed()).length === before + 1);
});

test("a table that is not there is an error of ClickHouse's, with its number, and not an empty answer", async () => {
  const asked = (async () => {
    for await (const _ of table.clickhouse.query("SELECT * FROM nowhere.events", {}, { signal: NEVER }));
  })();
  expect(await asked.catch((error: unknown) => error)).toMatchObject({ code: 81 });
});

test("the statements that make tables on a cluster, which cannot be made here, are read by the engine", async () => {
  const statements = tableStatements({ database: "ev`en\\ts", cluster: "clus'ter" });
  expect(statements.join()).toContain("ReplicatedMergeTree(");
  expect(statements.join()).toContain("ENGINE = Distributed(");
  for (const sql of statements) {
    const tree = [];
    for await (const rows of table.clickhouse.query(`EXPLAIN AST ${sql}`, {}, { signal: NEVER }))
      tree.push(...rows);
    expect(String(tree[0]?.["explain"])).toStartWith("CreateQuery");
  }
});

test("a search for words, an address or a port passes over the blocks without them", async () => {
  for (const filters of [{ q: "zebrafinch" }, { q: "ſkazebra" }, { ip: "192.0.2.77" }, { dst_port: 443 }]) {
    const values = new Values();
    const where = toSql(compileFilters(filters), clickhouseDialect(values));
    const sql = `EXPLAIN indexes = 1 SELECT count() FROM ${table.tables.events} WHERE ${where}`;
    const lines = [];
    for await (const rows of table.clickhouse.query(sql, values.parameters, { signal: NEVER }))
      lines.push(...rows);
    expect(lines.map(({ explain }) => String(explain)).join("\n")).toMatch(/Granules: 0\/1|Parts: 0/);
  }
});

test("any text comes back as it was given, alone and in a list", async () => {
  const text = fc.string({ unit: "grapheme", maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(text, fc.array(text, { minLength: 1, maxLength: 4 }), async (one, list) => {
      const sql = "SELECT {one:String} AS one, toJSONString({list:Array(String)}) AS list";
      const rows = [];
      for await (const batch of table.clickhouse.query(sql, { one, list }, { signal: NEVER }))
        rows.push(...batch);
      expect(rows).toHaveLength(1);
      expect(rows[0]?.["one"]).toBe(one);
      expect(JSON.parse(String(rows[0]?.["list"]))).toEqual(list);
    }),
    { numRuns: rounds(100), seed: 20_261_128 },
  );
});
