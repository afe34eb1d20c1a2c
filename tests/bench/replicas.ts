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
const EVENTS = Number(process.env["BENCH_REPLICA_EVENTS"] ?? 300_000);
/** Lines and requests a second, of all processes together. */
const EVENT_RATE = 15_000;
const REQUEST_RATE = 300;
const SECONDS = 20;
/** Of each process, before anything is measured: what it loads and compiles once is no cost of an event. */
const WARM_EVENTS = 30_000;
const IDLE_MS = 10_000;
const STORED_MS = 120_000;
const FLAT = 1.1;

type Cost = { idle: number; event: number; request: number };

/**
 * The same lines and requests spread over 1, 2 and 3 processes (BENCH_REPLICAS) with every role on one PostgreSQL: what
 * each takes of the processor beyond what idle processes take. It is to be as much with three as with one.
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
    const warm = WARM_EVENTS * count;
    await sendEvents(services, { dataDirectory: first.dataDirectory, first: 0, events: warm });
    await sendRequests(services, admin);
    const idle = await secondsOf(services, () => Bun.sleep(IDLE_MS));
    const idleShare = idle.cpu / idle.wall;
    const events = await secondsOf(services, () =>
      sendEvents(services, { dataDirectory: first.dataDirectory, first: warm, events: EVENTS }),
    );
    const requests = await secondsOf(services, () => sendRequests(services, admin));
    return {
      idle: idleShare / count,
      event: (events.cpu - idleShare * events.wall) / EVENTS,
      request: (requests.cpu - idleShare * requests.wall) / (REQUEST_RATE * SECONDS),
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

/** `first`: so many numbered lines were sent before. */
type Sent = { dataDirectory: string; first: number; events: number };

async function sendEvents(
  services: readonly ServiceProcess[],
  { dataDirectory, first, events }: Sent,
): Promise<void> {
  const total = Math.floor(events / services.length);
  await Promise.all(
    services.map(({ syslogPort: port }, index) =>
      runUdpLoad({ port, total, rate: EVENT_RATE / services.length, first: first + index * total }),
    ),
  );
  await waitFor(
    "all to be stored",
    async () => (await readStoredSequences(dataDirectory)).rows >= first + total * services.length,
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
        rate: REQUEST_RATE / services.length,
      }),
    ),
  );
  const failures = loads.reduce((sum, load) => sum + load.failures, 0);
  if (failures > 0) throw new Error(`${failures} requests failed`);
}
