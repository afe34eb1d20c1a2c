import { afterEach, expect, setDefaultTimeout, test } from "bun:test";
import { treeMemory } from "../bench/process-memory";
import { type ClickHouseServer, startClickHouseServer } from "../support/clickhouse/start";
import { eventsIn, readTable } from "../support/clickhouse-lines";
import { type ClickHouseTable, createClickHouseTable } from "../support/clickhouse-store";
import { beSlowAndBreakOff, type CuttableProxy, startCuttableProxy } from "../support/cuttable-proxy";
import { type NumberedStream, startStream } from "../support/numbered-stream";
import { ALL_ROUNDS } from "../support/rounds";
import { type ServiceProcess, startService } from "../support/service-process";
import { expectStreamsStored } from "../support/stream-balance";
import { unreadOctets } from "../support/unread-octets";
import { waitFor } from "../support/wait-for";

/** A collector that goes on receiving, and a ClickHouse of its own that dies, is away, or is far away. */
setDefaultTimeout(600_000);

const HAS_TIME = process.env[ALL_ROUNDS] !== undefined;
const RATE = 1000;
const UDP_FIRST = 50_000_000;
const RANDOM_KILLS = HAS_TIME ? 10 : 2;
const LONGEST_MS = 1500;
const AWAY_MS = HAS_TIME ? 60_000 : 6_000;
const SLOW_MS = 150;
const CUTS = 4;
/** What waits does so on disk. */
const MOST_GROWTH_MIB = 200;

type Given = {
  server: ClickHouseServer;
  table: ClickHouseTable;
  proxy: CuttableProxy;
  service: ServiceProcess;
  streams: NumberedStream[];
};

const open: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

async function givenLoad(): Promise<Given> {
  const server = await startClickHouseServer();
  open.push(() => server.stop());
  const table = await createClickHouseTable(server);
  const proxy = await startCuttableProxy(server.url);
  open.push(() => proxy.close());
  const service = await startService({ environment: eventsIn(table, proxy.url) });
  open.push(() => service.remove());
  const { syslogPort: port } = service;
  const of = { port, readAt: [port], rate: RATE };
  const streams = [
    startStream({ ...of, transport: "tcp", first: 0 }),
    startStream({ ...of, transport: "udp", first: UDP_FIRST }),
  ];
  open.push(() => Promise.all(streams.map((stream) => stream.stop())));
  await untilMoreIsStored(table);
  return { server, table, proxy, service, streams };
}

async function untilMoreIsStored(table: ClickHouseTable): Promise<void> {
  const { rows } = await readTable(table);
  await waitFor("more to be stored", async () => (await readTable(table)).rows > rows, 30_000);
}

async function expectAllStored({ table, streams }: Given): Promise<void> {
  expect(streams.map((stream) => stream.breaks())).toEqual([0, 0]);
  const accounts = await Promise.all(streams.map((stream) => stream.stop()));
  const { certain } = await expectStreamsStored(accounts, () => readTable(table));
  expect(certain).toBeGreaterThan(RATE);
}

test("kill -9 of ClickHouse before, in the middle of and behind an insert, and at any moment: each line is there once after its restart", async () => {
  const given = await givenLoad();
  const { server, table } = given;
  for (const step of ["received", "running", "stored"] as const) {
    await server.dieAt(step);
    await server.gone();
    await server.restart();
    await untilMoreIsStored(table);
  }
  for (let kill = 0; kill < RANDOM_KILLS; kill++) {
    await Bun.sleep(Math.random() * LONGEST_MS);
    await server.kill();
    await Bun.sleep(Math.random() * LONGEST_MS);
    await server.restart();
    await untilMoreIsStored(table);
  }
  await expectAllStored(given);
});

test("while ClickHouse is away, or slow and breaking off, the collector goes on, all arrives afterwards, and memory stays bounded", async () => {
  const given = await givenLoad();
  const { proxy, service, streams, table } = given;
  const before = treeMemory(service.pid);
  const count = () => streams.reduce((sum, stream) => sum + stream.count(), 0);

  proxy.setDown(true);
  proxy.cut();
  const atOnce = count();
  await Bun.sleep(AWAY_MS);
  expect(count() - atOnce).toBeGreaterThan((AWAY_MS / 1000) * RATE);
  await waitFor("the collector to read on", () => unreadOctets(service.syslogPort) === 0);
  proxy.setDown(false);

  await beSlowAndBreakOff(proxy, { delayMs: SLOW_MS, cuts: CUTS, forMs: AWAY_MS });
  await untilMoreIsStored(table);
  await expectAllStored(given);
  const growth = treeMemory(service.pid) - before;
  process.stdout.write(`ClickHouse away: ${count()} lines, memory grew by ${Math.round(growth)} MiB\n`);
  expect(growth).toBeLessThan(MOST_GROWTH_MIB);
});
