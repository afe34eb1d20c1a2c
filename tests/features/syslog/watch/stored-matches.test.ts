import { expect, test } from "bun:test";
import { sql as statement } from "drizzle-orm";
import pino from "pino";
import type { PatternMatches, StoreStep, WatchedPattern } from "#features/syslog";
import type { Db } from "#platform/database";
import { UNWATCHED } from "#platform/write-watch";
import { compileFilters } from "../../../../src/features/syslog/query/compile";
import { querySegments } from "../../../../src/features/syslog/search/scan/segment-reader";
import { CollectorHeartbeat } from "../../../../src/features/syslog/watch/heartbeat";
import { createIngestWatch } from "../../../../src/features/syslog/watch/ingest-watch";
import { LogWatch } from "../../../../src/features/syslog/watch/log-watch";
import { createTestDatabase } from "../../../support/database";
import {
  createStoreFolders,
  type RunningStore,
  type StoreFolders,
  startStore,
} from "../../../support/event-store";
import { waitFor } from "../../../support/wait-for";

const { db, sql } = await createTestDatabase();
await sql`CREATE TABLE told (collector text, pattern int, range_start bigint, lines int, at timestamptz)`;

const log = pino({ level: "silent" });
const FAILED = "<38>Nov 21 10:49:59 host sshd[1]: Failed password for root from 192.0.2.9 port 40000 ssh2";
const BLOCKED =
  "<134>1 2026-11-21T10:50:00Z fw-1 filterlog 48211 - - 5,,,1000000103,igb1,match,block,in,4,0x0,,63,51234,0,DF,6,tcp,60,10.1.2.3,203.0.113.44,44321,443,0,S";
const OTHER = "<13>Nov 21 10:49:59 host app: all is well";

class Away extends Error {
  readonly code = "ECONNREFUSED";
}

let collectors = 0;
const newCollector = () => (++collectors).toString(16).padStart(12, "0");

/** What alert rules do with matches. */
async function writeDown(transaction: Db, matches: readonly PatternMatches[]): Promise<void> {
  for (const { collector, pattern, rangeStart, minutes } of matches) {
    for (const { at, lines } of minutes)
      await transaction.execute(
        statement`INSERT INTO told VALUES (${collector}, ${pattern}, ${rangeStart}, ${lines}, ${at.toISOString()}::timestamptz)`,
      );
  }
}

async function toldOf(collector: string): Promise<Record<string, number>> {
  const rows =
    await sql`SELECT pattern, sum(lines)::int AS lines FROM told WHERE collector = ${collector} GROUP BY pattern`;
  return Object.fromEntries(rows.map((row) => [String(row["pattern"]), Number(row["lines"])]));
}

type Given = {
  collector: string;
  folders: StoreFolders;
  patterns: readonly WatchedPattern[];
  observe?: (step: StoreStep) => void;
  onStored?: (transaction: Db, matches: PatternMatches[]) => Promise<void>;
  onIgnored?: (transaction: string) => void;
};

/** A store whose lines are watched, beginning as the service does. */
async function startWatched({
  collector,
  folders,
  patterns,
  observe,
  onStored = writeDown,
  onIgnored,
}: Given) {
  const watch = new LogWatch({ readPatterns: () => Promise.resolve([...patterns]), onStored, log });
  await watch.start();
  // From here on they are set by hand.
  watch.stop();
  const readState = () => ({ isListening: true, lagSeconds: 0 });
  const writes = { ...UNWATCHED, ignore: (transaction: string) => onIgnored?.(transaction) };
  const heartbeat = new CollectorHeartbeat({ db, collector, log, writes, readState });
  const store = await startStore(db, folders, {
    collector,
    observe,
    watch: createIngestWatch(watch, heartbeat),
  });
  const stop = async (deadlineMs?: number) => {
    watch.stop();
    return store.stop(deadlineMs);
  };
  return { watch, store, stop };
}

async function countFound(
  q: string,
  { folders, store }: { folders: StoreFolders; store: RunningStore },
  collector: string,
) {
  const rows = await sql`SELECT path FROM event_segments WHERE collector = ${collector}`;
  const segments = rows.map((row) => ({ path: String(row["path"]), collector, columns: null }));
  const reader = { database: store.database, eventsFolder: folders.events };
  const [row] = await querySegments(
    reader,
    { segments, predicate: compileFilters({ q }), select: "count(*) AS found" },
    new AbortController().signal,
  );
  return Number(row?.["found"]);
}

const QUERIES = [
  "failed password",
  "action:block dst_port:443",
  "ip:10.1.2.0/24 -203.0.113.44",
  "-failed",
  "app:sshd",
  "sender:192.0.2.1",
  "203.0.113.44 igb1",
];

test("each pattern is told as many lines as a search finds among what is stored", async () => {
  const given = { collector: newCollector(), folders: await createStoreFolders() };
  const patterns = QUERIES.map((query, id) => ({ id, query }));
  const { store, stop } = await startWatched({ ...given, patterns });
  for (let round = 0; round < 5; round++) {
    store.receive([
      FAILED,
      BLOCKED,
      OTHER,
      BLOCKED.replace("block", "pass"),
      FAILED.replace("Failed", "FAILED"),
    ]);
    await store.stored();
  }
  const told = await toldOf(given.collector);
  for (const [id, query] of QUERIES.entries())
    expect({ query, lines: told[id] ?? 0 }).toEqual({
      query,
      lines: await countFound(query, { ...given, store }, given.collector),
    });
  expect(told[0]).toBe(10);
  await stop();
}, 30_000);

test("lines are told exactly once, though the transaction that told of them broke off and the service ended before another", async () => {
  const given = { collector: newCollector(), folders: await createStoreFolders() };
  const patterns = [{ id: 7, query: "failed" }];
  let tries = 0;
  const failing = async (transaction: Db, matches: PatternMatches[]) => {
    await writeDown(transaction, matches);
    tries += 1;
    throw new Away();
  };
  const first = await startWatched({ ...given, patterns, onStored: failing });
  first.store.receive([FAILED, OTHER, FAILED]);
  await waitFor("two tries", () => tries >= 2);
  expect(await first.stop(0)).toBeFalse();
  expect(await toldOf(given.collector)).toEqual({});
  const second = await startWatched({ ...given, patterns });
  await second.store.stored();
  second.store.receive([FAILED]);
  await second.store.stored();
  await second.stop();
  expect(await toldOf(given.collector)).toEqual({ 7: 3 });
  const third = await startWatched({ ...given, patterns });
  await third.store.stored();
  await third.stop();
  expect(await toldOf(given.collector)).toEqual({ 7: 3 });
}, 30_000);

test("who waits for what is written does not look behind a range without a match, and does behind one with a match", async () => {
  const given = { collector: newCollector(), folders: await createStoreFolders() };
  const ignored: string[] = [];
  const onIgnored = (transaction: string) => void ignored.push(transaction);
  const { store, stop } = await startWatched({ ...given, patterns: [{ id: 1, query: "failed" }], onIgnored });
  for (const line of [OTHER, FAILED, BLOCKED]) {
    store.receive([line]);
    await store.stored();
  }
  await stop();
  const rows = await sql`
    SELECT xmin::text AS transaction FROM event_segments WHERE collector = ${given.collector} ORDER BY range_start`;
  expect(rows.map(({ transaction }) => ignored.includes(String(transaction)))).toEqual([true, false, true]);
}, 30_000);

test.each(["chunk-read", "segment-catalogued", "journal-release"] as const)(
  "lines are told exactly once, though ingest broke off at %s",
  async (broken) => {
    const given = { collector: newCollector(), folders: await createStoreFolders() };
    let hits = 0;
    const observe = (step: StoreStep) => {
      if (step === broken && ++hits % 2 === 1) throw new Error("broken off");
    };
    const { store, stop } = await startWatched({ ...given, patterns: [{ id: 1, query: "failed" }], observe });
    for (let round = 0; round < 3; round++) {
      store.receive([FAILED, OTHER]);
      await store.stored();
    }
    await stop();
    expect(hits).toBeGreaterThan(1);
    expect(await toldOf(given.collector)).toEqual({ 1: 3 });
    const [sender] = await sql`SELECT lines FROM log_senders WHERE collector = ${given.collector}`;
    expect(Number(sender?.["lines"])).toBe(6);
  },
  30_000,
);

test("patterns change while lines flow: the new hold from then on, and nobody is told of those that have gone", async () => {
  const given = { collector: newCollector(), folders: await createStoreFolders() };
  const { watch, store, stop } = await startWatched({ ...given, patterns: [{ id: 1, query: "failed" }] });
  store.receive([FAILED, BLOCKED]);
  await store.stored();
  expect(
    watch.setPatterns([
      { id: 1, query: "action:block" },
      { id: 2, query: "failed" },
      { id: 3, query: "severity:99" },
    ]),
  ).toEqual([
    { id: 1, problem: null },
    { id: 2, problem: null },
    {
      id: 3,
      problem: {
        field: "query",
        message:
          "severity must be a number from 0 to 7, or a range such as 2-5 or >2, or a name such as warning",
      },
    },
  ]);
  store.receive([FAILED, BLOCKED]);
  await store.stored();
  watch.setPatterns([]);
  expect(watch.request()).toBeUndefined();
  store.receive([FAILED, BLOCKED]);
  await store.stored();
  expect(await toldOf(given.collector)).toEqual({ 1: 2, 2: 1 });
  await stop();
}, 30_000);

test("matches that nobody can take do not keep lines from being stored", async () => {
  const given = { collector: newCollector(), folders: await createStoreFolders() };
  let tries = 0;
  const { store, stop } = await startWatched({
    ...given,
    patterns: [{ id: 1, query: "failed" }],
    onStored: async (transaction) => {
      tries += 1;
      await transaction.execute(statement`INSERT INTO event_segments (collector) VALUES (null)`);
    },
  });
  store.receive([FAILED]);
  await store.stored();
  expect(tries).toBe(3);
  const [sender] = await sql`SELECT lines FROM log_senders WHERE collector = ${given.collector}`;
  expect(Number(sender?.["lines"])).toBe(1);
  await stop();
}, 30_000);

test("without patterns nothing is asked of those who parse lines", async () => {
  const given = { collector: newCollector(), folders: await createStoreFolders() };
  const { watch, store, stop } = await startWatched({ ...given, patterns: [] });
  expect(watch.request()).toBeUndefined();
  store.receive([FAILED]);
  await store.stored();
  expect(await toldOf(given.collector)).toEqual({});
  await stop();
}, 30_000);
