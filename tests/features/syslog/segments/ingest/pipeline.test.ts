import { beforeAll, describe, expect, test } from "bun:test";
import { closeSync, existsSync, openSync, statSync } from "node:fs";
import { mkdir, readdir, rename, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { WorkerPool } from "#platform/workers";
import { FILE_START } from "../../../../../src/features/syslog/parquet/file";
import type { IngestStep } from "../../../../../src/features/syslog/segments/ingest/segment-writer";
import { createTestDatabase, type TestDatabase } from "../../../../support/database";
import {
  createStoreFolders,
  listSegmentFiles,
  readStoredEvents,
  startStore,
  testPool,
  type RunningStore,
  type StoreFolders,
} from "../../../../support/event-store";
import { openFiles, replaceOpenFile } from "../../../../support/open-file";
import { waitFor } from "../../../../support/wait-for";
import { patient } from "../../../../support/patience";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
}, 30_000);

/** Each test has a collector of its own in the file's database. */
let collectorCount = 0;
function newCollector(): string {
  collectorCount += 1;
  return collectorCount.toString(16).padStart(12, "0");
}

function numbered(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => `<134>Oct 11 22:14:15 fw line=${from + index};`);
}

async function storedLines(
  collector: string,
  place: { folders: StoreFolders; store: RunningStore },
): Promise<string[]> {
  const sql = {
    unsafe: () =>
      database.sql`SELECT path FROM event_segments WHERE deleted_at IS NULL AND collector = ${collector}`,
  };
  const rows = await readStoredEvents(sql, { folders: place.folders, database: place.store.database });
  return rows.map((row) => String(row["raw_log"]));
}

async function positionOf(collector: string): Promise<number> {
  const [row] = await database.sql`SELECT stored_through FROM collectors WHERE id = ${collector}`;
  return Number(row?.["stored_through"]);
}

const STEPS: IngestStep[] = [
  "chunk-read",
  "segment-written",
  "segment-renamed",
  "segment-catalogued",
  "journal-release",
];

test("lines become events within two seconds", async () => {
  const folders = await createStoreFolders();
  const collector = newCollector();
  const store = await startStore(database.db, folders, { collector });
  const sent = performance.now();
  store.receive(numbered(1, 100));
  await store.stored();
  expect(performance.now() - sent).toBeLessThan(patient(2000));
  expect(await storedLines(collector, { folders, store })).toEqual(numbered(1, 100));
  expect(store.pipeline.status).toMatchObject({
    storedEvents: 100,
    replayedEvents: 0,
    isReplaying: false,
    error: null,
  });
  expect(store.pipeline.status.lastStored?.sender).toBe("192.0.2.1");
  await store.stop();
});

describe.concurrent("what was received is stored once, in order", () => {
  test("a stop stores everything that was received before it", async () => {
    const folders = await createStoreFolders();
    const collector = newCollector();
    const store = await startStore(database.db, folders, { collector });
    store.receive(numbered(1, 5000));
    expect(await store.stop()).toBe(true);
    const again = await startStore(database.db, folders, { collector });
    expect(await storedLines(collector, { folders, store: again })).toEqual(numbered(1, 5000));
    await again.stop();
    expect(await readdir(folders.temporary)).toEqual([]);
  });

  for (const step of STEPS) {
    test(`a failure at ${step} is made good by the running service`, async () => {
      const folders = await createStoreFolders();
      const collector = newCollector();
      let failures = 2;
      const observe = (met: IngestStep) => {
        if (met === step && failures-- > 0) throw new Error(`stopped at ${step}`);
      };
      const store = await startStore(database.db, folders, { collector, observe });
      store.receive(numbered(1, 500));
      await store.stored();
      store.receive(numbered(501, 600));
      await store.stored();
      expect(failures).toBeLessThanOrEqual(0);
      expect(await storedLines(collector, { folders, store })).toEqual(numbered(1, 600));
      await store.stop();
    }, 20_000);

    test(`fault 5: a service that ended at ${step} is made good by the next start`, async () => {
      const folders = await createStoreFolders();
      const collector = newCollector();
      const observe = (met: IngestStep) => {
        if (met === step) throw new Error(`stopped at ${step}`);
      };
      let reached = false;
      const broken = await startStore(database.db, folders, {
        collector,
        observe: (met) => {
          reached ||= met === step;
          observe(met);
        },
      });
      broken.receive(numbered(1, 500));
      await waitFor(`the step ${step}`, () => reached);
      await broken.stop(0);
      const store = await startStore(database.db, folders, { collector });
      store.receive(numbered(501, 600));
      await store.stored();
      expect(await storedLines(collector, { folders, store })).toEqual(numbered(1, 600));
      expect(await positionOf(collector)).toBe(600);
      expect(await listSegmentFiles(folders)).toHaveLength(await countSegments(collector));
      await store.stop();
    }, 20_000);
  }
});

async function countSegments(collector: string): Promise<number> {
  const [row] =
    await database.sql`SELECT count(*)::int AS count FROM event_segments WHERE collector = ${collector}`;
  return row?.["count"];
}

describe.concurrent("lines that break the parser", () => {
  /** The real pool, but for chunks with the word POISON, on which `breaks` decides. */
  function fragilePool(breaks: (genericOnly: boolean) => boolean): Pick<WorkerPool, "run"> {
    const pool = testPool();
    return {
      run(task, input, options) {
        const { records, genericOnly } = input as { records: Uint8Array; genericOnly: boolean };
        const isPoison = Buffer.from(records).includes("POISON");
        return isPoison && breaks(genericOnly)
          ? Promise.reject(new Error("parser broke"))
          : pool.run(task, input, options);
      },
    };
  }

  test("the third attempt stores them with the generic parser", async () => {
    const folders = await createStoreFolders();
    const collector = newCollector();
    const store = await startStore(database.db, folders, {
      collector,
      pool: fragilePool((genericOnly) => !genericOnly),
    });
    const lines = [...numbered(1, 50), "<134>Oct 11 22:14:15 fw POISON", ...numbered(52, 60)];
    store.receive(lines);
    await store.stored();
    expect(await storedLines(collector, { folders, store })).toEqual(lines);
    const { skippedPositions, parsers } = store.pipeline.status;
    expect(skippedPositions).toBe(0);
    expect(Object.keys(parsers)).toEqual(["generic"]);
    await store.stop();
  }, 20_000);

  test("the fourth moves them to quarantine, and the rest is stored", async () => {
    const folders = await createStoreFolders();
    const collector = newCollector();
    const store = await startStore(database.db, folders, { collector, pool: fragilePool(() => true) });
    store.receive(numbered(1, 50));
    await store.stored();
    store.receive(["<134>Oct 11 22:14:15 fw POISON"]);
    await store.stored();
    store.receive(numbered(52, 60));
    await store.stored();
    expect(await storedLines(collector, { folders, store })).toEqual([
      ...numbered(1, 50),
      ...numbered(52, 60),
    ]);
    expect(await positionOf(collector)).toBe(60);
    expect(store.pipeline.status.skippedPositions).toBe(1);
    expect(await readdir(join(folders.journal, "quarantine"))).toEqual([`${collector}-50-51.journal`]);
    await store.stop();
  }, 20_000);

  test("workers that cannot parse anything put nothing in quarantine", async () => {
    const folders = await createStoreFolders();
    const collector = newCollector();
    let broken = 8;
    const pool: Pick<WorkerPool, "run"> = {
      run: (task, input, options) =>
        broken-- > 0 ? Promise.reject(new Error("no threads")) : testPool().run(task, input, options),
    };
    const store = await startStore(database.db, folders, { collector, pool });
    store.receive(numbered(1, 10));
    await store.stored();
    expect(await storedLines(collector, { folders, store })).toEqual(numbered(1, 10));
    expect(await readdir(join(folders.journal, "quarantine"))).toEqual([]);
    await store.stop();
  }, 20_000);
});

describe.concurrent("when the surroundings fail", () => {
  test("a disk that takes no segments delays them, and counts no attempt", async () => {
    const folders = await createStoreFolders();
    const collector = newCollector();
    const store = await startStore(database.db, folders, { collector });
    store.receive(numbered(1, 10));
    await store.stored();
    const away = `${folders.events}-away`;
    await rename(folders.events, away);
    await writeFile(folders.events, "not a folder");
    store.receive(numbered(11, 20));
    await waitFor("the failure to be noticed", () => store.pipeline.status.error !== null);
    await rm(folders.events);
    await rename(away, folders.events);
    await store.stored();
    expect(await storedLines(collector, { folders, store })).toEqual(numbered(1, 20));
    expect(store.pipeline.status.error).toBeNull();
    await store.stop();
  }, 20_000);

  test("a segment that cannot be finished is made anew, and its file is not left open", async () => {
    const folders = await createStoreFolders();
    const collector = newCollector();
    const store = await startStore(database.db, folders, { collector });
    const draft = join(folders.temporary, `${collector}-0.draft`);
    store.receive(numbered(1, 100));
    await waitFor("rows in the draft", () => existsSync(draft) && statSync(draft).size > FILE_START.length);
    const full = openSync("/dev/full", "w");
    const descriptor = replaceOpenFile(draft, full);
    closeSync(full);
    await waitFor("the failure to be noticed", () => store.pipeline.status.error !== null);
    await store.stored();
    expect(await storedLines(collector, { folders, store })).toEqual(numbered(1, 100));
    expect(openFiles().get(descriptor)).not.toBe("/dev/full");
    expect(await readdir(folders.temporary)).toEqual([]);
    await store.stop();
  }, 20_000);

  test("nothing is called well again before what failed is stored", async () => {
    const folders = await createStoreFolders();
    const collector = newCollector();
    const seen: (string | null)[] = [];
    const observe = (met: IngestStep) => {
      if (met === "chunk-read") seen.push(store.pipeline.status.error);
      if (met === "segment-renamed" && seen.length === 1) throw new Error("EIO");
    };
    const store = await startStore(database.db, folders, { collector, observe });
    store.receive(numbered(1, 10));
    await store.stored();
    expect(seen).toEqual([null, expect.any(String)]);
    expect(store.pipeline.status.error).toBeNull();
    await store.stop();
  }, 20_000);

  test("a database that refuses connections delays the commit; the finished segment is kept", async () => {
    const own = await createTestDatabase();
    const folders = await createStoreFolders();
    const store = await startStore(own.db, folders);
    store.receive(numbered(1, 10));
    await store.stored();
    const name = own.connection.database;
    await database.sql`ALTER DATABASE ${database.sql(name)} ALLOW_CONNECTIONS false`;
    await database.sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ${name}`;
    store.receive(numbered(11, 20));
    await waitFor("the failure to be noticed", () => store.pipeline.status.error !== null);
    const files = await listSegmentFiles(folders);
    store.receive(numbered(21, 30));
    await database.sql`ALTER DATABASE ${database.sql(name)} ALLOW_CONNECTIONS true`;
    await store.stored();
    expect(await listSegmentFiles(folders)).toEqual(expect.arrayContaining(files));
    const rows = await readStoredEvents(own.sql, { folders, database: store.database });
    expect(rows.map((row) => row["raw_log"])).toEqual(numbered(1, 30));
    await store.stop();
    await own.drop();
  }, 20_000);

  test("a collector that was moved by another hand stores nothing twice", async () => {
    const folders = await createStoreFolders();
    const collector = newCollector();
    const store = await startStore(database.db, folders, {
      collector,
      observe: (step) => {
        if (step === "segment-renamed") moved = moveOnce();
      },
    });
    let moved: Promise<unknown> = Promise.resolve();
    let hasMoved = false;
    const moveOnce = async () => {
      if (hasMoved) return;
      hasMoved = true;
      // Where the pipeline was quicker, it was not moved: the other hand does not go back.
      await database.sql`UPDATE collectors SET stored_through = 4 WHERE id = ${collector} AND stored_through < 4`;
    };
    store.receive(numbered(1, 10));
    await store.stored();
    await moved;
    const lines = await storedLines(collector, { folders, store });
    expect(new Set(lines).size).toBe(lines.length);
    expect(lines.at(-1)).toBe(numbered(10, 10)[0] ?? "");
    expect(await positionOf(collector)).toBe(10);
    await store.stop();
  }, 20_000);
});

describe.concurrent("files and catalog are brought together at start", () => {
  async function givenStored(lines: string[]): Promise<{ folders: StoreFolders; collector: string }> {
    const folders = await createStoreFolders();
    const collector = newCollector();
    const store = await startStore(database.db, folders, { collector });
    for (const line of lines) {
      store.receive([line]);
      await store.stored();
    }
    await store.stop();
    return { folders, collector };
  }

  test("fault 8: a lost catalog is rebuilt from the files", async () => {
    const { folders, collector } = await givenStored(numbered(1, 3));
    await database.sql`DELETE FROM event_segments WHERE collector = ${collector}`;
    await database.sql`DELETE FROM collectors WHERE id = ${collector}`;
    await rm(folders.journal, { recursive: true });
    await mkdir(folders.journal);
    const store = await startStore(database.db, folders, { collector: newCollector() });
    await waitFor("the rebuild", async () => (await positionOf(collector)) === 3);
    expect(await storedLines(collector, { folders, store })).toEqual(numbered(1, 3));
    await store.stop();
  });

  test("what the journal has again is replayed instead", async () => {
    const { folders, collector } = await givenStored(numbered(1, 3));
    await database.sql`DELETE FROM event_segments WHERE collector = ${collector}`;
    await database.sql`DELETE FROM collectors WHERE id = ${collector}`;
    const store = await startStore(database.db, folders, { collector });
    await store.stored();
    expect(await storedLines(collector, { folders, store })).toEqual(numbered(1, 3));
    expect(store.pipeline.status.replayedEvents).toBe(3);
    await store.stop();
  });

  test("a file whose events the catalog has elsewhere goes after a day, not before", async () => {
    const { folders, collector } = await givenStored(numbered(1, 2));
    const [first = ""] = await listSegmentFiles(folders);
    const folder = join(folders.events, first, "..");
    const fresh = join(folder, `${collector}-0-2.parquet`);
    const old = join(folder, `${collector}-0-9.parquet`);
    for (const path of [fresh, old]) await writeFile(path, "left behind");
    const longAgo = new Date(Date.now() - 25 * 60 * 60 * 1000);
    await utimes(old, longAgo, longAgo);
    const store = await startStore(database.db, folders, { collector });
    store.receive(numbered(3, 3));
    await store.stored();
    const names = (await readdir(folder)).filter((name) => name.startsWith(collector));
    expect(names).toContain(`${collector}-0-2.parquet`);
    expect(names).not.toContain(`${collector}-0-9.parquet`);
    expect(await storedLines(collector, { folders, store })).toEqual(numbered(1, 3));
    await store.stop();
  });

  test("a journal that is older than the catalog is not passed over in silence", async () => {
    const { folders, collector } = await givenStored(numbered(1, 2));
    await database.sql`UPDATE collectors SET stored_through = 1000 WHERE id = ${collector}`;
    const store = await startStore(database.db, folders, { collector });
    await waitFor("the refusal", () => store.pipeline.status.error !== null);
    expect(store.pipeline.status.error).toStartWith(
      "the journal ends at position 2, but the catalog has events through 1000",
    );
    await store.stop(0);
  });

  test("half-written files are removed", async () => {
    const { folders, collector } = await givenStored(numbered(1, 1));
    await writeFile(join(folders.temporary, `${collector}-1.draft`), "half");
    await writeFile(join(folders.temporary, `${collector}-1.csv`), "half, of an older version");
    await writeFile(join(folders.temporary, `${collector}-1-9.parquet`), "half");
    const store = await startStore(database.db, folders, { collector });
    await store.stop();
    expect(await readdir(folders.temporary)).toEqual([]);
  });

  test("half-written files of another collector are removed once they are a day old", async () => {
    const { folders, collector } = await givenStored(numbered(1, 1));
    const [fresh, old] = [`${newCollector()}-1.draft`, `${newCollector()}-1.draft`];
    await writeFile(join(folders.temporary, fresh), "being written");
    await writeFile(join(folders.temporary, old), "half");
    const twoDaysAgo = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000);
    await utimes(join(folders.temporary, old), twoDaysAgo, twoDaysAgo);
    const store = await startStore(database.db, folders, { collector });
    await store.stop();
    expect(await readdir(folders.temporary)).toEqual([fresh]);
  });

  test("what DuckDB spills while ingest begins anew stays; of an earlier process it goes", async () => {
    const { folders, collector } = await givenStored(numbered(1, 1));
    const [own, old] = ["duckdb_temp-now", "duckdb_temp-before"];
    for (const name of [own, old]) await mkdir(join(folders.temporary, name));
    const before = new Date(performance.timeOrigin - 1000);
    await utimes(join(folders.temporary, old), before, before);
    const store = await startStore(database.db, folders, { collector });
    await store.stop();
    expect(await readdir(folders.temporary)).toEqual([own]);
  });
});
