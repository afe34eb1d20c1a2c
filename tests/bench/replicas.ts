import { createApiClient, setUpAdmin, type ApiClient } from "../support/api-client";
import { startReplicas } from "../support/replicas";
import type { ServiceProcess } from "../support/service-process";
import { readStoredSequences } from "../support/stored-events";
import { waitFor } from "../support/wait-for";
import { runHttpLoad } from "./http-load";
import { treeCpuSeconds } from "./process-memory";
import { printFigure } from "./report";
import { runUdpLoad } from "./udp-load";

const MOST_PROCESSES = Number(process.env["BENCH_REPLICAS"] ?? 3);
const EVENTS = Number(process.env["BENCH_REPLICA_EVENTS"] ?? 200_000);
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

/**
 * As many lines and requests for each of 1, 2 and 3 processes (BENCH_REPLICAS) with every role on one PostgreSQL: what
 * one line and one request take of the processor beyond what idle processes take. It is to be as much with three as
 * with one.
 */
export async function benchReplicas(): Promise<void> {
  let alone: Cost | undefined;
  for (let count = 1; count <= MOST_PROCESSES; count++) {
    const cost = await measure(count);
    alone ??= cost;
    const name = count === 1 ? "1 process" : `${count} processes`;
    printFigure({ name: `${name}: idle, each`, value: cost.idle * 1000, unit: "ms CPU/s" });
    printFigure({
      name: "  a million events",
      value: cost.event * 1e6,
      unit: "CPU-s",
      ...flat(cost.event, alone.event),
    });
    printFigure({
      name: "  a request",
      value: cost.request * 1000,
      unit: "ms CPU",
      ...flat(cost.request, alone.request),
    });
  }
}

const flat = (value: number, alone: number) => ({ target: "+10 % of 1", holds: value <= alone * FLAT });

async function measure(count: number): Promise<Cost> {
  const replicas = await startReplicas();
  try {
    const services: ServiceProcess[] = [];
    for (let started = 0; started < count; started++)
      services.push(await replicas.start("api collector worker"));
    const [first] = services;
    if (first === undefined) throw new Error("there is none");
    const admin = await setUpAdmin(first.url);
    await Promise.all(
      services.map(({ url }) => createApiClient(url, admin.credential).get("/api/v1/auth/me")),
    );
    const { dataDirectory } = first;
    await sendEvents(services, { dataDirectory, first: 0, each: WARM_EVENTS });
    for (let round = 0; round < WARM_REQUESTS; round++) await sendRequests(services, admin);
    const idle = await secondsOf(services, () => Bun.sleep(IDLE_MS));
    const idleShare = idle.cpu / idle.wall;
    const events = await secondsOf(services, () =>
      sendEvents(services, { dataDirectory, first: WARM_EVENTS * count, each: EVENTS }),
    );
    const requests = await secondsOf(services, () => sendRequests(services, admin));
    return {
      idle: idleShare / count,
      event: (events.cpu - idleShare * events.wall) / (EVENTS * count),
      request: (requests.cpu - idleShare * requests.wall) / (REQUEST_RATE * SECONDS * count),
    };
  } finally {
    await replicas.remove();
  }
}

/** Processor time of all processes and their children, and time of the clock, in seconds. */
async function secondsOf(services: readonly ServiceProcess[], work: () => Promise<unknown>) {
  const cpu = () => services.reduce((sum, { pid }) => sum + treeCpuSeconds(pid), 0);
  const before = { cpu: cpu(), at: performance.now() };
  await work();
  return { cpu: cpu() - before.cpu, wall: (performance.now() - before.at) / 1000 };
}

/** `first`: so many numbered lines were sent before; `each`: so many go to each process. */
type Sent = { dataDirectory: string; first: number; each: number };

async function sendEvents(
  services: readonly ServiceProcess[],
  { dataDirectory, first, each }: Sent,
): Promise<void> {
  await Promise.all(
    services.map(({ syslogPort: port }, index) =>
      runUdpLoad({ port, total: each, rate: EVENT_RATE, first: first + index * each }),
    ),
  );
  await waitFor(
    "all to be stored",
    async () => (await readStoredSequences(dataDirectory)).rows >= first + each * services.length,
    STORED_MS,
  );
}

async function sendRequests(services: readonly ServiceProcess[], admin: ApiClient): Promise<void> {
  const loads = await Promise.all(
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
  );
  const failures = loads.reduce((sum, load) => sum + load.failures, 0);
  if (failures > 0) throw new Error(`${failures} requests failed`);
}
