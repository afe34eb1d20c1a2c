import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { COLUMN_NAMES } from "../../../../../src/features/syslog/event/columns";
import { BatchReader } from "../../../../../src/features/syslog/search/scan/batch-reader";
import type { LocatedKey } from "../../../../../src/features/syslog/search/scan/event-key";
import { fetchRows } from "../../../../../src/features/syslog/search/scan/fetch-events";
import {
  MissingSegmentError,
  UnreadableSegmentsError,
} from "../../../../../src/features/syslog/search/scan/segment-reader";
import { EventDatabase, type Row, type Statement } from "../../../../../src/features/syslog/segments/duckdb";
import { mergeRows } from "../../../../../src/features/syslog/segments/merge/rows";
import {
  COLLECTOR,
  createStoreFolders,
  openEventDatabase,
  type StoreFolders,
} from "../../../../support/event-store";
import { patient } from "../../../../support/patience";
import { Random } from "../../parse/mutated-lines";
import { type Line, writeRowGroups } from "../../segments/row-groups";

setDefaultTimeout(patient(60_000));

const NEVER = new AbortController().signal;
const SEED = 20_261_126;
/** More than a page of texts, and more than a vector of DuckDB's. */
const GROUP_ROWS = 2500;
const GROUPS = 3;

let folders: StoreFolders;
let database: EventDatabase;
let queries = 0;
let files = 0;

beforeAll(async () => {
  folders = await createStoreFolders();
  class Counted extends EventDatabase {
    override async query(statement: Statement, signal?: AbortSignal): Promise<Row[]> {
      queries += 1;
      return super.query(statement, signal);
    }
  }
  database = openEventDatabase(folders, Counted);
});

/** Lines with repeats, gaps, long and short texts, and fields that few or none have. */
function linesOf(random: Random): Line[] {
  return Array.from({ length: GROUP_ROWS }, (_, row) => ({
    rawLog: `line ${row} ${"é".repeat(random.below(40))}`,
    ...(random.below(3) > 0 && {
      srcIp: `10.0.${random.below(4)}.${random.below(200)}`,
      srcPort: random.below(65_536),
    }),
    ...(random.below(50) === 0 && {
      reason: `rare ${random.below(1000)}`,
      bytes: random.below(2 ** 31) * 1000,
    }),
    ...(row % 2 === 0 && { action: "block", app: "filterlog", severity: row % 8 }),
    ...(row > 2000 && { eventTimeMicros: 1_780_000_000_000_000 + row * 7, clockUnset: true }),
    ...(random.below(9) === 0 && { rawBytes: Uint8Array.from([0, row & 255, 255]) }),
  }));
}

async function givenFile(): Promise<string> {
  const random = new Random(SEED + files);
  const path = `rows-${++files}.parquet`;
  const groups = Array.from({ length: GROUPS }, () => linesOf(random));
  await writeRowGroups(join(folders.events, path), groups, 1);
  return path;
}

/** The rows of a file written again by DuckDB. */
async function givenCopy(options: string): Promise<string> {
  const [from, to] = [await givenFile(), `rows-${++files}.parquet`];
  const fileOf = (path: string) => `'${join(folders.events, path)}'`;
  await database.write({
    sql: `COPY (SELECT * FROM read_parquet(${fileOf(from)})) TO ${fileOf(to)} (FORMAT parquet, ${options})`,
  });
  return to;
}

async function givenMerged(): Promise<string> {
  const [from, to] = [await givenFile(), `rows-${++files}.parquet`];
  const rows = GROUP_ROWS * GROUPS;
  const range = { collector: COLLECTOR, start: 0, end: rows };
  mergeRows({
    inputs: [join(folders.events, from)],
    output: join(folders.events, to),
    range,
    rows,
    use: "merged",
  });
  return to;
}

const reader = () => ({ database, eventsFolder: folders.events });

/** The keys of some rows of the files, in an order of chance. */
async function keysOf(paths: readonly string[], share: number): Promise<LocatedKey[]> {
  const random = new Random(SEED);
  const keys: LocatedKey[] = [];
  for (const path of paths) {
    const rows = await database.query({
      sql: `SELECT id, file_row_number AS row FROM read_parquet('${join(folders.events, path)}')`,
    });
    for (const { id, row } of rows)
      if (random.below(share) === 0)
        keys.push({
          receivedAtMicros: 0,
          collector: COLLECTOR,
          id: Number(id),
          path,
          columns: null,
          row: Number(row),
        });
  }
  return keys
    .map((key) => ({ key, order: random.below(2 ** 30) }))
    .toSorted((left, right) => left.order - right.order)
    .map(({ key }) => key);
}

async function readBatch(keys: readonly LocatedKey[]): Promise<Row[]> {
  const batches = new BatchReader(reader(), COLUMN_NAMES);
  expect(await batches.read(keys, NEVER)).toBe(keys.length);
  return keys.map((_, index) => batches.batch.toRow(index));
}

describe("a batch has what DuckDB reads of the same rows, in the order of their keys", () => {
  const KINDS: [string, () => Promise<string>, "by our own reader" | "by DuckDB"][] = [
    ["as they are stored", givenFile, "by our own reader"],
    ["merged", givenMerged, "by our own reader"],
    [
      "written by DuckDB as segments are",
      () => givenCopy("PARQUET_VERSION v2, COMPRESSION zstd"),
      "by our own reader",
    ],
    [
      "written by DuckDB in version 1",
      () => givenCopy("PARQUET_VERSION v1, COMPRESSION zstd"),
      "by our own reader",
    ],
    ["of another compression", () => givenCopy("COMPRESSION snappy"), "by DuckDB"],
  ];
  test.each(KINDS)("%s", async (_, givenOne, reading) => {
    const paths = [await givenOne(), await givenOne()];
    for (const share of [1, 30]) {
      const keys = (await keysOf(paths, share)).slice(0, 3000);
      const expected = await fetchRows(reader(), { keys, columns: COLUMN_NAMES }, NEVER);
      queries = 0;
      const rows = await readBatch(keys);
      expect(queries > 0).toBe(reading === "by DuckDB");
      expect(rows).toEqual(expected.map(({ segment: _segment, ...row }) => row));
    }
  });
});

test("events that are too wide together come in several batches", async () => {
  const path = `rows-${++files}.parquet`;
  const wide = Array.from({ length: 400 }, (_, row) => ({ rawLog: `${row} ${"x".repeat(60_000)}` }));
  await writeRowGroups(join(folders.events, path), [wide.slice(0, 100), wide.slice(100)], 1);
  const keys = await keysOf([path], 1);
  const batches = new BatchReader(reader(), ["id", "raw_log"]);
  const ids: unknown[] = [];
  while (ids.length < keys.length) {
    const read = await batches.read(keys.slice(ids.length), NEVER);
    expect(read).toBeLessThan(keys.length);
    for (let index = 0; index < read; index++) ids.push(batches.batch.toRow(index)["id"]);
  }
  expect(ids).toEqual(keys.map(({ id }) => id));
});

test("events that lie far apart are read by DuckDB, the first of them though the time is over", async () => {
  const paths = await Promise.all(
    Array.from({ length: 70 }, async () => {
      const path = `rows-${++files}.parquet`;
      await writeRowGroups(
        join(folders.events, path),
        [[{ rawLog: `${path} 0` }, { rawLog: `${path} 1` }]],
        1,
      );
      return path;
    }),
  );
  const keys = paths.map((path, index) => ({
    receivedAtMicros: 0,
    collector: COLLECTOR,
    id: 2 + (index % 2),
    path,
    columns: null,
    row: index % 2,
  }));
  const batches = new BatchReader(reader(), ["id", "raw_log"]);
  const lines: unknown[] = [];
  queries = 0;
  while (lines.length < keys.length) {
    const read = await batches.read(keys.slice(lines.length), NEVER, 0);
    expect(batches.batch.rows).toBe(read);
    expect(read).toBeLessThan(keys.length);
    for (let index = 0; index < read; index++) lines.push(batches.batch.toRow(index)["raw_log"]);
  }
  expect(queries).toBeGreaterThan(0);
  expect(lines).toEqual(keys.map(({ path, row }) => `${path} ${row}`));
  expect(await batches.read(keys, NEVER)).toBe(keys.length);
});

test("a file that is damaged, or gone, is an error that names it, never a short answer", async () => {
  const path = await givenFile();
  const keys = await keysOf([path], 10);
  const bytes = await readFile(join(folders.events, path));
  await writeFile(join(folders.events, path), bytes.fill(0xff, 100, bytes.length - 4000));
  expect(await readBatch(keys).catch((error: unknown) => error)).toBeInstanceOf(UnreadableSegmentsError);
  await rm(join(folders.events, path));
  const failure = await readBatch(keys).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(MissingSegmentError);
  expect(failure).toMatchObject({ paths: [path] });
});

test("an export that is given up stops reading", async () => {
  const keys = await keysOf([await givenFile()], 1);
  const over = AbortSignal.abort(new Error("the client has left"));
  const batches = new BatchReader(reader(), COLUMN_NAMES);
  expect(await batches.read(keys, over).catch((error: unknown) => error)).toBe(over.reason);
});
