import { describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { circlesOf, faultsOf, filesOf, importsOf, type House, type RoomTable } from "./rooms";

/** The log engine's rooms lie along the way of a line, and each knows only what comes before it. */
const ENGINE = join(import.meta.dir, "../../src/features/syslog");

/** What comes before a segment is written, in the order of a line's way. */
const BEFORE_SEGMENTS = ["event", "query", "skip-index", "parquet", "journal", "parse", "encode"];
const BEFORE_SEARCH = [...BEFORE_SEGMENTS, "segments"];

/** Room -> the rooms whose files its own may import. `tables` is tables.ts. */
const MAY_IMPORT: RoomTable = {
  event: [],
  tables: [],
  query: ["event"],
  "skip-index": ["event", "query"],
  parquet: ["event"],
  journal: ["event"],
  receive: ["event", "journal"],
  relay: ["event", "journal", "receive"],
  parse: ["event"],
  encode: ["event", "query", "skip-index", "parquet", "journal", "parse"],
  segments: [...BEFORE_SEGMENTS, "tables"],
  store: ["event", "query", "parquet", "segments"],
  clickhouse: ["event", "query", "segments", "store"],
  search: [...BEFORE_SEARCH, "store", "clickhouse", "tables"],
  live: [...BEFORE_SEARCH, "store", "search", "tables"],
  watch: [...BEFORE_SEARCH, "tables"],
  "own-formats": ["event", "parse", "encode"],
  relays: [...BEFORE_SEARCH, "relay", "watch", "tables"],
  status: [...BEFORE_SEARCH, "receive", "store", "search", "live", "watch", "own-formats", "tables"],
  "saved-searches": ["tables"],
  "parse-test": ["event", "parse", "encode"],
  "test-line": ["event", "receive", "live", "status"],
};

/** They put the rooms together, and no room knows them. */
const ROOT_FILES = [
  "engine.ts",
  "engine-options.ts",
  "index.ts",
  "jobs.ts",
  "past-events.ts",
  "relay-ingests.ts",
  "routes.ts",
];

const HOUSE: House = { folder: ENGINE, mayImport: MAY_IMPORT, rootFiles: ROOT_FILES };

const files = filesOf(HOUSE);
const imports = files.flatMap((file) => importsOf(HOUSE, file));

test("imports between the engine's rooms go one way, from what comes later on a line's way to what comes before", () => {
  expect(imports.flatMap((found) => faultsOf(HOUSE, found))).toEqual([]);
});

test("the engine's rooms are those of the table", () => {
  const folders = readdirSync(ENGINE, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect([...folders.map(({ name }) => name), "tables"].sort()).toEqual(Object.keys(MAY_IMPORT).sort());
});

test("the table itself has no circle", () => {
  expect(circlesOf(MAY_IMPORT)).toEqual([]);
});

describe("what is looked for is seen", () => {
  test("in every file, types and values", () => {
    expect(files.length).toBeGreaterThan(200);
    expect(imports).toContainEqual({ file: "engine.ts", imported: "segments/ingest/pipeline.ts" });
    expect(imports).toContainEqual({
      file: "segments/ingest/chunk-parsing.ts",
      imported: "encode/parse-chunk.ts",
    });
  });

  test.each([
    ["parse/message.ts", "live/hub.ts"],
    ["journal/feed.ts", "segments/duckdb.ts"],
    ["search/service.ts", "engine.ts"],
    ["tables.ts", "watch/rhythm.ts"],
    ["new-room/file.ts", "event/columns.ts"],
  ])("%s -> %s is a fault", (file, imported) => {
    expect(faultsOf(HOUSE, { file, imported })).toEqual([expect.stringContaining(file)]);
  });
});
