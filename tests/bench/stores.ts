import { compileFilters, type EventFilters } from "../../src/features/syslog/query/compile";
import { openSegmentStore } from "../../src/features/syslog/search/segment-store";
import { listSegments } from "../../src/features/syslog/segments/catalog/catalog";
import { chooseStep, cutBuckets } from "../../src/features/syslog/store/buckets";
import type { EventStore } from "../../src/features/syslog/store/event-store";
import { createClickHouseTable } from "../support/clickhouse-store";
import { segmentContext } from "../support/test-store";
import { loadLines } from "./event-lines";
import { mergeStore } from "./event-store";
import { treeCpuSeconds } from "./process-memory";
import { printFigure, setting } from "./report";
import { RARE, START, withStore } from "./search";

const EVENTS = setting("BENCH_STORE_EVENTS", 10_000_000);
const NEVER = new AbortController().signal;
const RUNS = 3;

type Search = (store: EventStore) => Promise<unknown>;

/**
 * The same BENCH_STORE_EVENTS (10,000,000) in segments and in ClickHouse: what an insert costs there, what events take on
 * disk, and each search side by side, warm.
 */
export async function benchStores(): Promise<void> {
  const content = { lineOf: loadLines(), events: EVENTS, isMerged: false };
  await withStore(content, async (store) => {
    const table = await createClickHouseTable();
    const clickhouse = table.open(60);
    const before = treeCpuSeconds(process.pid);
    for (const { path, collector } of await listSegments(store.db, {}))
      await table.insert({ folder: store.folders.events, path, collector });
    const seconds = treeCpuSeconds(process.pid) - before;
    printFigure({ name: "inserted into ClickHouse", value: seconds / (EVENTS / 1e6), unit: "CPU-s/M" });
    await mergeStore(store, { isDayOver: true });
    await table.clickhouse.command(`OPTIMIZE TABLE ${table.tables.events} FINAL`);
    const segments = openSegmentStore({ search: { ...segmentContext(store), timeoutSeconds: 60 } });
    await printDisk({ segments, clickhouse });
    for (const [name, search] of listSearches()) {
      printFigure({ name: `${name}, segments`, value: await warm(() => search(segments)), unit: "ms" });
      printFigure({ name: "  ClickHouse", value: await warm(() => search(clickhouse)), unit: "ms" });
    }
  });
}

async function printDisk(stores: Record<string, EventStore>): Promise<void> {
  for (const [name, store] of Object.entries(stores)) {
    const { sizeBytes, events } = await store.sumStored();
    printFigure({ name: `on disk, merged, ${name}`, value: sizeBytes / events, unit: "B/event" });
  }
}

function listSearches(): [name: string, search: Search][] {
  const span = { startMicros: START, endMicros: START + 3600 * 1e6 };
  const page = { sortBy: "received_at", sortDirection: "desc", limit: 100, offset: 0 } as const;
  const list =
    (filters: EventFilters): Search =>
    (store) =>
      store.searchEvents({ ...page, predicate: compileFilters(filters) }, NEVER);
  const histogram =
    (filters: EventFilters): Search =>
    (store) => {
      const buckets = cutBuckets(span, chooseStep(span), "UTC");
      const predicate = compileFilters(filters);
      return store.countByTime({ predicate, span, buckets, by: "verdict" }, NEVER);
    };
  return [
    ["newest page", list({})],
    ["a rare address, by field", list({ src_ip: RARE.address })],
    ["a rare address, at either end", list({ ip: RARE.address })],
    ["a rare address, as a word", list({ q: RARE.address })],
    ["a network of 16 bits", list({ src_ip: "198.18.0.0/16" })],
    ["a rare number", list({ q: "0001234567" })],
    ["a rare word", list({ q: RARE.word })],
    ["a word that occurs nowhere", list({ q: "qzqzqz" })],
    ["a substring in any case", list({ q: "Zq=0:" })],
    ["histogram over all", histogram({})],
    ["histogram of a word", histogram({ q: "sshd" })],
    [
      "top talkers",
      (store) =>
        store.countByValue({ predicate: compileFilters({}), span, column: "src_ip", limit: 10 }, NEVER),
    ],
  ];
}

/** The median of a few runs behind a first one, milliseconds. */
async function warm(run: () => Promise<unknown>): Promise<number> {
  await run();
  const samples: number[] = [];
  for (let turn = 0; turn < RUNS; turn++) {
    const started = performance.now();
    await run();
    samples.push(performance.now() - started);
  }
  return Math.round(samples.toSorted((left, right) => left - right)[1] ?? 0);
}
