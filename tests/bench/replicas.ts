import { setUpAdmin, type ApiClient } from "../support/api-client";
import { startReplicas, type Replicas } from "../support/replicas";
import type { ServiceProcess } from "../support/service-process";
import { readStoredSequences } from "../support/stored-events";
import { waitFor } from "../support/wait-for";
import { runHttpLoad } from "./http-load";
import { treeCpuSeconds } from "./process-memory";
import { printFigure, setting } from "./report";
import { runUdpLoad } from "./udp-load";

const MOST_PROCESSES = setting("BENCH_REPLICAS", 3);
const EVENTS = setting("BENCH_REPLICA_EVENTS", 200_000);
/** Lines and requests a second of each process: who adds one does so because there are more of them. */
const EVENT_RATE = 8000;
const REQUEST_RATE = 150;
const SECONDS = 20;
/** Of each process, before anything is measured: what it loads and compiles once is no cost of an event. */
const WARM_EVENTS = 150_000;
const WARM_REQUESTS = 2;
const IDLE_MS = 10_000;
const STORED_MS = 120_000;
const FLAT = 1.1;

type Cost = { idle: number; event: number; request: number };

/** Installations of one database each, and the processes of each. */
type Installations = { replicas: Replicas; services: ServiceProcess[]; admin: ApiClient }[];

/**
 * As many lines and requests for each of 1, 2 and 3 processes (BENCH_REPLICAS) with every role on one PostgreSQL: what
 * one line and one request take of the processor, the database's included, beyond what idle ones take. It is to be as
 * much with three as with one. As cores that share caches and power give less for a second the more of them work, the
 * same load on as many processes that share nothing, a PostgreSQL for each, is what each count is compared with.
 */
export async function benchReplicas(): Promise<void> {
  for (let count = 1; count <= MOST_PROCESSES; count++) {
    const apart = await measure(Array.from({ length: count }, () => 1));
    if (count === 1) {
      printCost("1 process", apart);
      continue;
    }
    printCost(`${count} processes, a database for each`, apart);
    printCost(`${count} processes on one database`, await measure([count]), apart);
  }
}

function printCost(name: string, cost: Cost, apart?: Cost): void {
  printFigure({ name: `${name}: idle, each`, value: cost.idle * 1000, unit: "ms CPU/s" });
  printFigure({
    name: "  a million events",
    value: cost.event * 1e6,
    unit: "CPU-s",
    ...flat(cost.event, apart?.event),
  });
  printFigure({
    name: "  a request",
    value: cost.request * 1000,
    unit: "ms CPU",
    ...flat(cost.request, apart?.request),
  });
}

const flat = (value: number, apart: number | undefined) =>
  apart === undefined ? {} : { target: "+10 % of apart", holds: value <= apart * FLAT };

/** `sizes`: the number of processes of each installation. */
async function measure(sizes: readonly number[]): Promise<Cost> {
  const installations: Installations = [];
  try {
    for (const size of sizes) installations.push(await install(size));
    const count = sizes.reduce((sum, size) => sum + size, 0);
    await sendEvents(installations, { first: 0, each: WARM_EVENTS });
    for (let round = 0; round < WARM_REQUESTS; round++) await sendRequests(installations);
    const idle = await secondsOf(installations, () => Bun.sleep(IDLE_MS));
    const idleShare = idle.cpu / idle.wall;
    const events = await secondsOf(installations, () =>
      sendEvents(installations, { first: WARM_EVENTS, each: EVENTS }),
    );
    const requests = await secondsOf(installations, () => sendRequests(installations));
    return {
      idle: idleShare / count,
      event: (events.cpu - idleShare * events.wall) / (EVENTS * count),
      request: (requests.cpu - idleShare * requests.wall) / (REQUEST_RATE * SECONDS * count),
    };
  } finally {
    await Promise.all(installations.map(({ replicas }) => replicas.remove()));
  }
}

async function install(size: number): Promise<Installations[number]> {
  const replicas = await startReplicas();
  try {
    const first = await replicas.start("api collector worker");
    const services = [first];
    while (services.length < size) services.push(await replicas.start("api collector worker"));
    return { replicas, services, admin: await setUpAdmin(first.url) };
  } catch (error) {
    await replicas.remove();
    throw error;
  }
}

/** Processor time of all processes, their children and their databases, and time of the clock, in seconds. */
async function secondsOf(installations: Installations, work: () => Promise<unknown>) {
  const pids = installations.flatMap(({ replicas, services }) => [
    replicas.postgres.pid(),
    ...services.map(({ pid }) => pid),
  ]);
  const cpu = () => pids.reduce((sum, pid) => sum + treeCpuSeconds(pid), 0);
  const before = { cpu: cpu(), at: performance.now() };
  await work();
  return { cpu: cpu() - before.cpu, wall: (performance.now() - before.at) / 1000 };
}

/** `first`: so many numbered lines each process was sent before; `each`: so many go to each. */
type Sent = { first: number; each: number };

async function sendEvents(installations: Installations, { first, each }: Sent): Promise<void> {
  await Promise.all(
    installations.flatMap(({ services }) =>
      services.map(({ syslogPort: port }, index) =>
        runUdpLoad({
          port,
          total: each,
          rate: EVENT_RATE,
          first: first * services.length + index * each,
        }),
      ),
    ),
  );
  for (const { replicas, services } of installations)
    await waitFor(
      "all to be stored",
      async () => (await readStoredSequences(replicas.folder)).rows >= (first + each) * services.length,
      STORED_MS,
    );
}

async function sendRequests(installations: Installations): Promise<void> {
  const loads = await Promise.all(
    installations.flatMap(({ services, admin }) =>
      services.map(({ httpPort: port }) =>
        runHttpLoad({
          host: "127.0.0.1",
          port,
          path: "/api/v1/topology/devices?limit=50",
          headers: admin.credential,
          connections: 6,
          seconds: SECONDS,
          rate: REQUEST_RATE,
        }),
      ),
    ),
  );
  const failures = loads.reduce((sum, load) => sum + load.failures, 0);
  if (failures > 0) throw new Error(`${failures} requests failed`);
}
