import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type Arbitrary,
  array,
  assert,
  asyncProperty,
  boolean,
  constantFrom,
  integer,
  maxSafeInteger,
  nat,
  option,
  oneof,
  record,
  string,
} from "fast-check";
import { EVENT_COLUMNS } from "../../../../../src/features/syslog/event/columns";
import { UnreadableParquetError } from "../../../../../src/features/syslog/parquet/unreadable";
import type { EventDatabase } from "../../../../../src/features/syslog/segments/duckdb";
import { mergeRows, type RowMerge } from "../../../../../src/features/syslog/segments/merge/rows";
import { NEWEST_ROWS } from "../../../../../src/features/syslog/segments/merge/newest-rows";
import {
  COLLECTOR,
  createStoreFolders,
  openEventDatabase,
  type StoreFolders,
} from "../../../../support/event-store";
import { type Line, writeRowGroups } from "../row-groups";
import { patient } from "../../../../support/patience";

const NOON = Date.UTC(2026, 5, 1, 12) * 1000;
const RUNS = { numRuns: 12, seed: 20_261_122 };

setDefaultTimeout(patient(60_000));

let folders: StoreFolders;
let database: EventDatabase;
let files = 0;
beforeAll(async () => {
  folders = await createStoreFolders();
  database = openEventDatabase(folders);
});

const newPath = () => join(folders.events, `${++files}.parquet`);

/** As `writeRowGroups`; gives the path. */
async function givenFile(groups: readonly (readonly Line[])[], first = 0): Promise<string> {
  const path = newPath();
  await writeRowGroups(path, groups, NOON + first);
  return path;
}

/** The same rows as DuckDB writes them. */
async function rewrite(path: string, options: string): Promise<string> {
  const copy = newPath();
  await database.write({ sql: `COPY (SELECT * FROM '${path}') TO '${copy}' (FORMAT parquet, ${options})` });
  return copy;
}

function orderOf(inputs: string[], rows: number, use: RowMerge["use"] = "merged"): RowMerge {
  return { inputs, output: newPath(), range: { collector: COLLECTOR, start: 0, end: rows }, rows, use };
}

/** Files lack some, so that their order differs. */
const COLUMNS = Object.keys(EVENT_COLUMNS)
  .map((name) => `"${name}"`)
  .join(", ");

/**
 * Merges, and expects every row of the inputs once: the newest at the end, on either side lines of a shape together in
 * the order of their ids.
 */
async function expectMerged(
  inputs: string[],
  rows: number,
  use: RowMerge["use"] = "merged",
): Promise<string> {
  const order = orderOf(inputs, rows, use);
  const { ids } = mergeRows(order);
  const all = `read_parquet([${inputs.map((path) => `'${path}'`).join(", ")}], union_by_name = true)`;
  const merged = `'${order.output}'`;
  const [found] = await database.query({
    sql: `
      SELECT (SELECT count(*) FROM (SELECT ${COLUMNS} FROM ${all} EXCEPT ALL SELECT ${COLUMNS} FROM ${merged})) AS lost,
        (SELECT count(*) FROM (SELECT ${COLUMNS} FROM ${merged} EXCEPT ALL SELECT ${COLUMNS} FROM ${all})) AS invented,
        (SELECT bit_xor(id) FROM ${all}) AS ids`,
  });
  expect(found).toEqual({ lost: 0, invented: 0, ids });
  const groups = await readGroups(order.output);
  const newest = use === "merged" && groups.length > 1 ? Number(groups.at(-1)) : 0;
  const [places] = await database.query({
    sql: `
      SELECT count(*) AS misplaced FROM (
        SELECT file_row_number AS place, row_number() OVER (ORDER BY age > ${newest},
          coalesce(parser, ''), coalesce(app, ''), coalesce(shape, 0), id) - 1 AS wanted
        FROM (SELECT *, row_number() OVER (ORDER BY id DESC) AS age
          FROM read_parquet(${merged}, file_row_number = true))) WHERE place <> (wanted + ${rows - newest}) % ${rows}`,
  });
  expect(places).toEqual({ misplaced: 0 });
  return order.output;
}

/** The rows of each row group of a file. */
async function readGroups(path: string): Promise<unknown[]> {
  const groups = await database.query({
    sql: `SELECT DISTINCT row_group_id, row_group_num_rows AS rows FROM parquet_metadata('${path}') ORDER BY row_group_id`,
  });
  return groups.map(({ rows }) => rows);
}

const text = oneof(
  constantFrom("in", "out", "é", "\u{1f600}", 'x"y,z\n', "lange Zeile ".repeat(40)),
  string({ minLength: 1, maxLength: 20, unit: "grapheme" }),
);
const whole = oneof(nat(3), nat(2 ** 31), maxSafeInteger(), constantFrom(2 ** 60, -(2 ** 62)));
/** Of which DuckDB writes no difference that a double does not hold. */
const small = nat(2 ** 31 - 1);
const lineWith = (bytes: Arbitrary<number>) =>
  record({
    rawLog: text,
    parser: constantFrom("filterlog", "generic", "sshd"),
    app: option(text),
    srcIp: option(text),
    srcPort: option(oneof(constantFrom(22, 443), nat(65_535))),
    bytes: option(bytes),
    packets: option(integer({ min: 0, max: 9 })),
    eventTimeMicros: option(integer({ min: NOON, max: NOON + 1e9 })),
    facility: option(nat(23)),
    clockUnset: boolean(),
    rawBytes: option(constantFrom(new Uint8Array([0, 255, 7]), new Uint8Array())),
  });
const groupsWith = (bytes: Arbitrary<number>) =>
  array(
    record({ line: lineWith(bytes), times: constantFrom(1, 1, 2, 9, 130) }).map(({ line, times }) =>
      Array.from({ length: times }, () => line),
    ),
    { minLength: 1, maxLength: 12 },
  ).map((runs) => runs.flat());

describe("rows of several files become one file", () => {
  test("that ingest wrote, and then of files that a merge wrote", async () => {
    await assert(
      asyncProperty(array(groupsWith(whole), { minLength: 2, maxLength: 5 }), async (groups) => {
        const counts = groups.map((lines) => lines.length);
        const total = counts.reduce((sum, count) => sum + count, 0);
        const half = Math.ceil(groups.length / 2);
        const first = await givenFile(groups.slice(0, half));
        const second = await givenFile(groups.slice(half), 1_000_000);
        const merged = await expectMerged([first, second], total);
        const third = await givenFile(groups, 2_000_000);
        await expectMerged([merged, third], total * 2, "final");
      }),
      RUNS,
    );
  });

  for (const options of [
    "PARQUET_VERSION v2, COMPRESSION zstd, ROW_GROUP_SIZE 2048",
    "PARQUET_VERSION v1, COMPRESSION uncompressed",
    "PARQUET_VERSION v2, COMPRESSION zstd, DICTIONARY_SIZE_LIMIT 1",
  ]) {
    test(`that DuckDB wrote with ${options}`, async () => {
      await assert(
        asyncProperty(groupsWith(small), groupsWith(small), async (left, right) => {
          const inputs = [
            await rewrite(await givenFile([left]), options),
            await rewrite(await givenFile([right], 1_000_000), options),
          ];
          await expectMerged(inputs, left.length + right.length);
        }),
        { ...RUNS, numRuns: 8 },
      );
    });
  }

  test("with more different texts than a dictionary takes, and more rows than a row group", async () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => ({
      rawLog: `line ${index} of host ${index % 7}`,
      app: `app-${index % 3}`,
      srcIp: `10.${index % 200}.${index % 31}.1`,
      dstIp: `192.0.${index >> 8}.${index & 255}`,
      srcPort: index % 60_000,
      bytes: index * 1_000_003,
    }));
    const inputs = [await givenFile([lines, lines.slice(0, 9000)]), await givenFile([lines], 1_000_000)];
    const merged = await expectMerged(inputs, 49_000);
    expect(await readGroups(merged)).toEqual([30_720, 49_000 - 30_720 - NEWEST_ROWS, NEWEST_ROWS]);
    const again = await expectMerged([merged, await givenFile([lines], 2_000_000)], 69_000);
    expect((await readGroups(again)).at(-1)).toBe(NEWEST_ROWS);
    const final = await expectMerged(inputs, 49_000, "final");
    expect(await readGroups(final)).toEqual([49_000]);
  });

  test("in the order of their ids, though the clock was set back between them", async () => {
    const lines = Array.from({ length: 31_000 }, (_, index) => ({ rawLog: `line ${index % 7}` }));
    const before = await givenFile([lines]);
    const stepped = newPath();
    await database.write({
      sql: `COPY (SELECT * REPLACE (received_at - INTERVAL 1 HOUR AS received_at) FROM '${await givenFile([lines], 1_000_000)}')
        TO '${stepped}' (FORMAT parquet, COMPRESSION zstd, KV_METADATA {plain_bytes: '1000'})`,
    });
    const merged = await expectMerged([before, stepped], 62_000);
    await expectMerged([merged, await givenFile([lines], 2_000_000)], 93_000);
  });

  test("and what files without a column lack is null", async () => {
    const whole = await givenFile([[{ rawLog: "a 1" }, { rawLog: "a 2" }]]);
    const older = newPath();
    await database.write({
      sql: `COPY (SELECT * EXCLUDE (shape, nat_src_ip, message_start) FROM '${whole}') TO '${older}' (FORMAT parquet, COMPRESSION zstd)`,
    });
    await expectMerged([older, await givenFile([[{ rawLog: "a 3" }]], 1_000_000)], 3);
  });

  test("which says of itself what its parts said", async () => {
    const inputs = [await givenFile([[{ rawLog: "a" }]]), await givenFile([[{ rawLog: "b" }]], 1_000_000)];
    const merged = await expectMerged(inputs, 2);
    const pairs = await database.query({
      sql: `SELECT decode(key) AS key, decode(value) AS value FROM parquet_kv_metadata('${merged}')`,
    });
    expect(Object.fromEntries(pairs.map(({ key, value }) => [key, value]))).toEqual({
      collector: COLLECTOR,
      range_start: "0",
      range_end: "2",
      rows: "2",
      unparsed: "2",
      plain_bytes: "2000",
    });
  });
});

test("readers find out by Bloom filters and by least and greatest texts which row groups lack a value", async () => {
  const lines = Array.from({ length: 4000 }, (_, index) => ({
    rawLog: `line ${index}`,
    srcIp: `10.0.${index % 10}.${index % 100}`,
    action: index % 2 === 0 ? "block" : "pass",
  }));
  const merged = await expectMerged([await givenFile([lines]), await givenFile([lines], 1_000_000)], 8000);
  const excludes = async (address: string) =>
    (await database.query({ sql: `FROM parquet_bloom_probe('${merged}', 'src_ip', '${address}')` }))[0]?.[
      "bloom_filter_excludes"
    ];
  const present = Array.from({ length: 100 }, (_, index) => `10.0.${index % 10}.${index % 100}`);
  for (const address of present) expect(await excludes(address)).toBe(false);
  const absent = await Promise.all(Array.from({ length: 100 }, (_, index) => excludes(`10.9.0.${index}`)));
  expect(absent.filter((isExcluded) => isExcluded === true).length).toBeGreaterThan(90);
  const [action] = await database.query({
    sql: `SELECT stats_min_value AS least, stats_max_value AS greatest FROM parquet_metadata('${merged}') WHERE path_in_schema = 'action'`,
  });
  expect(action).toEqual({ least: "block", greatest: "pass" });
});

describe("what is not read here is left to DuckDB", () => {
  const unreadable: [name: string, sql: (path: string) => string][] = [
    ["a column of tomorrow", (path) => `SELECT *, 1 AS tomorrow FROM '${path}'`],
    ["a column of another type", (path) => `SELECT * REPLACE (id::VARCHAR AS id) FROM '${path}'`],
    [
      "a number that a double does not hold",
      (path) => `SELECT * REPLACE (9007199254740993 AS bytes) FROM '${path}'`,
    ],
  ];
  for (const [name, sql] of unreadable) {
    test(name, async () => {
      const path = newPath();
      const source = await givenFile([[{ rawLog: "a" }]]);
      await database.write({ sql: `COPY (${sql(source)}) TO '${path}' (FORMAT parquet, COMPRESSION zstd)` });
      expect(() => mergeRows(orderOf([path, source], 2))).toThrow(UnreadableParquetError);
    });
  }

  test("another compression", async () => {
    const path = await rewrite(await givenFile([[{ rawLog: "a".repeat(500) }]]), "COMPRESSION snappy");
    expect(() => mergeRows(orderOf([path], 1))).toThrow(UnreadableParquetError);
  });
});

test("a file that is cut off anywhere, or has other rows than expected, is never merged", async () => {
  const path = await givenFile([Array.from({ length: 300 }, (_, index) => ({ rawLog: `line ${index}` }))]);
  expect(() => mergeRows(orderOf([path], 299))).toThrow();
  const bytes = await readFile(path);
  for (let length = 0; length < bytes.length; length += Math.ceil(bytes.length / 50)) {
    const cut = newPath();
    await writeFile(cut, bytes.subarray(0, length));
    expect(() => mergeRows(orderOf([cut], 300))).toThrow();
  }
});
