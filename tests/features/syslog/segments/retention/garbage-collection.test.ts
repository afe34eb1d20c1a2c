import { beforeAll, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { GarbageCollection } from "../../../../../src/features/syslog/segments/retention/garbage-collection";
import { createTestDatabase, type TestDatabase } from "../../../../support/database";
import {
  createStoreFolders,
  givenSegment,
  listSegmentFiles,
  openEventDatabase,
} from "../../../../support/event-store";
import { emptyCatalog, givenLease, SteppedClock } from "../../../../support/maintenance";
import { patient } from "../../../../support/patience";

const NOON = Date.UTC(2026, 5, 1, 12) * 1000;
const HOUR_MICROS = 3_600_000_000;
const MINUTE = 60_000;

setDefaultTimeout(patient(30_000));

let catalog: TestDatabase;
beforeAll(async () => {
  catalog = await createTestDatabase();
}, 30_000);
beforeEach(() => emptyCatalog(catalog));

async function givenStore(options: { searchTimeoutSeconds?: number; minFreeBytes?: number } = {}) {
  const { db, sql } = catalog;
  const folders = await createStoreFolders();
  const database = openEventDatabase(folders);
  const clock = new SteppedClock(Date.now());
  const garbage = new GarbageCollection({
    db,
    clock,
    eventsFolder: folders.events,
    searchTimeoutSeconds: 10,
    minFreeBytes: 0,
    ...options,
  });
  const lease = await givenLease(db, "syslog.sweep");
  const paths: string[] = [];
  for (const hour of [0, 1]) {
    paths.push(
      await givenSegment({ db, database, folders }, [{ receivedAtMicros: NOON + hour * HOUR_MICROS }]),
    );
  }
  const [old = "", young = ""] = paths;
  return {
    folders,
    clock,
    old,
    young,
    mark: () => sql`UPDATE event_segments SET deleted_at = now() - interval '1 year' WHERE path = ${old}`,
    collect: () => garbage.run(lease),
    files: () => listSegmentFiles(folders),
    rows: async () => (await sql`SELECT path FROM event_segments`).map((row) => String(row["path"])),
  };
}

test("a file goes ten minutes after its mark was first seen, then its row and its empty folder", async () => {
  const store = await givenStore();
  await store.collect();
  await store.mark();
  store.clock.pass(60 * MINUTE);
  await store.collect();
  store.clock.pass(10 * MINUTE - 1);
  await store.collect();
  expect(await store.files()).toEqual([store.old, store.young]);
  store.clock.pass(1);
  expect(await store.collect()).toBe(1);
  expect(await store.files()).toEqual([store.young]);
  expect(await store.rows()).toEqual([store.young]);
  expect(await readdir(join(store.folders.events, dirname(store.young), ".."))).toEqual(["hr=13"]);
});

test("a wall clock that is set takes no file from a search", async () => {
  const store = await givenStore();
  await store.mark();
  await store.collect();
  store.clock.set(365 * 24 * 60 * MINUTE);
  expect(await store.collect()).toBe(0);
  expect(await store.files()).toHaveLength(2);
});

test("when the disk is nearly full a file goes after half a minute", async () => {
  const store = await givenStore({ minFreeBytes: Number.MAX_SAFE_INTEGER });
  await store.mark();
  await store.collect();
  store.clock.pass(29_000);
  expect(await store.collect()).toBe(0);
  store.clock.pass(1_000);
  expect(await store.collect()).toBe(1);
});

test("fault 24: no file is younger than the longest search when it goes", async () => {
  const store = await givenStore({ minFreeBytes: Number.MAX_SAFE_INTEGER, searchTimeoutSeconds: 600 });
  await store.mark();
  await store.collect();
  store.clock.pass(600_000);
  expect(await store.collect()).toBe(0);
  store.clock.pass(5_000);
  expect(await store.collect()).toBe(1);
});

test("a file that is gone already takes its row along; other files keep their folder", async () => {
  const store = await givenStore();
  const neighbour = join(store.folders.events, dirname(store.old), "somebody-elses.txt");
  await writeFile(neighbour, "x");
  await store.mark();
  await store.collect();
  store.clock.pass(10 * MINUTE);
  await Bun.file(join(store.folders.events, store.old)).delete();
  expect(await store.collect()).toBe(1);
  expect(await store.rows()).toEqual([store.young]);
  expect(await Bun.file(neighbour).exists()).toBe(true);
});
