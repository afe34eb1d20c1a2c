import { beforeAll, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import pino from "pino";
import { holdSegments } from "../../../../src/features/backups/events/held-segments";
import {
  MissingSegmentError,
  querySegments,
  type SegmentPlace,
  type SegmentReader,
} from "../../../../src/features/syslog/search/scan/segment-reader";
import { listSegments } from "../../../../src/features/syslog/segments/catalog/catalog";
import { EventDatabase, type Row, type Statement } from "../../../../src/features/syslog/segments/duckdb";
import { DamageWatch } from "../../../../src/features/syslog/segments/integrity/damage";
import { Compaction } from "../../../../src/features/syslog/segments/merge/compaction";
import { hiddenPath, parseHiddenPath } from "../../../../src/features/syslog/segments/name";
import { GarbageCollection } from "../../../../src/features/syslog/segments/retention/garbage-collection";
import { createTestDatabase, type TestDatabase } from "../../../support/database";
import { segmentContext } from "../../../support/test-store";
import {
  createStoreFolders,
  givenSegment,
  listSegmentFiles,
  openEventDatabase,
} from "../../../support/event-store";
import { emptyCatalog, givenLease, SteppedClock } from "../../../support/maintenance";
import { patient } from "../../../support/patience";
import { countEventsInFolder } from "../../../support/stored-events";

const MORNING = Date.UTC(2026, 5, 1, 8);
/** Nine merges, in two tiers. */
const SEGMENTS = 72;
const log = pino({ level: "silent" });

setDefaultTimeout(patient(30_000));

let catalog: TestDatabase;
beforeAll(async () => {
  catalog = await createTestDatabase();
}, 30_000);
beforeEach(() => emptyCatalog(catalog));

/** A store of one-event segments, ten an hour, and what looks after them. */
async function givenStore(segments = SEGMENTS) {
  const { db } = catalog;
  const folders = await createStoreFolders();
  const database = openEventDatabase(folders);
  const clock = new SteppedClock(MORNING);
  let stored = 0;
  const storeOne = async () => {
    const receivedAtMicros = (MORNING + stored++ * 360_000) * 1000;
    await givenSegment({ db, database, folders }, [{ receivedAtMicros }]);
  };
  for (let index = 0; index < segments; index++) await storeOne();
  const compaction = new Compaction({
    db,
    database,
    folders,
    log,
    clock,
    minFreeBytes: 0,
    lagSeconds: () => 0,
    tinyNeighbours: 8,
    onUnreadable: async () => false,
  });
  const garbage = new GarbageCollection({
    db,
    clock,
    eventsFolder: folders.events,
    searchTimeoutSeconds: 10,
    minFreeBytes: 0,
  });
  const leases = {
    compaction: await givenLease(db, "syslog.compaction"),
    sweep: await givenLease(db, "syslog.sweep"),
  };
  return {
    db,
    folders,
    clock,
    storeOne,
    merge: () => compaction.run(leases.compaction),
    collectGarbage: () => garbage.run(leases.sweep),
  };
}

async function count(reader: SegmentReader, segments: readonly SegmentPlace[]): Promise<number> {
  const query = { segments, predicate: { conditions: [] }, select: "count(*) AS events" };
  const [row] = await querySegments(reader, query, new AbortController().signal);
  return Number(row?.["events"]);
}

test("another tool counts each event once before, while and after files are merged", async () => {
  const store = await givenStore();
  const counts = new Set([await countEventsInFolder(store.folders.events)]);
  const merging = store.merge();
  const ended = new AbortController();
  void merging.finally(() => ended.abort());
  while (!ended.signal.aborted) {
    // One merge after the other, as fast as they go: files may go at each try. That is an error, and no wrong count.
    const counted = await countEventsInFolder(store.folders.events).catch(() => SEGMENTS);
    counts.add(counted);
  }
  await merging;
  counts.add(await countEventsInFolder(store.folders.events));
  expect([...counts]).toEqual([SEGMENTS]);
  expect((await listSegmentFiles(store.folders)).length).toBeLessThan(SEGMENTS / 4);
});

test("a search of another replica that has the list of before a merge reads what was merged, until it is removed", async () => {
  const store = await givenStore(8);
  const replica = segmentContext({ ...store, database: openEventDatabase(store.folders) });
  const listed = await listSegments(store.db, {});
  await store.merge();
  expect(await listSegmentFiles(store.folders)).toHaveLength(1);
  expect(await count(replica, listed)).toBe(8);
  await store.collectGarbage();
  store.clock.pass(10 * 60_000);
  await store.collectGarbage();
  const refused = await count(replica, listed).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(MissingSegmentError);
  expect(await count(replica, await listSegments(store.db, {}))).toBe(8);
});

test("a search that comes before a merged file is shown reads it, though it is shown meanwhile", async () => {
  const store = await givenStore(1);
  const [segment] = await listSegments(store.db, {});
  const shown = join(store.folders.events, segment?.path ?? "");
  const hidden = join(store.folders.events, hiddenPath(segment?.path ?? ""));
  class ShowingDatabase extends EventDatabase {
    override async query(statement: Statement, signal?: AbortSignal): Promise<Row[]> {
      try {
        return await super.query(statement, signal);
      } catch (error) {
        await rename(hidden, shown);
        throw error;
      }
    }
  }
  await rename(shown, hidden);
  const database = openEventDatabase(store.folders, ShowingDatabase);
  const reader = { database, eventsFolder: store.folders.events };
  expect(await count(reader, segment === undefined ? [] : [segment])).toBe(1);
});

test("a file that a replica catalogued and did not come to show is whole, goes into a backup, and is shown by the next run", async () => {
  const store = await givenStore(8);
  await store.merge();
  const [merged = ""] = await listSegmentFiles(store.folders);
  const { events: eventsFolder } = store.folders;
  await rename(join(eventsFolder, merged), join(eventsFolder, hiddenPath(merged)));
  const watch = new DamageWatch({ db: store.db, log, eventsFolder, lagSeconds: () => 0 });
  expect(await watch.examine([merged])).toBe(false);
  const held = await holdSegments(store.db, eventsFolder);
  expect(held.octets).toBeGreaterThan(0);
  await held.release();
  await store.collectGarbage();
  expect(await listSegmentFiles(store.folders)).toEqual([merged]);
  expect(await countEventsInFolder(eventsFolder)).toBe(8);
});

test("live files that are hidden, as where an older catalog came back, are shown at the start; later ones are merged as others are", async () => {
  const store = await givenStore(7);
  const { events: eventsFolder } = store.folders;
  const hide = (path: string) => rename(join(eventsFolder, path), join(eventsFolder, hiddenPath(path)));
  const [first = ""] = await listSegmentFiles(store.folders);
  await hide(first);
  await store.merge();
  expect(await countEventsInFolder(eventsFolder)).toBe(7);
  await hide(first);
  await store.storeOne();
  await store.merge();
  expect(await listSegmentFiles(store.folders)).toHaveLength(1);
  expect(await countEventsInFolder(eventsFolder)).toBe(8);
});

test("a hidden file has a name that tells the path it is shown under, and no other file has one", () => {
  const path = "dt=2026-06-01/hr=08/0123456789ab-0-8.parquet";
  expect(hiddenPath(path)).toBe("dt=2026-06-01/hr=08/.0123456789ab-0-8.parquet.hidden");
  expect(parseHiddenPath(hiddenPath(path))).toBe(path);
  for (const other of [path, `${path}.hidden`, ".x-0-8.parquet.hidden", ".0123456789ab-8-0.parquet.hidden"])
    expect(parseHiddenPath(other)).toBeUndefined();
});
