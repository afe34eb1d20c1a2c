import { beforeAll, describe, expect, test } from "bun:test";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { CompressionChoice } from "../../../../../src/features/syslog/segments/ingest/compression-choice";
import { MergeProcess } from "../../../../../src/features/syslog/segments/merge/process";
import { FULL_SEGMENT } from "../../../../../src/features/syslog/segments/merge/plan";
import { listMergeInputs } from "../../../../../src/features/syslog/segments/catalog/merge-catalog";
import { hiddenPath } from "../../../../../src/features/syslog/segments/name";
import { mergeSegments } from "../../../../../src/features/syslog/segments/merge/merge";
import { createTestDatabase, type TestDatabase } from "../../../../support/database";
import {
  createStoreFolders,
  type RunningStore,
  startStore,
  type StoreFolders,
  type StoreOptions,
} from "../../../../support/event-store";
import { waitFor } from "../../../../support/wait-for";

const PATIENCE_MS = 60_000;
const NEVER = new AbortController().signal;
/** As many octets as are read of a journal that is behind. */
const records = new Uint8Array(2 * 1024 * 1024);
const chunk = { from: 0, through: 1, messages: 1, records, lastReceivedAtMicros: 0 };
const late = () => ({ ...chunk, firstReceivedAtMicros: (Date.now() - 5000) * 1000 });

let database: TestDatabase;
let collectors = 0;

beforeAll(async () => {
  database = await createTestDatabase();
}, 30_000);

type Place = Awaited<ReturnType<typeof givenStore>>;

async function givenStore(options: StoreOptions = {}) {
  const folders = await createStoreFolders();
  const collector = (++collectors).toString(16).padStart(12, "0");
  const store = await startStore(database.db, folders, { ...options, collector });
  return { folders, collector, store };
}

/**
 * Sends late lines until rows stand there without compression: not in a segment behind another that took long to write.
 */
async function receiveLate(place: Place, lines: string[], isThere: () => Promise<boolean>): Promise<void> {
  await waitFor(
    "rows to be stored without compression",
    async () => {
      place.store.receive(lines, 5);
      await place.store.stored();
      return isThere();
    },
    PATIENCE_MS,
  );
}

async function sizesOf({ collector, folders }: Place): Promise<number[]> {
  const paths = await pathsOf(collector);
  return Promise.all(paths.map(async (path) => (await stat(join(folders.events, path))).size));
}

async function givenChoice(minFreeBytes = 0): Promise<CompressionChoice> {
  return new CompressionChoice({ folders: await createStoreFolders(), retentionBytes: 0, minFreeBytes });
}

function numbered(count: number, length = 100): string[] {
  return Array.from({ length: count }, (_, index) => `<134>line ${index} ${"x".repeat(length)}`);
}

async function pathsOf(collector: string): Promise<string[]> {
  const rows = await database.sql<{ path: string }[]>`
    SELECT path FROM event_segments WHERE collector = ${collector} AND deleted_at IS NULL ORDER BY range_start`;
  return rows.map(({ path }) => path);
}

/** How the rows of a file are compressed. */
async function codecOf(store: RunningStore, path: string): Promise<unknown> {
  const [row] = await store.database.query({
    sql: `SELECT DISTINCT compression FROM parquet_metadata('${path}') WHERE path_in_schema = 'raw_log'`,
  });
  return row?.["compression"];
}

async function codecOfNewest(
  store: RunningStore,
  place: { collector: string; folders: StoreFolders },
): Promise<unknown> {
  const path = (await pathsOf(place.collector)).at(-1) ?? "";
  return codecOf(store, join(place.folders.events, path));
}

describe.concurrent("rows are stored without compression", () => {
  test(
    "where they waited for long, and are compressed when they are merged",
    async () => {
      const place = await givenStore();
      const { folders, collector, store } = place;
      const isNewest = async () => (await codecOfNewest(store, place)) === "UNCOMPRESSED";
      await receiveLate(place, numbered(30_000), isNewest);
      const inputs = (await listMergeInputs(database.db)).filter((input) => input.collector === collector);
      const merger = new MergeProcess();
      const ctx = { ...store, folders, merger, mayRename: async () => undefined };
      const merged = await mergeSegments(ctx, { inputs, isFinal: false }, NEVER);
      await merger.close();
      expect(merged.rowCount % 30_000).toBe(0);
      expect(await codecOf(store, join(folders.events, hiddenPath(merged.path)))).toBe("ZSTD");
      await store.stop();
    },
    PATIENCE_MS,
  );

  test(
    "in segments that are small enough to be merged, however long they are",
    async () => {
      const place = await givenStore();
      // Compressed, these lines take next to nothing.
      const isBig = async () => Math.max(...(await sizesOf(place))) > FULL_SEGMENT.bytes / 2;
      await receiveLate(place, numbered(50_000, 1500), isBig);
      for (const size of await sizesOf(place)) expect(size).toBeLessThan(FULL_SEGMENT.bytes);
      await place.store.stop();
    },
    PATIENCE_MS,
  );
});

describe.concurrent("rows are compressed at once", () => {
  test("where their lines come in time", async () => {
    const choice = await givenChoice();
    await choice.lookAtDisk();
    expect(choice.mayBeLeftOutFor({ ...chunk, firstReceivedAtMicros: Date.now() * 1000 })).toBe(false);
  });

  test("where segments have a bound, beyond which the oldest go", async () => {
    const { folders, collector, store } = await givenStore({ retentionBytes: 1_000_000 });
    store.receive(numbered(30_000));
    await store.stored();
    store.receive(numbered(30_000), 5);
    await store.stored();
    expect(await codecOfNewest(store, { collector, folders })).toBe("ZSTD");
    await store.stop();
  });

  test("until the disk was looked at, and while a segment takes long to write", async () => {
    const choice = await givenChoice();
    expect(choice.mayBeLeftOutFor(late())).toBe(false);
    await choice.lookAtDisk();
    expect(choice.mayBeLeftOutFor(late())).toBe(true);
    await choice.lookAtDisk(3000);
    expect(choice.mayBeLeftOutFor(late())).toBe(false);
  });

  test("where they are few: they have rested in the journal, and nothing is behind", async () => {
    const choice = await givenChoice();
    await choice.lookAtDisk();
    expect(choice.mayBeLeftOutFor({ ...late(), records: records.subarray(0, 1024 * 1024) })).toBe(false);
  });

  test("while little of the disk is free", async () => {
    const choice = await givenChoice(2 ** 50);
    await choice.lookAtDisk();
    expect(choice.mayBeLeftOutFor(late())).toBe(false);
  });
});
