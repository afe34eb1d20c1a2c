import pino from "pino";
import { connectDatabase, type Db } from "#platform/database";
import type { PostgresConnection } from "#platform/postgres-server";
import { chooseStep, cutBuckets, type Span } from "../../src/features/syslog/store/buckets";
import { compileFilters, type EventFilters } from "../../src/features/syslog/query/compile";
import { countByTime } from "../../src/features/syslog/search/results/histogram";
import type { SearchContext } from "../../src/features/syslog/search/scan/limits";
import { searchEvents } from "../../src/features/syslog/search/search";
import { countByValue } from "../../src/features/syslog/search/results/top";
import { EventDatabase } from "../../src/features/syslog/segments/duckdb";
import { printFigure } from "./report";

/**
 * Searches of a filled store in a process of their own: `bun tests/bench/searches.ts '<json of SearchOrder>'`; prints
 * figures.
 */
export type SearchOrder = {
  connection: PostgresConnection;
  /** Of the segments. */
  folder: string;
  /** Arrival of the first event. */
  startMicros: number;
  /** False: the segments are as ingest has written them. */
  isMerged: boolean;
  /** What occurs seldom. */
  rare: { address: string; word: string; mixedWord: string };
};

type Search = [
  name: string,
  search: (ctx: SearchContext) => Promise<unknown>,
  warmMs: number,
  coldMs: number,
];

const NEVER = new AbortController().signal;

/** Runs them in a child process, so that its memory is that of searches. */
export async function runSearches(order: SearchOrder): Promise<void> {
  const child = Bun.spawn(["bun", import.meta.path, JSON.stringify(order)], {
    stdout: "inherit",
    stderr: "inherit",
  });
  if ((await child.exited) !== 0) throw new Error("the searches failed");
}

function openDatabase(root: string): EventDatabase {
  return new EventDatabase({ eventsFolder: root, temporaryFolder: root, memoryMegabytes: 400, threads: 2 });
}

async function measureSearches(db: Db, { folder, startMicros, rare, isMerged }: SearchOrder): Promise<void> {
  const span: Span = { startMicros, endMicros: startMicros + 3600 * 1e6 };
  const list = (filters: EventFilters) => (ctx: SearchContext) =>
    searchEvents(
      ctx,
      {
        predicate: compileFilters(filters),
        sortBy: "received_at",
        sortDirection: "desc",
        limit: 100,
        offset: 0,
      },
      NEVER,
    );
  const histogram = (filters: EventFilters) => (ctx: SearchContext) =>
    countByTime(
      ctx,
      {
        predicate: compileFilters(filters),
        span,
        buckets: cutBuckets(span, chooseStep(span), "UTC"),
        by: "verdict",
      },
      NEVER,
    );
  const top = (ctx: SearchContext) =>
    countByValue(ctx, { predicate: compileFilters({}), span, column: "src_ip", limit: 10 }, NEVER);
  const OF_FRESH: readonly Search[] = [
    ["newest page", list({}), 500, 1000],
    ["a rare address, by field", list({ src_ip: rare.address }), 500, 1000],
    ["a rare address, as a word", list({ q: rare.address }), 500, 1000],
    ["a rare number", list({ q: "0001234567" }), 500, 1000],
    ["a number that occurs nowhere", list({ q: "77665544332211" }), 500, 1000],
    ["a rare word", list({ q: rare.word }), 500, 1000],
    ["a rare word of letters and digits", list({ q: rare.mixedWord }), 500, 1000],
  ];
  const OF_MERGED: readonly Search[] = [
    ["newest page", list({}), 30, 150],
    ["a rare address, by field", list({ src_ip: rare.address }), 250, 600],
    ["a rare address, at either end", list({ ip: rare.address }), 250, 600],
    ["a rare address, as a word", list({ q: rare.address }), 250, 600],
    ["an address that occurs nowhere, as a word", list({ q: "198.18.99.9" }), 250, 600],
    ["a network of 16 bits", list({ src_ip: "198.18.0.0/16" }), 250, 600],
    ["a rare number", list({ q: "0001234567" }), 500, 1000],
    ["a rare word", list({ q: rare.word }), 500, 1000],
    ["a rare word of letters and digits", list({ q: rare.mixedWord }), 500, 1000],
    ["a word that occurs nowhere", list({ q: "qzqzqz" }), 500, 1000],
    // Too short to be ruled out: every line is read.
    ["a substring in any case", list({ q: "Zq=0:" }), 3500, 5000],
    ["histogram over all", histogram({}), 400, 400],
    ["histogram of a word", histogram({ q: "sshd" }), 3500, 5000],
    ["top talkers", top, 600, 600],
  ];
  for (const [name, search, warmMs, coldMs] of isMerged ? OF_MERGED : OF_FRESH) {
    await dropCaches();
    const database = openDatabase(folder);
    const ctx: SearchContext = {
      db,
      database,
      eventsFolder: folder,
      timeoutSeconds: 60,
      examine: async () => false,
    };
    await database.query({ sql: "SELECT 1" });
    const cold = await timed(() => search(ctx));
    const warm = [
      await timed(() => search(ctx)),
      await timed(() => search(ctx)),
      await timed(() => search(ctx)),
    ];
    const median = warm.toSorted((left, right) => left - right)[1] ?? 0;
    printFigure({
      name: `${name}, warm`,
      value: Math.round(median),
      unit: "ms",
      target: `<= ${warmMs}`,
      holds: median <= warmMs,
    });
    printFigure({
      name: "  cold",
      value: Math.round(cold),
      unit: "ms",
      target: `<= ${coldMs}`,
      holds: cold <= coldMs,
    });
    await database.close();
  }
  printFigure({
    name: "memory of the process that searches, at most",
    value: await peakMebibytes(),
    unit: "MiB",
    target: "<= 900",
  });
}

/** Of this program alone: what `resourceUsage` tells of a child begins with its parent's. */
async function peakMebibytes(): Promise<number> {
  const status = await Bun.file("/proc/self/status").text();
  return Math.round(Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024);
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await act();
  return performance.now() - started;
}

/** As root; otherwise "cold" is only a new DuckDB. */
async function dropCaches(): Promise<void> {
  await Bun.$`sync && echo 1 > /proc/sys/vm/drop_caches`.quiet().nothrow();
}

if (import.meta.main) {
  const order = JSON.parse(process.argv[2] ?? "{}") as SearchOrder;
  const database = connectDatabase(order.connection, { log: pino({ level: "silent" }) });
  await measureSearches(database.db, order);
  await database.close();
}
