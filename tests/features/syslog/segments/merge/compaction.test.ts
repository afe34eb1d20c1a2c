import { beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pino from "pino";
import { COLUMN_COUNT } from "../../../../../src/features/syslog/event/columns";
import {
  Compaction,
  type CompactionContext,
} from "../../../../../src/features/syslog/segments/merge/compaction";
import type { CompactionStep } from "../../../../../src/features/syslog/segments/merge/merge";
import { GarbageCollection } from "../../../../../src/features/syslog/segments/retention/garbage-collection";
import { reconcile } from "../../../../../src/features/syslog/segments/ingest/reconcile";
import { searchEvents } from "../../../../../src/features/syslog/search/search";
import { createTestDatabase, type TestDatabase } from "../../../../support/database";
import {
  COLLECTOR,
  createStoreFolders,
  givenSegment,
  listSegmentFiles,
  openEventDatabase,
} from "../../../../support/event-store";
import { emptyCatalog, givenLease, SteppedClock } from "../../../../support/maintenance";
import { patient } from "../../../../support/patience";
import { countEventsInFolder } from "../../../../support/stored-events";
import { waitFor } from "../../../../support/wait-for";

const MORNING = Date.UTC(2026, 5, 1, 8);
const DAY = 24 * 3_600_000;
/** How often each event is in the folder, for other tools, when a merge dies at the step. */
const STEPS = {
  "compaction-written": 1,
  "compaction-renamed": 1,
  "compaction-catalogued": 1,
  "compaction-shown": 2,
} satisfies Record<CompactionStep, number>;
const log = pino({ level: "silent" });

setDefaultTimeout(patient(30_000));

let catalog: TestDatabase;
beforeAll(async () => {
  catalog = await createTestDatabase();
}, 30_000);
beforeEach(() => emptyCatalog(catalog));

/** A store of one-event segments with the numbers 1 to `segments`, a second apart. */
async function givenStore(segments: number, over: Partial<CompactionContext> = {}) {
  const { db, sql } = catalog;
  const folders = await createStoreFolders();
  const database = openEventDatabase(folders);
  const clock = new SteppedClock(MORNING);
  const lease = await givenLease(db, "syslog.compaction");
  const context: CompactionContext = {
    db,
    database,
    folders,
    log,
    clock,
    minFreeBytes: 0,
    lagSeconds: () => 0,
    tinyNeighbours: 8,
    onUnreadable: async () => false,
    ...over,
  };
  let stored = 0;
  const storeLine = async (lineOf: (sequence: number) => string) => {
    stored += 1;
    await givenSegment({ db, database, folders }, [
      { receivedAtMicros: (MORNING + stored * 1000) * 1000, rawLog: lineOf(stored) },
    ]);
  };
  const store = async (count: number) => {
    for (let index = 0; index < count; index++) await storeLine((sequence) => `n=${sequence};`);
  };
  await store(segments);
  return {
    sql,
    folders,
    clock,
    lease,
    context,
    store,
    storeLine,
    compaction: new Compaction(context),
    live: () =>
      sql`SELECT path, tier, row_count, columns FROM event_segments WHERE deleted_at IS NULL ORDER BY range_start`,
    /** What a search finds, oldest first. */
    async found() {
      const search = {
        db,
        database,
        eventsFolder: folders.events,
        timeoutSeconds: 10,
        examine: async () => false,
      };
      const { events, total } = await searchEvents(
        search,
        { predicate: { conditions: [] }, sortBy: "received_at", sortDirection: "asc", limit: 500, offset: 0 },
        new AbortController().signal,
      );
      expect(total).toBe(events.length);
      return events.map((event) => event.raw_log);
    },
    /** As the next run of any replica. */
    async collectGarbage() {
      const options = { eventsFolder: folders.events, searchTimeoutSeconds: 10, minFreeBytes: 0 };
      await new GarbageCollection({ db, clock, ...options }).run(await givenLease(db, "syslog.sweep"));
    },
    reconcile: () =>
      reconcile({
        db,
        database,
        folders,
        log,
        collector: COLLECTOR,
        journal: { firstPosition: undefined },
        now: Date.now,
      }),
  };
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => `n=${index + 1};`);

describe("merging", () => {
  test("keeps every event, its order and its bounds, and the tiers rise", async () => {
    const store = await givenStore(66);
    await store.compaction.run(store.lease);
    expect((await store.live()).map(({ tier, row_count: rows, columns }) => [tier, rows, columns])).toEqual([
      [2, 64, COLUMN_COUNT],
      [0, 1, COLUMN_COUNT],
      [0, 1, COLUMN_COUNT],
    ]);
    expect(await store.found()).toEqual(numbers(66));
    const [bounds] = await store.sql`
      SELECT min_received_at_micros, max_received_at_micros, min_event_id, max_event_id, range_start, range_end, checksum IS NOT NULL AS summed
      FROM event_segments WHERE tier = 2`;
    expect(bounds).toEqual({
      min_received_at_micros: String((MORNING + 1000) * 1000),
      max_received_at_micros: String((MORNING + 64_000) * 1000),
      min_event_id: String((MORNING + 1000) * 1000),
      max_event_id: String((MORNING + 64_000) * 1000),
      range_start: "0",
      range_end: "64",
      summed: true,
    });
    expect(store.compaction.status).toEqual({ merges: 9, merged: 72 });
    expect(await readdir(store.folders.temporary)).toEqual([]);
  });

  test("lines of one shape come to stand together, and searches find the order of arrival all the same", async () => {
    const store = await givenStore(0);
    const lines = Array.from({ length: 8 }, (_, index) =>
      index % 2 === 0 ? `up ${index}` : `down ${index}`,
    );
    for (const line of lines) await store.storeLine(() => line);
    await store.compaction.run(store.lease);
    const [merged] = await store.live();
    const rows = await store.context.database.query({
      sql: `SELECT raw_log FROM read_parquet('${join(store.folders.events, String(merged?.["path"]))}')`,
    });
    const kinds = rows.map((row) => String(row["raw_log"]).split(" ")[0]);
    expect(new Set([kinds.slice(0, 4).join(), kinds.slice(4).join()])).toEqual(
      new Set(["up,up,up,up", "down,down,down,down"]),
    );
    expect(await store.found()).toEqual(lines);
  });

  test("files that were written in another way, with fewer columns, are merged all the same", async () => {
    const store = await givenStore(8);
    for (const { path: name } of await store.live()) {
      const path = join(store.folders.events, String(name));
      const copy = join(store.folders.temporary, "copy.parquet");
      await store.context.database.write({
        sql: `COPY (SELECT * EXCLUDE (shape, src_ip) FROM '${path}') TO '${copy}' (FORMAT parquet, COMPRESSION snappy, KV_METADATA {plain_bytes: '100'})`,
      });
      await rename(copy, path);
    }
    await store.sql`UPDATE event_segments SET columns = NULL`;
    await store.compaction.run(store.lease);
    expect(await store.live()).toMatchObject([{ row_count: 8, columns: null }]);
    expect(await store.found()).toEqual(numbers(8));
  });

  test("a day that is over becomes one file", async () => {
    const store = await givenStore(13);
    await store.compaction.run(store.lease);
    expect(await store.live()).toHaveLength(6);
    store.clock.pass(DAY);
    await store.compaction.run(store.lease);
    expect(await store.live()).toHaveLength(1);
    expect(await store.found()).toEqual(numbers(13));
  });

  test("the catalog can be rebuilt from merged files", async () => {
    const store = await givenStore(10);
    await store.compaction.run(store.lease);
    expect(await listSegmentFiles(store.folders)).toHaveLength(3);
    await store.sql`DELETE FROM event_segments`;
    await store.sql`DELETE FROM collectors`;
    expect(await store.reconcile()).toBe(10);
    expect(await store.live()).toHaveLength(3);
    expect(await store.found()).toEqual(numbers(10));
  });

  test("searches that run meanwhile find every event once", async () => {
    const store = await givenStore(72);
    const merging = store.compaction.run(store.lease);
    const progress = { isOver: false, searches: 0 };
    void merging.finally(() => (progress.isOver = true));
    for (; !progress.isOver; progress.searches++) expect(await store.found()).toEqual(numbers(72));
    await merging;
    expect(progress.searches).toBeGreaterThan(0);
    expect(await store.found()).toEqual(numbers(72));
  });
});

describe("a merge that comes to nothing", () => {
  for (const [step, times] of Object.entries(STEPS)) {
    test(`at the step ${step} loses nothing, repeats nothing, and the next start cleans up`, async () => {
      let isBroken = true;
      const store = await givenStore(8, {
        observe: (met) => {
          if (isBroken && met === step) throw new Error(`stopped at ${step}`);
        },
      });
      await store.compaction.run(store.lease).catch(() => undefined);
      expect(await store.found()).toEqual(numbers(8));
      expect(await countEventsInFolder(store.folders.events)).toBe(times * 8);
      isBroken = false;
      await store.reconcile();
      const restarted = new Compaction(store.context);
      await restarted.run(store.lease);
      expect(await store.found()).toEqual(numbers(8));
      expect(await store.live()).toHaveLength(1);
      expect(await readdir(store.folders.temporary)).toEqual([]);
      await store.collectGarbage();
      expect(await listSegmentFiles(store.folders)).toHaveLength(1);
      expect(await countEventsInFolder(store.folders.events)).toBe(8);
      expect(await store.found()).toEqual(numbers(8));
    });
  }

  test("a merged file that was never catalogued goes at the next start, though other inputs are merged then", async () => {
    const store = await givenStore(9);
    const [first] = await store.live();
    const folder = join(store.folders.events, String(first?.["path"]), "..");
    const leftover = join(folder, `${COLLECTOR}-2-6.parquet`);
    const unfinished = join(store.folders.temporary, `${COLLECTOR}-0-8.parquet.merge`);
    const hidden = join(folder, `.${COLLECTOR}-3-7.parquet.hidden`);
    const foreign = join(folder, `${COLLECTOR}-2-60.parquet`);
    for (const path of [leftover, hidden, unfinished, foreign])
      await writeFile(path, "whole, but not catalogued");
    await store.compaction.run(store.lease);
    expect(await Bun.file(leftover).exists()).toBe(false);
    expect(await Bun.file(hidden).exists()).toBe(false);
    expect(await Bun.file(unfinished).exists()).toBe(false);
    expect(await Bun.file(foreign).exists()).toBe(true);
    expect(await store.found()).toEqual(numbers(9));
  });

  test("because an input was dropped meanwhile changes nothing and leaves no file", async () => {
    const written = Promise.withResolvers<void>();
    const store = await givenStore(8, {
      observe: (met) => {
        if (met === "compaction-written") written.resolve();
      },
    });
    const begun = Promise.withResolvers<void>();
    // Not committed before the merged file is written: the merge meets the segment first, and then waits for this.
    const dropped = store.sql.begin(async (transaction) => {
      await transaction`UPDATE event_segments SET deleted_at = now() WHERE range_start = 3`;
      begun.resolve();
      await written.promise;
    });
    await begun.promise;
    await store.compaction.run(store.lease);
    await dropped;
    expect(await store.live()).toHaveLength(7);
    expect(await listSegmentFiles(store.folders)).toHaveLength(8);
  });

  test("but is still being committed when its leftovers are looked for keeps its events", async () => {
    const store = await givenStore(8);
    const commit = holdCommit(catalog);
    const compaction = new Compaction({ ...store.context, db: commit.db });
    await compaction.run(store.lease);
    await Promise.all([compaction.run(store.lease), commit.release()]);
    expect(await store.live()).toHaveLength(1);
    await store.collectGarbage();
    expect(await store.found()).toEqual(numbers(8));
  });

  test("because the lease was lost leaves the catalog as it was", async () => {
    const store = await givenStore(8);
    const lost = { ...store.lease, token: 0 };
    await store.compaction.run(lost).catch(() => undefined);
    expect(await store.live()).toHaveLength(8);
    expect(await listSegmentFiles(store.folders)).toHaveLength(8);
  });

  test("because a file cannot be read, though it is what was written, is not tried for an hour; other days are", async () => {
    const store = await givenStore(8);
    const [first] = await store.live();
    await rm(join(store.folders.events, String(first?.["path"])));
    await store.compaction.run(store.lease);
    expect(await store.live()).toHaveLength(8);
    expect(store.compaction.status.merges).toBe(0);
  });
});

/**
 * A database whose first transaction is held back from being committed, though its caller is told that the connection
 * was lost.
 */
function holdCommit({ db, sql }: TestDatabase) {
  const released = Promise.withResolvers<void>();
  let committed: Promise<unknown> | undefined;
  const transaction: typeof db.transaction = (work, config) => {
    if (committed !== undefined) return db.transaction(work, config);
    const isDone = Promise.withResolvers<void>();
    committed = db.transaction(async (inner) => {
      await work(inner);
      isDone.resolve();
      await released.promise;
    }, config);
    return isDone.promise.then(() => {
      throw new Error("the connection was lost");
    });
  };
  const held = new Proxy(db, {
    get: (target, name, receiver) =>
      name === "transaction" ? transaction : Reflect.get(target, name, receiver),
  });
  return {
    db: held,
    /** Commits it once another statement waits for it. */
    async release() {
      await waitFor("a statement that waits for the commit", async () => {
        const waiting = await sql`
          SELECT FROM pg_locks
          WHERE NOT granted AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())`;
        return waiting.length > 0;
      });
      released.resolve();
      await committed;
    },
  };
}

describe("ingest comes first", () => {
  test("nothing is merged while the journal lags", async () => {
    let lag = 4;
    const store = await givenStore(8, { lagSeconds: () => lag });
    await store.compaction.run(store.lease);
    expect(await store.live()).toHaveLength(8);
    lag = 0;
    await store.compaction.run(store.lease);
    expect(await store.live()).toHaveLength(1);
  });

  test("though it lags, what is more than a hundred files is merged, so that searches stay fast", async () => {
    const store = await givenStore(112, { lagSeconds: () => 60 });
    await store.compaction.run(store.lease);
    const live = await store.live();
    expect(live.length).toBeGreaterThan(70);
    expect(live.length).toBeLessThan(112);
    expect(await store.found()).toEqual(numbers(112));
  });

  test("nothing is merged while the disk is nearly full", async () => {
    const store = await givenStore(8, { minFreeBytes: Number.MAX_SAFE_INTEGER });
    await store.compaction.run(store.lease);
    expect(await store.live()).toHaveLength(8);
  });
});
