import { beforeAll, expect, test } from "bun:test";
import { readdir, stat } from "node:fs/promises";
import pino from "pino";
import { join } from "node:path";
import { EVENT_COLUMNS } from "../../../../../src/features/syslog/event/columns";
import {
  type GatheredIndex,
  UNKNOWN_SKIP_INDEX,
} from "../../../../../src/features/syslog/skip-index/skip-index";
import { createNgramFilter } from "../../../../../src/features/syslog/skip-index/ngram-filter";
import { EventRows } from "../../../../../src/features/syslog/encode/event-rows";
import { lineOf } from "../../parse/parse-line";
import type { EventDatabase } from "../../../../../src/features/syslog/segments/duckdb";
import { commitPatiently } from "../../../../../src/features/syslog/segments/catalog/commit";
import { commitRange, loadStoredThrough } from "../../../../../src/features/syslog/segments/catalog/catalog";
import { type ChunkRows, SegmentDraft } from "../../../../../src/features/syslog/segments/ingest/draft";
import { parseSegmentFileName, segmentPath } from "../../../../../src/features/syslog/segments/name";
import { writeSegment } from "../../../../../src/features/syslog/segments/ingest/segment-writer";
import { createTestDatabase, type TestDatabase } from "../../../../support/database";
import {
  createStoreFolders,
  givenSegment,
  openEventDatabase,
  type StoreFolders,
} from "../../../../support/event-store";

const NOON = Date.UTC(2026, 5, 1, 12) * 1000;
const log = pino({ level: "silent" });
const NEVER = new AbortController().signal;

let folders: StoreFolders;
let database: EventDatabase;
let catalog: TestDatabase;
beforeAll(async () => {
  folders = await createStoreFolders();
  database = openEventDatabase(folders);
  catalog = await createTestDatabase();
}, 30_000);

let collectors = 0;
function newCollector(): string {
  collectors += 1;
  return collectors.toString(16).padStart(12, "c");
}

test("a segment has the columns and types that are promised to other tools", async () => {
  const path = await givenSegment({ db: catalog.db, database, folders, collector: newCollector() }, [
    { receivedAtMicros: NOON },
  ]);
  const rows = await database.query({
    sql: `DESCRIBE SELECT * FROM read_parquet('${join(folders.events, path)}', hive_partitioning = false)`,
  });
  const types = Object.fromEntries(rows.map((row) => [row["column_name"], row["column_type"]]));
  const promised = Object.entries(EVENT_COLUMNS).map(([name, type]) => [
    name,
    type === "TIMESTAMPTZ" ? "TIMESTAMP WITH TIME ZONE" : type,
  ]);
  expect(types).toEqual(Object.fromEntries(promised));
  expect(Object.keys(types)).toEqual(Object.keys(EVENT_COLUMNS));
});

test("every text comes back as it was, null as null", async () => {
  const texts = [
    'a"b',
    ",",
    '""',
    "'",
    "  blank  ",
    "\\N",
    "NULL",
    "é\u{1f600}\u{feff}x",
    "tab\tx",
    "line\nbreak\r\n",
    "\\x41",
  ];
  const path = await givenSegment(
    { db: catalog.db, database, folders, collector: newCollector() },
    texts.map((text, index) => ({
      receivedAtMicros: NOON + index,
      rawLog: text,
      message: `${text}!`,
      app: null,
      reason: text,
    })),
  );
  const sql = `SELECT raw_log, message, app, reason FROM read_parquet('${join(folders.events, path)}') ORDER BY id`;
  expect(await database.query({ sql })).toEqual(
    texts.map((text) => ({ raw_log: text, message: `${text}!`, app: null, reason: text })),
  );
});

test("times, flags and the action as sent stand in the segment", async () => {
  const path = await givenSegment({ db: catalog.db, database, folders, collector: newCollector() }, [
    { receivedAtMicros: NOON, eventTimeMicros: -1, action: "block", actionRaw: "block" },
    { receivedAtMicros: NOON, id: NOON + 1, action: "block", actionRaw: "Block", clockUnset: true },
    { receivedAtMicros: NOON + 7, eventTimeMicros: 253_402_300_799_000_000 },
  ]);
  const sql = `
    SELECT id, epoch_us(received_at) AS received_at, epoch_us(event_time) AS event_time, action_raw, clock_unset, truncated
    FROM read_parquet('${join(folders.events, path)}') ORDER BY id`;
  const common = {
    received_at: NOON,
    event_time: null,
    action_raw: null,
    clock_unset: false,
    truncated: false,
  };
  expect(await database.query({ sql })).toEqual([
    { ...common, id: NOON, event_time: -1, action_raw: "block" },
    { ...common, id: NOON + 1, action_raw: "Block", clock_unset: true },
    { ...common, id: NOON + 7, received_at: NOON + 7, event_time: 253_402_300_799_000_000 },
  ]);
});

test("a message that is the end of its line is told by where it begins", async () => {
  const messages = ["plain", "é\u{1f600}\u{feff}x", " blank", "a"];
  const path = await givenSegment(
    { db: catalog.db, database, folders, collector: newCollector() },
    messages.map((message, index) => ({
      receivedAtMicros: NOON + index,
      rawLog: `<1>hé: ${message}`,
      message,
    })),
  );
  const file = `'${join(folders.events, path)}'`;
  const sql = `SELECT message, message_start, substr(raw_log, message_start) AS told FROM read_parquet(${file}) ORDER BY id`;
  expect(await database.query({ sql })).toEqual(
    messages.map((told) => ({ message: null, message_start: 8, told })),
  );
});

test("the length of a line is kept only where the line does not tell it", async () => {
  const path = await givenSegment({ db: catalog.db, database, folders, collector: newCollector() }, [
    { receivedAtMicros: NOON, rawLog: "hé", originalBytes: 3 },
    { receivedAtMicros: NOON + 1, rawLog: "hé", originalBytes: 4 },
    { receivedAtMicros: NOON + 2, rawLog: "hé", originalBytes: 3, rawBytes: Uint8Array.of(1, 2, 3) },
  ]);
  const sql = `SELECT original_bytes FROM read_parquet('${join(folders.events, path)}') ORDER BY id`;
  expect((await database.query({ sql })).map((row) => row["original_bytes"])).toEqual([null, 4, 3]);
});

test("a segment tells its range and rows, lies by its first event's hour, and leaves nothing behind", async () => {
  const collector = newCollector();
  const lastOfDay = Date.UTC(2026, 11, 31, 23, 59, 59) * 1000;
  const path = await givenSegment({ db: catalog.db, database, folders, collector }, [
    { receivedAtMicros: lastOfDay },
    { receivedAtMicros: lastOfDay + 2_000_000 },
  ]);
  expect(path).toBe(`dt=2026-12-31/hr=23/${collector}-0-2.parquet`);
  const pairs = await database.query({
    sql: `SELECT decode(key) AS name, decode(value) AS value FROM parquet_kv_metadata('${join(folders.events, path)}')`,
  });
  expect(Object.fromEntries(pairs.map((pair) => [pair["name"], pair["value"]]))).toEqual({
    collector,
    range_start: "0",
    range_end: "2",
    rows: "2",
    unparsed: "0",
    plain_bytes: expect.stringMatching(/^[1-9]\d*$/),
  });
  expect(await readdir(folders.temporary)).toEqual([]);
});

/** A chunk of one row each. */
function givenChunks(...ids: number[]): ChunkRows[] {
  const rows = new EventRows();
  return ids.map((id, index) => {
    rows.begin(1);
    const arrival = { id, receivedAtMicros: NOON, sender: "192.0.2.1", transport: "udp" } as const;
    rows.append({ ...arrival, truncated: false, originalBytes: 1 }, lineOf({ rawLog: "x" }));
    return {
      ...rows.take(),
      end: index + 1,
      minReceivedAtMicros: NOON,
      maxReceivedAtMicros: NOON,
      minId: id,
      maxId: id,
      isOrdered: true,
      unparsed: 0,
      skipIndex: {
        ngrams: createNgramFilter(),
        addressKeys: new Uint32Array(),
        numberKeys: new Uint32Array(),
      },
    };
  });
}

test("rows whose ids are out of order are put in order", async () => {
  const draft = new SegmentDraft(folders.temporary, { collector: newCollector(), start: 0 });
  for (const chunk of givenChunks(20, 10)) await draft.append(chunk);
  await draft.seal();
  const { path } = await writeSegment(draft, { database, folders });
  const rows = await database.query({ sql: `SELECT id FROM read_parquet('${join(folders.events, path)}')` });
  expect(rows).toEqual([{ id: 10 }, { id: 20 }]);
  await draft.discard();
});

test("small row groups become one", async () => {
  const draft = new SegmentDraft(folders.temporary, { collector: newCollector(), start: 0 });
  for (const chunk of givenChunks(1, 2, 3)) await draft.append(chunk);
  await draft.seal();
  const { path } = await writeSegment(draft, { database, folders });
  const sql = `SELECT num_row_groups AS groups, num_rows AS rows FROM parquet_file_metadata('${join(folders.events, path)}')`;
  expect(await database.query({ sql })).toEqual([{ groups: 1, rows: 3 }]);
  await draft.discard();
});

test("a segment of lines that consist of addresses or of numbers does without their filter", async () => {
  const write = async (keys: Partial<GatheredIndex>) => {
    const draft = new SegmentDraft(folders.temporary, { collector: newCollector(), start: 0 });
    for (const chunk of givenChunks(1, 2))
      await draft.append({ ...chunk, skipIndex: { ...chunk.skipIndex, ...keys } });
    await draft.seal();
    const segment = await writeSegment(draft, { database, folders });
    await draft.discard();
    return segment.skipIndex;
  };
  expect(await write({ addressKeys: new Uint32Array(750_001) })).toMatchObject({ addresses: null });
  const { addresses } = await write({ addressKeys: new Uint32Array([7, 8]) });
  expect(addresses).toHaveLength(16);
  expect(await write({ numberKeys: new Uint32Array(750_001) })).toMatchObject({ numbers: null });
  expect(await write({ numberKeys: null })).toMatchObject({ numbers: null });
  const { numbers } = await write({ numberKeys: new Uint32Array([7, 8]) });
  expect(numbers).toHaveLength(32);
});

test("bytes that are no rows make no segment, and leave none behind", async () => {
  const draft = new SegmentDraft(folders.temporary, { collector: newCollector(), start: 0 });
  for (const chunk of givenChunks(1)) await draft.append({ ...chunk, bytes: chunk.bytes.fill(0x55) });
  await draft.seal();
  const failure = await writeSegment(draft, { database, folders }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Error);
  await draft.discard();
  expect(await readdir(folders.temporary)).toEqual([]);
});

test("lines of the greatest length fit into the memory of ingest", async () => {
  const wide = "x".repeat(8192);
  const events = Array.from({ length: 3000 }, (_, index) => ({
    receivedAtMicros: NOON + index,
    rawLog: wide,
    message: wide,
    rawBytes: Buffer.alloc(8192, index),
  }));
  const path = await givenSegment({ db: catalog.db, database, folders, collector: newCollector() }, events);
  expect((await stat(join(folders.events, path))).size).toBeGreaterThan(0);
}, 20_000);

test("a commit whose acknowledgement was lost is recognised, and its file stays", async () => {
  const collector = newCollector();
  const path = await givenSegment({ db: catalog.db, database, folders, collector }, [
    { receivedAtMicros: NOON },
  ]);
  const segment = {
    collector,
    start: 0,
    end: 1,
    path,
    rowCount: 1,
    sizeBytes: 1,
    checksum: 1,
    minReceivedAtMicros: NOON,
    maxReceivedAtMicros: NOON,
    minEventId: NOON,
    maxEventId: NOON,
    columns: null,
    skipIndex: UNKNOWN_SKIP_INDEX,
  };
  const ctx = { db: catalog.db, eventsFolder: folders.events, log, alongside: [], onDelay: () => undefined };
  await commitPatiently(ctx, { ...segment, segment, rows: 1, unparsed: 0, skipped: 0 }, NEVER);
  expect((await stat(join(folders.events, path))).isFile()).toBe(true);
  const foreign = { ...segment, path: `dt=2026-06-01/hr=12/${collector}-0-9.parquet`, end: 9 };
  const refused = commitPatiently(
    ctx,
    { ...foreign, segment: foreign, rows: 1, unparsed: 0, skipped: 0 },
    NEVER,
  );
  expect(await refused.catch((error: unknown) => String(error))).toContain(
    "does not stand at position 0 any more",
  );
});

test("two segments can never stand for one position", async () => {
  const collector = newCollector();
  const place = { db: catalog.db, database, folders, collector };
  await givenSegment(place, [{ receivedAtMicros: NOON }]);
  await givenSegment(place, [{ receivedAtMicros: NOON + 1 }]);
  const range = { collector, start: 0, end: 2, segment: undefined, rows: 0, unparsed: 0, skipped: 0 };
  expect(await commitRange(catalog.db, range)).toBe(false);
  expect(await loadStoredThrough(catalog.db, collector)).toBe(2);
  for (const [column, value] of [
    ["range_start", 0],
    ["range_end", 2],
  ] as const) {
    const twin = catalog.sql`
      INSERT INTO event_segments (collector, range_start, range_end, path, row_count, size_bytes,
        min_received_at_micros, max_received_at_micros, min_event_id, max_event_id)
      VALUES (${collector}, ${column === "range_start" ? value : 1}, ${column === "range_end" ? value : 9}, ${`x${column}`}, 1, 1, 1, 1, 1, 1)`;
    expect(
      await twin.then(
        () => "taken",
        (error: unknown) => String(error),
      ),
    ).toContain("duplicate key");
  }
});

test("file names and ranges tell each other", () => {
  const range = { collector: "0123456789ab", start: 5, end: 9 };
  expect(segmentPath(range, 0)).toBe("dt=1970-01-01/hr=00/0123456789ab-5-9.parquet");
  expect(parseSegmentFileName("0123456789ab-5-9.parquet")).toEqual(range);
  for (const name of [
    "x-5-9.parquet",
    "0123456789ab-9-5.parquet",
    "0123456789ab-5-9.parquet.tmp",
    "0123456789ab-5-5.parquet",
  ]) {
    expect(parseSegmentFileName(name)).toBeUndefined();
  }
});
