import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { COLUMN_COUNT, EVENT_COLUMNS } from "../../../../src/features/syslog/event/columns";
import { compileFilters } from "../../../../src/features/syslog/query/compile";
import { DETAIL_COLUMNS, LIST_COLUMNS } from "../../../../src/features/syslog/search/scan/select-columns";
import {
  querySegments,
  UnreadableSegmentsError,
} from "../../../../src/features/syslog/search/scan/segment-reader";
import { EventDatabase } from "../../../../src/features/syslog/segments/duckdb";

/** Columns that the first files did not have. */
const ADDED = new Set([
  "nat_src_ip",
  "nat_dst_ip",
  "nat_src_port",
  "nat_dst_port",
  "addresses_in_fields",
  "line_addresses",
]);

let folder: string;
let database: EventDatabase;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "netatlas-segments-"));
  await mkdir(join(folder, "tmp"));
  database = new EventDatabase({
    eventsFolder: folder,
    temporaryFolder: join(folder, "tmp"),
    memoryMegabytes: 200,
    threads: 1,
  });
  await writeFile("old", 1, (column) => !ADDED.has(column));
  await writeFile("new", 2, () => true);
  await writeFile("newest", 3, () => true);
});

afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

async function writeFile(name: string, id: number, has: (column: string) => boolean): Promise<void> {
  const values: Partial<Record<string, string>> = {
    id: String(id),
    received_at: "now()",
    raw_log: "'line of 192.0.2.7'",
  };
  const columns = Object.entries(EVENT_COLUMNS)
    .filter(([column]) => has(column))
    .map(([column, type]) => `(${values[column] ?? "NULL"})::${type} AS "${column}"`);
  await database.write({
    sql: `COPY (SELECT ${columns.join(", ")}) TO '${join(folder, name)}.parquet' (FORMAT parquet)`,
  });
}

test("a file that lacks columns which the catalog says it has is an error, not a short answer", async () => {
  const segments = [{ path: "old.parquet", collector: "0123456789ab", columns: COLUMN_COUNT }];
  const query = { segments, predicate: { conditions: [] }, select: LIST_COLUMNS };
  const read = querySegments({ database, eventsFolder: folder }, query, AbortSignal.timeout(10_000));
  expect(await read.catch((error: unknown) => error)).toBeInstanceOf(UnreadableSegmentsError);
});

test("an address as a word is found in files that do not know the addresses of their lines", async () => {
  const search = (q: string) =>
    querySegments(
      { database, eventsFolder: folder },
      {
        segments: ["old", "new"].map((name) => ({
          path: `${name}.parquet`,
          collector: "0123456789ab",
          columns: null,
          rowCount: 100_000,
        })),
        predicate: compileFilters({ q }),
        select: "id",
        tail: "ORDER BY id",
      },
      AbortSignal.timeout(10_000),
    );
  expect(await search("192.0.2.7")).toEqual([{ id: 1 }, { id: 2 }]);
  expect(await search("192.0.2.8")).toEqual([]);
});

describe("files written before a column was added are read beside newer ones", () => {
  test.each([
    ["old first", ["old", "new"], [1, 2]],
    ["new first", ["new", "old"], [1, 2]],
    ["old alone", ["old"], [1]],
    ["new alone", ["new", "newest"], [2, 3]],
  ])("%s", async (_, names, ids) => {
    for (const select of [LIST_COLUMNS, DETAIL_COLUMNS]) {
      const rows = await querySegments(
        { database, eventsFolder: folder },
        {
          segments: names.map((name) => ({
            path: `${name}.parquet`,
            collector: "0123456789ab",
            columns: name === "old" ? null : COLUMN_COUNT,
          })),
          predicate: { conditions: [] },
          select,
          tail: "ORDER BY id",
        },
        AbortSignal.timeout(10_000),
      );
      expect(rows.map((row) => row["id"])).toEqual(ids);
    }
  });
});
