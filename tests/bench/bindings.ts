import pino from "pino";
import { BindingRecorder } from "#features/bindings";
import { startSyslog } from "#features/syslog";
import type { Caller } from "#platform/http/guard";
import { LeaseSightings } from "../../src/features/syslog/parse/leases/lease-sightings";
import { parseMessage } from "../../src/features/syslog/parse/message";
import { lookUp } from "../../src/features/lookup/service";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { createStoreFolders, testPool } from "../support/event-store";
import { engineOptions } from "../support/syslog-engine";
import { treeCpuSeconds } from "./process-memory";
import { percentile, printFigure, setting } from "./report";

const ADDRESSES = 100_000;
/** BENCH_ROUNDS: of so many, half a day apart, of leases that last one; 100 are 50 days. */
const ROUNDS = setting("BENCH_ROUNDS", 100);
const HALF_DAY_MS = 43_200_000;
const LEASE_SECONDS = 86_400;
/** In each round another client has one address of so many. */
const MOVES = 50;
/** What a chunk of the journal holds, about. */
const CHUNK_LINES = 10_000;
const LOOKUPS = 1_000;
/** The first open connections. */
const WARM_UP = 20;

const CALLER: Caller = {
  userId: 1,
  username: "admin",
  role: "SuperAdmin",
  isSuperAdmin: true,
  permissions: [],
  apiKeyId: null,
  sessionId: null,
  mustEnrol: false,
};

const hex = (value: number) => value.toString(16).padStart(2, "0");

function addressOf(number: number): string {
  return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
}

/** How often the address had changed hands by that round: one address in MOVES does in each. */
function clientOf(number: number, round: number): string {
  const moves = Math.floor((round + (number % MOVES)) / MOVES);
  return `02:${hex(moves)}:${hex((number >> 16) & 255)}:${hex((number >> 8) & 255)}:${hex(number & 255)}:01`;
}

function lineOf(number: number, round: number, at: number): string {
  return `<30>1 ${new Date(at).toISOString()} dhcp${number % 4} kea-dhcp4 1 - - INFO [kea-dhcp4.leases/1.1] DHCP4_LEASE_ALLOC [hwtype=1 ${clientOf(number, round)}], cid=[no info], tid=0x1: lease ${addressOf(number)} has been allocated for ${LEASE_SECONDS} seconds`;
}

/**
 * 10 M lines of four DHCP servers with 100,000 addresses: what keeping them costs, what they take, and how fast a
 * moment is looked up.
 */
export async function benchBindings(): Promise<void> {
  const database = await createTestDatabase();
  const start = Date.now() - ROUNDS * HALF_DAY_MS;
  await replay(database, start);
  await measureSpace(database);
  await measureLookups(database, start);
  await database.drop();
}

async function replay({ db }: TestDatabase, start: number): Promise<void> {
  const log = pino({ level: "silent" });
  const recorder = new BindingRecorder({ db, log, mostNewPerHour: 1_000_000_000 });
  let lines = 0;
  let parsing = 0;
  let keeping = 0;
  let cpuSeconds = 0;
  for (let round = 0; round < ROUNDS; round++) {
    for (let first = 0; first < ADDRESSES; first += CHUNK_LINES) {
      const chunk = Array.from({ length: CHUNK_LINES }, (_, index) => {
        const at = start + round * HALF_DAY_MS + Math.floor(((first + index) / ADDRESSES) * HALF_DAY_MS);
        return { at, bytes: Buffer.from(lineOf(first + index, round, at)) };
      });
      const begun = performance.now();
      const sightings = new LeaseSightings();
      for (const [row, { at, bytes }] of chunk.entries()) {
        const context = { receivedAtMicros: at * 1000, sender: "192.0.2.1" };
        sightings.take(context, parseMessage(bytes, context), row);
      }
      const parsed = performance.now();
      const cpuBefore = treeCpuSeconds(process.pid);
      await recorder.record(sightings.list());
      parsing += parsed - begun;
      cpuSeconds += treeCpuSeconds(process.pid) - cpuBefore;
      keeping += performance.now() - parsed;
      lines += CHUNK_LINES;
    }
  }
  const { refused, failed } = recorder.counts;
  if (refused + failed > 0) throw new Error(`${refused} were refused, ${failed} failed`);
  printFigure({ name: "DHCP lines replayed", value: lines, unit: "lines" });
  printFigure({ name: "  parsed", value: Math.round(lines / (parsing / 1000)), unit: "lines/s" });
  printFigure({
    name: "  kept, one lease a line",
    value: Math.round(lines / (keeping / 1000)),
    unit: "lines/s",
  });
  printFigure({
    name: "  processor time of keeping, PostgreSQL included",
    value: (cpuSeconds / lines) * 1e6,
    unit: "s per million",
  });
}

async function measureSpace({ sql }: TestDatabase): Promise<void> {
  const [row] = await sql<{ rows: string; bytes: string; heap: string }[]>`
    SELECT count(*) AS rows, pg_total_relation_size('address_bindings') AS bytes,
      pg_relation_size('address_bindings') AS heap FROM address_bindings`;
  const rows = Number(row?.rows);
  printFigure({ name: "  bindings", value: rows, unit: "rows" });
  printFigure({ name: "  space", value: Number(row?.bytes) / rows, unit: "bytes a binding" });
  printFigure({
    name: "  of that without indexes",
    value: Number(row?.heap) / rows,
    unit: "bytes a binding",
  });
}

async function measureLookups({ db }: TestDatabase, start: number): Promise<void> {
  const log = pino({ level: "silent" });
  const syslog = await startSyslog(
    { db, catalogReady: Promise.resolve(), pool: testPool(), log },
    engineOptions(await createStoreFolders()),
  );
  const milliseconds: number[] = [];
  for (let lookup = -WARM_UP; lookup < LOOKUPS; lookup++) {
    const number = ((lookup + WARM_UP) * 7919) % ADDRESSES;
    const round = ((lookup + WARM_UP) * 104_729) % ROUNDS;
    // A little behind the line of that round.
    const at = new Date(start + round * HALF_DAY_MS + Math.ceil((number / ADDRESSES) * HALF_DAY_MS) + 60_000);
    const begun = performance.now();
    const request = { term: addressOf(number), caller: CALLER, now: new Date(), at };
    const { holders } = await lookUp({ db, syslog, log }, request, new AbortController().signal);
    if (lookup >= 0) milliseconds.push(performance.now() - begun);
    const found = holders?.[0]?.holders[0]?.mac_address;
    if (found !== clientOf(number, round)) throw new Error(`${addressOf(number)} was ${String(found)}`);
  }
  await syslog.stop(0);
  const p99 = percentile(milliseconds, 0.99);
  printFigure({ name: "look-up with `at`, median", value: percentile(milliseconds, 0.5), unit: "ms" });
  printFigure({ name: "  p99", value: p99, unit: "ms", target: "<= 50", holds: p99 <= 50 });
  printFigure({ name: "  slowest", value: percentile(milliseconds, 1), unit: "ms" });
}
