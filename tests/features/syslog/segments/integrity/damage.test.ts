import { beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFile, rename, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import pino from "pino";
import { eventSegments } from "#tables/syslog";
import { searchEvents } from "../../../../../src/features/syslog/search/search";
import { Compaction } from "../../../../../src/features/syslog/segments/merge/compaction";
import { DamageWatch } from "../../../../../src/features/syslog/segments/integrity/damage";
import { readExportedLines } from "../../../../support/export-pages";
import { createTestDatabase, type TestDatabase } from "../../../../support/database";
import { createStoreFolders, givenSegment, openEventDatabase } from "../../../../support/event-store";
import { canFailDisk, createFailingDisk } from "../../../../support/failing-disk";
import { emptyCatalog, givenLease, SteppedClock } from "../../../../support/maintenance";
import { patient } from "../../../../support/patience";

const NOON = Date.UTC(2026, 5, 1, 12);
const HOUR = 3_600_000;
const UNREADABLE = "Stored events cannot be read at the moment";
const NEVER = new AbortController().signal;
const log = pino({ level: "silent" });

setDefaultTimeout(patient(30_000));

let catalog: TestDatabase;
beforeAll(async () => {
  catalog = await createTestDatabase();
}, 30_000);
beforeEach(() => emptyCatalog(catalog));

/** Segments of one event each, an hour apart; `broken` is the middle one. */
async function givenStore(segments = 3) {
  const { db, sql } = catalog;
  const folders = await createStoreFolders();
  const database = openEventDatabase(folders);
  const watch = new DamageWatch({ db, log, eventsFolder: folders.events, lagSeconds: () => 0 });
  const paths: string[] = [];
  for (let hour = 0; hour < segments; hour++) {
    const event = {
      receivedAtMicros: (NOON + hour * HOUR) * 1000,
      rawLog: `hour=${hour};`,
      message: "x".repeat(500),
    };
    paths.push(await givenSegment({ db, database, folders }, [event]));
  }
  const search = {
    db,
    database,
    eventsFolder: folders.events,
    timeoutSeconds: 10,
    examine: (names: readonly string[]) => watch.examine(names),
  };
  const broken = join(folders.events, paths[1] ?? "");
  return {
    db,
    sql,
    folders,
    database,
    watch,
    paths,
    broken,
    search: (window: { startMicros?: number; endMicros?: number } = {}) =>
      searchEvents(
        search,
        {
          predicate: { conditions: [], ...window },
          sortBy: "received_at",
          sortDirection: "desc",
          limit: 10,
          offset: 0,
        },
        NEVER,
      ),
    export: (window: { startMicros?: number; endMicros?: number } = {}) =>
      readExportedLines(search, {
        predicate: { conditions: [], ...window },
        limit: 10,
        asOf: new Map([["0123456789ab", Number.MAX_SAFE_INTEGER]]),
      }),
    lease: await givenLease(db, "syslog.scrub"),
    damaged: async () => (await watch.list()).map(({ path }) => path),
  };
}

async function flipByte(path: string, at: number): Promise<void> {
  const bytes = await readFile(path);
  bytes[at] = (bytes[at] ?? 0) ^ 0xff;
  await writeFile(path, bytes);
}

const DAMAGES: [string, (path: string) => Promise<void>][] = [
  ["is cut short", (path) => truncate(path, 1000)],
  ["is empty", (path) => truncate(path, 0)],
  ["is overwritten", (path) => writeFile(path, Buffer.alloc(5000, 7))],
  ["has a wrong last byte", async (path) => flipByte(path, (await readFile(path)).length - 1)],
  ["has gone", (path) => rm(path)],
];

describe("fault 7: a search that meets a segment which", () => {
  for (const [what, damage] of DAMAGES) {
    test(`${what} sets it aside, finds the rest and says what is missing`, async () => {
      const store = await givenStore();
      await damage(store.broken);
      const page = await store.search();
      expect(page.events.map((event) => event.raw_log)).toEqual(["hour=2;", "hour=0;"]);
      expect(page).toMatchObject({
        total: 2,
        total_is_lower_bound: true,
        is_partial: true,
        missing: [
          { start_time: "2026-06-01T13:00:00.000Z", end_time: "2026-06-01T13:00:00.000Z", events: 1 },
        ],
      });
      expect(await store.damaged()).toEqual([store.paths[1] ?? ""]);
    });
  }

  test("is damaged outside its time range is whole", async () => {
    const store = await givenStore();
    await rm(store.broken);
    await store.search();
    expect(await store.search({ startMicros: (NOON + 2 * HOUR) * 1000 })).toMatchObject({
      total: 1,
      total_is_lower_bound: false,
      is_partial: false,
      missing: [],
    });
  });

  test("lies in a folder that is not there sets nothing aside", async () => {
    const store = await givenStore();
    await rename(store.folders.events, `${store.folders.events}-away`);
    expect(await store.search().catch((error: unknown) => String(error))).toContain(UNREADABLE);
    expect(await store.damaged()).toEqual([]);
    await rename(`${store.folders.events}-away`, store.folders.events);
    expect(await store.search()).toMatchObject({ total: 3, is_partial: false });
  });

  test("cannot be read is set aside on a disk that is well, and not where the whole disk fails", async () => {
    const { db, broken, paths, watch } = await givenStore();
    const [, path = ""] = paths;
    await rm(broken);
    // Reading it at its start gives EIO, and its folder takes no fsync.
    await symlink("/proc/self/mem", broken);
    const others = new DamageWatch({ db, log, eventsFolder: "/proc/self", lagSeconds: () => 0 });
    await db.update(eventSegments).set({ path: "mem" }).where(eq(eventSegments.path, path));
    expect(await others.examine(["mem"]).catch((error: unknown) => String(error))).toContain(UNREADABLE);
    expect(await others.list()).toEqual([]);
    await db.update(eventSegments).set({ path }).where(eq(eventSegments.path, "mem"));
    expect(await watch.examine([path])).toBe(true);
  });

  test.skipIf(!canFailDisk)("cannot be read is set aside on a disk that has turned read-only", async () => {
    const { db, paths } = await givenStore();
    const disk = await createFailingDisk(32 * 1024 ** 2);
    await using cleanUp = new AsyncDisposableStack();
    cleanUp.defer(() => disk.remove());
    await symlink("/proc/self/mem", join(disk.folder, "mem"));
    await db
      .update(eventSegments)
      .set({ path: "mem" })
      .where(eq(eventSegments.path, paths[1] ?? ""));
    const watch = new DamageWatch({ db, log, eventsFolder: disk.folder, lagSeconds: () => 0 });
    disk.turnReadOnly();
    expect(await watch.examine(["mem"])).toBe(true);
  });
});

test("an export refuses a time range with damaged events, and gives any other", async () => {
  const store = await givenStore();
  await truncate(store.broken, 100);
  expect(await store.export().catch((error: unknown) => error)).toMatchObject({
    status: 409,
    message: expect.stringContaining("Events from 2026-06-01T13:00:00.000Z to "),
  });
  const { lines } = await store.export({ startMicros: (NOON + 2 * HOUR) * 1000 });
  expect(lines).toHaveLength(1);
});

describe("the scrub", () => {
  test("finds a byte that no read has noticed, in files that were not read for a week", async () => {
    const store = await givenStore();
    await flipByte(store.broken, 300);
    await store.watch.scrub(store.lease);
    expect(await store.damaged()).toEqual([]);
    await store.sql`UPDATE event_segments SET created_at = now() - interval '8 days'`;
    await store.watch.scrub(store.lease);
    expect(await store.damaged()).toEqual([store.paths[1] ?? ""]);
    const [row] =
      await store.sql`SELECT count(*)::int AS read FROM event_segments WHERE checked_at IS NOT NULL`;
    expect(row?.["read"]).toBe(3);
  });

  test("brings a file back that is whole again", async () => {
    const store = await givenStore();
    await rename(store.broken, `${store.broken}.away`);
    expect(await store.search()).toMatchObject({ total: 2, is_partial: true });
    await rename(`${store.broken}.away`, store.broken);
    await store.watch.scrub(store.lease);
    expect(await store.search()).toMatchObject({ total: 3, is_partial: false, total_is_lower_bound: false });
  });

  test("gives a segment its checksum that has none", async () => {
    const store = await givenStore();
    const before = await store.sql`SELECT checksum FROM event_segments ORDER BY id`;
    await store.sql`UPDATE event_segments SET checksum = NULL`;
    await store.watch.scrub(store.lease);
    expect(await store.sql`SELECT checksum FROM event_segments ORDER BY id`).toEqual(before);
  });
});

test("a merge that meets a damaged segment sets it aside, and others are merged", async () => {
  const store = await givenStore(9);
  await truncate(store.broken, 100);
  const compaction = new Compaction({
    db: store.db,
    database: store.database,
    folders: store.folders,
    log,
    clock: new SteppedClock(NOON + 48 * HOUR),
    minFreeBytes: 0,
    lagSeconds: () => 0,
    tinyNeighbours: 8,
    onUnreadable: (paths) => store.watch.examine(paths),
  });
  await compaction.run(await givenLease(store.db, "syslog.compaction"));
  expect(await store.damaged()).toEqual([store.paths[1] ?? ""]);
  const rows =
    await store.sql`SELECT row_count FROM event_segments WHERE deleted_at IS NULL ORDER BY range_start`;
  expect(rows.map((row) => row["row_count"])).toEqual([1, 1, 7]);
  expect(await store.search()).toMatchObject({ total: 8, is_partial: true });
});
