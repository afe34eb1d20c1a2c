import pino from "pino";
import { startSyslog } from "#features/syslog";
import { createWorkerPool } from "#platform/workers";
import { encodeRecord } from "../../src/features/syslog/journal/record-builder";
import { parseChunk } from "../../src/features/syslog/encode/parse-chunk";
import { compilePattern } from "../../src/features/syslog/watch/compile-pattern";
import type { WatchRequest } from "../../src/features/syslog/encode/watch/chunk-watch";
import { createTestDatabase } from "../support/database";
import { createStoreFolders } from "../support/event-store";
import { engineOptions } from "../support/syslog-engine";
import { waitFor } from "../support/wait-for";
import { type LineSource, loadLines, SeededRandom } from "./event-lines";
import { printFigure } from "./report";
import { runUdpLoad } from "./udp-load";

/** Lines of a chunk of the journal; a full one has about as many. */
export const LINES = 8_000;
const ROUNDS = 24;
const WARM_UP_ROUNDS = 4;
const PATTERNS = [0, 1, 20, 200];
/** Processor seconds for a million lines of filterlog that 200 patterns may take. */
const MAX_SECONDS = 1.5;
const RATE = 50_000;
const SECONDS = 10;
const MAX_DELAY_SECONDS = 2;
const MARKER = "marked-line";
const NOON = Date.UTC(2026, 10, 21, 12);

/** What patterns take of processor time where lines are parsed: 0, 1, 20 and 200 of them in turn, on the same lines. */
export async function benchLogWatch(): Promise<void> {
  const mixed = loadLines();
  const filterlog = onlyFilterlog(loadLines());
  measure("filterlog", filterlog, MAX_SECONDS);
  measure("mixed", mixed);
  for (const count of [0, 200]) await measureFlow(count);
}

/**
 * UDP at full rate with so many patterns beside the one that times it: what is lost, and how long a line takes from its
 * sender to those who are told of it.
 */
async function measureFlow(count: number): Promise<void> {
  const { db } = await createTestDatabase();
  const told = new Map<string, number>();
  const patterns = [MARKER, ...queries(count)].map((query, id) => ({ id, query }));
  const engine = await startSyslog(
    {
      db,
      catalogReady: Promise.resolve(),
      pool: createWorkerPool({ threads: 2 }),
      log: pino({ level: "silent" }),
      watch: {
        readPatterns: () => Promise.resolve(patterns),
        onStored: (_, matches) => {
          for (const { first, pattern } of matches)
            for (const { raw } of pattern === 0 ? first : []) told.set(raw, performance.now());
          return Promise.resolve();
        },
      },
    },
    engineOptions(await createStoreFolders(), { udpPort: 0, receiveBufferBytes: 64 * 1024 ** 2 }),
  );
  const port = engine.ports.udp ?? 0;
  const load = runUdpLoad({ port, total: RATE * SECONDS, rate: RATE });
  const sentAt = await sendMarkers(port);
  const { sent } = await load;
  const stored = () => engine.state().pipeline.storedEvents;
  await waitFor("all to be stored", () => stored() >= sent + sentAt.size, 60_000).catch(() => undefined);
  const lost = sent + sentAt.size - stored();
  printFigure({
    name: `UDP at ${RATE}/s, ${count} patterns: lost`,
    value: lost,
    unit: "lines",
    target: "0",
    holds: lost === 0,
  });
  const delays = [...sentAt].map(([line, at]) => ((told.get(line) ?? Infinity) - at) / 1000);
  const slowest = Math.max(...delays);
  const holds = slowest <= MAX_DELAY_SECONDS;
  printFigure({
    name: "  from line to onStored, slowest",
    value: slowest,
    unit: "s",
    target: `<= ${MAX_DELAY_SECONDS}`,
    holds,
  });
  await engine.stop(10_000);
}

/** One line each second; gives when each was sent. */
async function sendMarkers(port: number): Promise<Map<string, number>> {
  const socket = await Bun.udpSocket({ connect: { hostname: "127.0.0.1", port } });
  const sentAt = new Map<string, number>();
  for (let second = 0; second < SECONDS; second++) {
    const line = `<14>bench: ${MARKER} ${second}`;
    sentAt.set(line, performance.now());
    socket.send(line);
    await Bun.sleep(1000);
  }
  socket.close();
  return sentAt;
}

function measure(name: string, source: LineSource, most = Infinity): void {
  const records = encodeLines(source);
  const seconds = PATTERNS.map(() => new Array<number>());
  const requests = PATTERNS.map((count, index) => requestOf(count, index));
  let matched = 0;
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
    for (const [index, watch] of requests.entries()) {
      // The first after a change makes the patterns ready.
      parseChunk({ ...READING, records, watch });
      const before = process.cpuUsage();
      const { watched } = parseChunk({ ...READING, records, watch });
      const { user, system } = process.cpuUsage(before);
      if (round >= WARM_UP_ROUNDS) seconds[index]?.push((user + system) / LINES);
      matched = watched?.matches.reduce((sum, { lines }) => sum + lines, 0) ?? 0;
    }
  }
  const [without = 0, ...rest] = seconds.map(median);
  printFigure({ name: `${name}: parsing without patterns`, value: without, unit: "s per million" });
  for (const [index, value] of rest.entries()) {
    const more = value - without;
    const isLast = index === rest.length - 1 && most < Infinity;
    printFigure({
      name: `  ${PATTERNS[index + 1]} patterns, on top`,
      value: more,
      unit: "s per million",
      ...(isLast ? { target: `<= ${most}`, holds: more <= most } : {}),
    });
  }
  printFigure({ name: "  lines taken by the patterns, per line", value: matched / LINES, unit: "" });
}

export const READING = { genericOnly: false, timeZones: { fallback: "UTC", senders: [] } };

function requestOf(count: number, index: number): WatchRequest | undefined {
  if (count === 0) return undefined;
  const patterns = queries(count).map((query, key) => {
    const read = compilePattern(query);
    if ("problem" in read) throw new Error(`${query}: ${read.problem.message}`);
    return { key, conditions: read.conditions };
  });
  return { version: 1_000_000 + index, patterns: JSON.stringify(patterns) };
}

/** Of the kinds that people write: words, phrases, addresses, networks and fields, alone and together. */
function queries(count: number): string[] {
  const random = new SeededRandom(777);
  const kinds: ((index: number) => string)[] = [
    (index) => `"failed password" u${index}`,
    () => `src_ip:10.${random.below(4)}.${random.below(256)}.${1 + random.below(254)}`,
    (index) => `action:block dst_port:${[22, 23, 3389, 445, 5900][index % 5]} rule_id:${index}`,
    () => `dst_ip:203.0.113.${random.below(255)} action:pass`,
    (index) => `%ASA-4-${106_000 + index}`,
    () => `ip:10.${random.below(4)}.${random.below(256)}.0/24 -dst_port:443`,
    (index) => `link down interface eth${index}`,
    (index) => `app:sshd user${index}`,
    () => `10.${random.below(4)}.${random.below(256)}.${random.below(256)}`,
    (index) => `"out of memory" process ${index}`,
  ];
  return Array.from({ length: count }, (_, index) => kinds[index % kinds.length]?.(index) ?? "");
}

function onlyFilterlog(source: LineSource): LineSource {
  let skipped = 0;
  return (sequence, at) => {
    for (;;) {
      const line = source(sequence + skipped, at);
      if (line.includes(" filterlog ")) return line;
      skipped++;
    }
  };
}

/** A chunk of the journal with so many lines of a source. */
export function encodeLines(source: LineSource): Uint8Array {
  return encodeRecord(
    { firstPosition: 1, firstId: NOON * 1000, salt: 1 },
    Array.from({ length: LINES }, (_, index) => {
      const line = source(index, new Date(NOON + index / 50));
      const bytes = Buffer.from(line);
      return {
        receivedAtMicros: NOON * 1000 + index * 20,
        // One for each firewall.
        sender: `192.0.2.${1 + Number(/ fw-(\d)/.exec(line)?.[1] ?? 0)}`,
        transport: "udp" as const,
        originalBytes: bytes.length,
        malformed: false,
        bytes,
      };
    }),
  );
}

export function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}
