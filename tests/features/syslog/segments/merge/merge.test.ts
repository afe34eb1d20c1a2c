import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { readdir, truncate } from "node:fs/promises";
import { join } from "node:path";
import { OpenParquetFile } from "../../../../../src/features/syslog/parquet/open-file";
import type { EventDatabase } from "../../../../../src/features/syslog/segments/duckdb";
import { mergeSegments } from "../../../../../src/features/syslog/segments/merge/merge";
import type { Merge } from "../../../../../src/features/syslog/segments/merge/plan";
import { type MergeAnswer, MergeProcess } from "../../../../../src/features/syslog/segments/merge/process";
import type { RowMerge } from "../../../../../src/features/syslog/segments/merge/rows";
import {
  COLLECTOR,
  createStoreFolders,
  openEventDatabase,
  type StoreFolders,
} from "../../../../support/event-store";
import { patient } from "../../../../support/patience";
import { writeRowGroups } from "../row-groups";

const NOON = Date.UTC(2026, 5, 1, 12) * 1000;
const NEVER = new AbortController().signal;
const ROWS = 40;

setDefaultTimeout(patient(30_000));

/** Merges as the service does, and then does to the file what `damage` says. */
class DamagingProcess extends MergeProcess {
  damage: (path: string) => unknown = () => undefined;

  override async merge(order: RowMerge, signal: AbortSignal): Promise<MergeAnswer> {
    const answer = await super.merge(order, signal);
    expect(answer.outcome).toBe("merged");
    await this.damage(order.output);
    return answer;
  }
}

let folders: StoreFolders;
/** Of the service, and of the test. */
let database: EventDatabase;
let tool: EventDatabase;
const merger = new DamagingProcess();
const merge: Merge = { inputs: [], isFinal: false };
beforeAll(async () => {
  folders = await createStoreFolders();
  database = openEventDatabase(folders);
  tool = openEventDatabase(folders);
  for (const half of [0, 1]) {
    const path = `${half}.parquet`;
    const first = NOON + half * ROWS;
    const lines = Array.from({ length: ROWS / 2 }, (_, index) => ({ rawLog: `line ${half} ${index}` }));
    // Two row groups in each.
    await writeRowGroups(join(folders.events, path), [lines.slice(5), lines.slice(0, 5)], first);
    merge.inputs.push({
      id: half,
      collector: COLLECTOR,
      rangeStart: half,
      rangeEnd: half + 1,
      path,
      rowCount: ROWS / 2,
      sizeBytes: 1,
      tier: 0,
      minReceivedAtMicros: first,
      maxReceivedAtMicros: first,
      minEventId: first,
      maxEventId: first,
    });
  }
});
afterAll(() => merger.close());

function run(damage: DamagingProcess["damage"]) {
  merger.damage = damage;
  return mergeSegments({ database, folders, merger, mayRename: async () => undefined }, merge, NEVER);
}

/** Puts what DuckDB selects of the file in its place. */
async function rewrite(path: string, select: string): Promise<void> {
  const copy = join(folders.temporary, "copy.parquet");
  await tool.write({ sql: `COPY (${select.replaceAll("$file", `'${path}'`)}) TO '${copy}'` });
  writeFileSync(path, readFileSync(copy));
}

/** Turns bits of a byte round in the middle of the stored ids. */
async function flip(path: string): Promise<void> {
  const bytes = readFileSync(path);
  const file = await OpenParquetFile.open(path);
  const { groups } = await file.readFooter();
  await file.close();
  const ids = groups[0]?.columns.find(({ name }) => name === "id");
  if (ids === undefined) throw new Error("the merged file has no ids");
  const at = ids.start + Math.floor(ids.storedBytes * 0.75);
  bytes[at] = (bytes[at] ?? 0) ^ 0x55;
  writeFileSync(path, bytes);
}

const DAMAGES: Record<string, (path: string) => unknown> = {
  "is cut off": async (path) => truncate(path, readFileSync(path).length - 100),
  "is empty": (path) => writeFileSync(path, ""),
  "has other bits in its ids": flip,
  "lacks rows": (path) => rewrite(path, `SELECT * FROM $file LIMIT ${ROWS - 5}`),
  "has a row twice": (path) => rewrite(path, "FROM $file UNION ALL (FROM $file LIMIT 1)"),
  "has a row twice in the place of another": (path) =>
    rewrite(path, `(FROM $file LIMIT ${ROWS - 1}) UNION ALL (FROM $file LIMIT 1)`),
  "has an event without an id": (path) =>
    rewrite(path, `SELECT * REPLACE (if(id = ${NOON + 1}, NULL, id) AS id) FROM $file`),
  "has no ids": (path) => rewrite(path, "SELECT * EXCLUDE (id) FROM $file"),
};

for (const [what, damage] of Object.entries(DAMAGES)) {
  test(`a merged file that ${what} is not taken`, async () => {
    const events = async () => (await readdir(folders.events, { recursive: true })).sort();
    const before = await events();
    expect(run(damage)).rejects.toThrow();
    expect((await readdir(folders.temporary)).filter((name) => name !== "copy.parquet")).toEqual([]);
    expect(await events()).toEqual(before);
  });
}

test("a merge of few rows is checked without DuckDB", async () => {
  await run(() => undefined);
  // One that has read many rows before has it loaded.
  await merger.close();
  const merged = await run(() => {
    const maps = mapsOfMerging();
    expect(maps).not.toBe("");
    expect(maps).not.toContain("libduckdb");
  });
  expect(merged).toMatchObject({ rowCount: ROWS, minEventId: NOON });
  expect(database.openInstances).toBe(0);
});

test("a merge of many rows is read by DuckDB, too, where it leaves nothing behind", async () => {
  const paths = [0, 1].map((half) => `many-${half}.parquet`);
  const many = 80_000;
  for (const [half, path] of paths.entries()) {
    const ids = `(${NOON} + ${half * many} + range)::BIGINT AS id`;
    await tool.write({
      sql: `
        COPY (
          SELECT * EXCLUDE (range) REPLACE (${ids})
          FROM (FROM '${join(folders.events, "0.parquet")}' LIMIT 1), range(${many})
        ) TO '${join(folders.events, path)}' (PARQUET_VERSION v2, COMPRESSION zstd)`,
    });
  }
  const inputs = merge.inputs.map((input, half) => ({ ...input, path: paths[half] ?? "", rowCount: many }));
  // A merge that none was before for long ends its process.
  await run(() => undefined);
  merger.damage = () => expect(mapsOfMerging()).toContain("libduckdb");
  const context = { database, folders, merger, mayRename: async () => undefined };
  expect(await mergeSegments(context, { inputs, isFinal: false }, NEVER)).toMatchObject({
    rowCount: 2 * many,
  });
  expect(database.openInstances).toBe(0);
});

/** What is mapped into the processes that this one has started and that merge. */
function mapsOfMerging(): string {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids
    .filter((pid) => {
      const [command, status] = [readProc(pid, "cmdline"), readProc(pid, "status")];
      return command.includes("merge-segments") && status.includes(`PPid:\t${process.pid}\n`);
    })
    .map((pid) => readProc(pid, "maps"))
    .join("");
}

function readProc(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
