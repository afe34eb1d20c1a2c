import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";

/** The log engine's rooms lie along the way of a line, and each knows only what comes before it. */
const ENGINE = join(import.meta.dir, "../../src/features/syslog");

/** What comes before a segment is written, in the order of a line's way. */
const BEFORE_SEGMENTS = ["event", "query", "skip-index", "parquet", "journal", "parse", "encode"];
const BEFORE_SEARCH = [...BEFORE_SEGMENTS, "segments"];

/** Room -> the rooms whose files its own may import. `tables` is tables.ts. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
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

type Import = { file: string; imported: string };

/** `segments/merge/plan.ts` is of `segments`, `tables.ts` of `tables`; undefined: a file that puts rooms together. */
function roomOf(file: string): string | undefined {
  if (ROOT_FILES.includes(file)) return undefined;
  return file.includes("/") ? file.slice(0, file.indexOf("/")) : file.replace(/\.ts$/, "");
}

/** The file's imports of others of the engine, those of types too. */
function readImports(file: string): Import[] {
  const folder = join(ENGINE, file, "..");
  const paths = readFileSync(join(ENGINE, file), "utf8").matchAll(/\b(?:from|import\(|import) ?"(\.[^"]*)"/g);
  return [...paths].flatMap(([, path = ""]) => {
    const imported = relative(ENGINE, resolve(folder, `${path}.ts`));
    return imported.startsWith("..") ? [] : [{ file, imported }];
  });
}

/** What is wrong with an import, or nothing. */
function findFault({ file, imported }: Import): string[] {
  const [from, to] = [roomOf(file), roomOf(imported)];
  if (from === undefined || from === to) return [];
  const allowed = MAY_IMPORT[from];
  if (allowed === undefined) return [`${file}: the room ${from} is not in the table of this test`];
  if (to !== undefined && allowed.includes(to)) return [];
  return [`${file} imports ${imported}: ${from} may import ${allowed.join(", ") || "no other room"}`];
}

const files = [...new Bun.Glob("**/*.ts").scanSync({ cwd: ENGINE })].sort();
const imports = files.flatMap(readImports);

test("imports between the engine's rooms go one way, from what comes later on a line's way to what comes before", () => {
  expect(imports.flatMap(findFault)).toEqual([]);
});

test("the engine's rooms are those of the table", () => {
  const folders = readdirSync(ENGINE, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect([...folders.map(({ name }) => name), "tables"].sort()).toEqual(Object.keys(MAY_IMPORT).sort());
});

test("the table itself has no circle", () => {
  const isBefore = (room: string, others: readonly string[]): boolean =>
    others.some((other) => other === room || isBefore(room, MAY_IMPORT[other] ?? []));
  expect(Object.entries(MAY_IMPORT).filter(([room, allowed]) => isBefore(room, allowed))).toEqual([]);
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
    expect(findFault({ file, imported })).toEqual([expect.stringContaining(file)]);
  });
});
