import { mkdtemp, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isNull, sql } from "drizzle-orm";
import type { PostgresConnection } from "#platform/postgres-server";
import { sumSegments } from "../../src/features/syslog/segments/catalog/catalog";
import { EventDatabase } from "../../src/features/syslog/segments/duckdb";
import { eventSegments } from "../../src/features/syslog/tables";
import { createTestDatabase } from "../support/database";
import { loadLines, type LineSource, replayedLines } from "./event-lines";
import { type BenchStore, fillStore, mergeStore } from "./event-store";
import { ownCpuSeconds } from "./process-memory";
import { printFigure, setting } from "./report";
import { runSearches } from "./searches";

const EVENTS = setting("BENCH_EVENTS", 20_000_000);
const REPLAY_EVENTS = EVENTS / 2;
const FRESH_EVENTS = setting("BENCH_FRESH_EVENTS", 10_000_000);
/** Lines to be replayed for the figure of disk space; the bench goes without where it is unset. */
const REPLAY_FILE = process.env["BENCH_REPLAY_FILE"];
export const START = Date.UTC(2026, 5, 1, 12) * 1000;
const RARE_EVENTS = 50;
/** The words are in one line of all. */
export const RARE = { address: "198.18.77.1", word: "zebrafinch", mixedWord: "zq7k41x9" };

type Content = { lineOf: LineSource; events: number; isMerged: boolean };

/** Searches over 20 million events on disk, and what events take there. */
export async function benchSearch(): Promise<void> {
  await withStore({ lineOf: loadLines(), events: EVENTS, isMerged: true }, async (store, connection) => {
    await measureDisk(store, { name: "load", target: 40 });
    await runSearches({ ...orderOf(store, connection), isMerged: true });
  });
  if (REPLAY_FILE === undefined) return;
  const replayed = { lineOf: replayedLines(REPLAY_FILE), events: REPLAY_EVENTS, isMerged: true };
  await withStore(replayed, (store) => measureDisk(store, { name: "replayed lines", target: 32 }));
}

/** Searches for what is rare among BENCH_FRESH_EVENTS (10,000,000) that are not merged yet. */
export async function benchFreshSearch(): Promise<void> {
  const content = { lineOf: loadLines(), events: FRESH_EVENTS, isMerged: false };
  await withStore(content, async (store, connection) => {
    await measureDisk(store, { name: "load, not merged", target: 80 });
    await runSearches({ ...orderOf(store, connection), isMerged: false });
  });
}

function orderOf({ folders }: BenchStore, connection: PostgresConnection) {
  return { connection, folder: folders.events, startMicros: START, rare: RARE };
}

/** Fills a store of its own, and removes it behind `use`. */
export async function withStore(
  { lineOf, events, isMerged }: Content,
  use: (store: BenchStore, connection: PostgresConnection) => Promise<void>,
): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), "netatlas-bench-"));
  const { db, connection } = await createTestDatabase();
  const database = openDatabase(root);
  const store = { db, database, folders: { events: root, temporary: root } };
  const { bavail, bsize } = await statfs(root);
  if (bavail * bsize < events * 100) throw new Error(`${root} has too little space for ${events} events`);
  try {
    const rare = Math.floor(events / RARE_EVENTS);
    const withRare: LineSource = (sequence, at) =>
      sequence % rare === 7
        ? `<134>1 ${at.toISOString()} fw-1 filterlog 1 - - 5,,,100,igb0,match,block,in,4,0x0,,64,1,0,DF,6,tcp,60,${RARE.address},203.0.113.1,1234,443,0,S,1,,64240,,mss${sequence === 7 ? ` ${RARE.word} ${RARE.mixedWord}` : ""}`
        : lineOf(sequence, at);
    const before = ownCpuSeconds(process.pid);
    await fillStore(store, { events, lineOf: withRare, startMicros: START });
    const filled = ownCpuSeconds(process.pid);
    printFigure({
      name: "  made, with the line generator",
      value: (filled - before) / (events / 1e6),
      unit: "CPU-s/M",
    });
    if (isMerged) await mergeAll(store, events);
    printFigure({
      name: "  memory of this process, line generator included",
      value: Math.round(process.resourceUsage().maxRSS / 1024),
      unit: "MiB",
    });
    await use(store, connection);
  } finally {
    await database.close();
    await rm(root, { recursive: true });
  }
}

async function mergeAll(store: BenchStore, events: number): Promise<void> {
  const before = ownCpuSeconds(process.pid);
  await mergeStore(store, { isDayOver: false });
  const seconds = ownCpuSeconds(process.pid) - before;
  printFigure({ name: "  merged", value: seconds / (events / 1e6), unit: "CPU-s/M", target: "<= 3" });
}

function openDatabase(root: string): EventDatabase {
  return new EventDatabase({ eventsFolder: root, temporaryFolder: root, memoryMegabytes: 400, threads: 2 });
}

async function measureDisk(
  { db }: BenchStore,
  { name, target }: { name: string; target: number },
): Promise<void> {
  const { sizeBytes, events, segments } = await sumSegments(db);
  const value = sizeBytes / events;
  const [skipIndexes] = await db
    .select({
      bytes:
        sql<string>`sum(octet_length(letters) + octet_length(addresses) + coalesce(octet_length(numbers), 0))`.mapWith(
          Number,
        ),
    })
    .from(eventSegments)
    .where(isNull(eventSegments.deletedAt));
  printFigure({
    name: `disk, ${name}, ${segments} files`,
    value,
    unit: "B/event",
    target: `<= ${target}`,
    holds: value <= target,
  });
  printFigure({
    name: "  skip indexes in the catalog",
    value: (skipIndexes?.bytes ?? 0) / events,
    unit: "B/event",
    target: "<= 3",
  });
}
