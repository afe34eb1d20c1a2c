import { readMetrics, shareWithin } from "../support/metrics";
import { setUpAdmin, type ApiClient } from "../support/api-client";
import { canMakeNetworks, runInNetwork, withRouter } from "../support/network-namespace";
import { startService, type ServiceProcess } from "../support/service-process";
import { waitFor } from "../support/wait-for";
import { runHttpLoad } from "./http-load";
import { ownCpuSeconds, processTree, treeMemory } from "./process-memory";
import { percentile, printFigure } from "./report";

type Load = {
  name: string;
  /** Devices that answer, and those that are dead neighbours. */
  living: number;
  dead: number;
  /** TCP connections, on as many of the devices that answer. */
  services: number;
  intervalSeconds: number;
  /** For how long it is measured, once everything has been checked. */
  seconds: number;
  targets: { cpu: number; memory: number; api: number } | undefined;
};

export const LOADS = {
  steady: {
    name: "steady",
    living: 8000,
    dead: 2000,
    services: 5000,
    intervalSeconds: 60,
    seconds: 120,
    targets: { cpu: 40, memory: 150, api: 50 },
  },
  large: {
    name: "large",
    living: 70_000,
    dead: 10_000,
    services: 20_000,
    intervalSeconds: 300,
    seconds: 300,
    targets: undefined,
  },
} as const satisfies Record<string, Load>;

const SETTLE_MS = 10_000;
/** Until every target has had its checks and those that are dead are down. */
const WARM_MS = 40_000;
const PORT = 7001;
const METRICS_TOKEN = "bench";
const IMPORTED_AT_ONCE = 10_000;
const LAG = "netatlas_check_lag_seconds";
const LAG_BOUNDS = [0.1, 0.25, 0.5, 1, 2, 5, 15, 60];
const LOOP_LAG = "netatlas_event_loop_lag_seconds";
const LOOP_LAG_BOUNDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];
/** Calls a second of each kind, on a timetable. */
const CALLS = 5;
/** How often a page that shows all devices asks what has changed. */
const WALL_MS = 10_000;
const MAX_SECONDS = 1800;

/** What stands behind the router: everything answers, also the port. */
const ANSWERING = [
  "in_router ip route add local 10.128.0.0/10 dev lo",
  `nsenter --target $router --net ${process.execPath} -e 'Bun.listen({hostname:"0.0.0.0",port:${PORT},socket:{data(){}}})' & listener=$!`,
  `trap 'kill $listener $router' EXIT`,
];

/** The real service and its checks, in a network of their own where the machine lets us make one. */
export async function benchMonitoringLoad(load: Load): Promise<void> {
  process.stdout.write(`\n-- ${load.name}: ${describe(load)}\n`);
  if (!canMakeNetworks) {
    process.stdout.write("dead neighbours need root, unshare and ip: on loopback, where everybody answers\n");
    const listener = Bun.listen({ hostname: "0.0.0.0", port: PORT, socket: { data: () => undefined } });
    await measureLoad({ ...load, living: load.living + load.dead, dead: 0 }, "127.128.0.0");
    listener.stop(true);
    return;
  }
  const command = [process.execPath, import.meta.path, load.name];
  process.stdout.write(await runInNetwork([...withRouter(MAX_SECONDS), ...ANSWERING], { command }));
}

function describe({ living, dead, services, intervalSeconds }: Load): string {
  const count = (value: number) => value.toLocaleString("en");
  return `${count(living)} devices that answer, ${count(dead)} that do not, ${count(services)} TCP connections, each every ${intervalSeconds} s`;
}

async function measureLoad(load: Load, firstAddress: string): Promise<void> {
  const service = await startService({
    environment: { API_KEY_RATE_LIMIT_MAX_CALLS: "1000000000", LOG_LEVEL: "warning", METRICS_TOKEN },
  });
  try {
    const admin = await setUpAdmin(service.url);
    await Bun.sleep(SETTLE_MS);
    const idle = treeMemory(service.pid);
    await measureApi(service, { admin, when: "with nothing to check" });
    await admin.send("PUT", "/api/v1/admin/settings", { monitor_interval_seconds: load.intervalSeconds });
    await addDevices(admin, load, firstAddress);
    const begun = performance.now();
    await waitForFirstResults(service, load);
    printFigure({
      name: "all targets checked for the first time",
      value: (performance.now() - begun) / 1000,
      unit: "s",
    });
    await Bun.sleep(WARM_MS);
    await measureSteady(service, { load, admin, idle });
    await measureWall(service, admin);
    await compareFping(load, firstAddress);
    process.stdout.write(service.output().split("\n").slice(-5).join("\n"));
  } finally {
    await service.remove();
  }
}

async function addDevices(admin: ApiClient, load: Load, firstAddress: string): Promise<void> {
  const { living, dead, services } = load;
  const devices = [
    ...Array.from({ length: living }, (_, index) => ({
      display_name: `host-${index}`,
      ip_address: addressAt(firstAddress, index),
      topology_group: index < services ? "Served" : "Plain",
    })),
    ...Array.from({ length: dead }, (_, index) => ({
      display_name: `dead-${index}`,
      ip_address: addressAt("10.9.4.0", index),
      topology_group: "Dead",
    })),
  ];
  for (let start = 0; start < devices.length; start += IMPORTED_AT_ONCE)
    await admin.send("POST", "/api/v1/topology/devices/import", {
      devices: devices.slice(start, start + IMPORTED_AT_ONCE),
    });
  await admin.send("POST", "/api/v1/monitoring/service-checks/bulk", {
    filter: { group: "Served" },
    check: { port: PORT, label: "service", check_type: "tcp" },
  });
}

/** The address that is so many behind the first; none ends in 0 or 255. */
function addressAt(first: string, index: number): string {
  const [one = 0, two = 0, three = 0] = first.split(".").map(Number);
  const third = three + Math.floor(index / 254);
  return `${one}.${two + (third >> 8)}.${third & 255}.${1 + (index % 254)}`;
}

async function waitForFirstResults(service: ServiceProcess, load: Load): Promise<void> {
  const { living, dead, services } = load;
  const limit = (load.intervalSeconds + 120) * 1000;
  await waitFor(
    "the first result of all",
    async () => {
      const metrics = await readMetrics(service.url, METRICS_TOKEN);
      return stateOf(metrics, "up") >= living + services && stateOf(metrics, "down") >= dead;
    },
    limit,
  );
}

function stateOf(metrics: string, state: string): number {
  return Number(
    new RegExp(`^netatlas_check_targets\\{state="${state}"\\} (\\d+)`, "m").exec(metrics)?.[1] ?? 0,
  );
}

type Steady = { load: Load; admin: ApiClient & { key: string }; idle: number };

async function measureSteady(service: ServiceProcess, { load, admin, idle }: Steady): Promise<void> {
  const { seconds, targets } = load;
  const before = await readMetrics(service.url, METRICS_TOKEN);
  const quiet = await measureCpu(service, seconds);
  const after = await readMetrics(service.url, METRICS_TOKEN);
  const checks = countOf(after) - countOf(before);
  printFigure({ name: "checks a second", value: checks / seconds, unit: "/s" });
  printFigure({ name: "dropped results", value: droppedIn(after), unit: "" });
  printFigure({
    name: "processor, all processes",
    value: quiet.service + quiet.postgres,
    unit: "% of a core",
    ...(targets && { target: `<= ${targets.cpu}`, holds: quiet.service + quiet.postgres <= targets.cpu }),
  });
  printFigure({ name: "  of it the service with its threads", value: quiet.service, unit: "% of a core" });
  printFigure({ name: "  of it PostgreSQL", value: quiet.postgres, unit: "% of a core" });
  const within = mostOf(LAG_BOUNDS, (bound) => shareWithin({ before, after }, LAG, bound));
  printFigure({
    name: "lag of due time, p99, at most",
    value: within,
    unit: "s",
    target: "<= 1",
    holds: within <= 1,
  });
  printFigure({
    name: "how late the thread that answers is, p99, at most",
    value: mostOf(LOOP_LAG_BOUNDS, (bound) => shareWithin({ before, after }, LOOP_LAG, bound)) * 1000,
    unit: "ms",
  });
  const memory = treeMemory(service.pid);
  printFigure({
    name: "memory above idle, all processes (PSS)",
    value: memory - idle,
    unit: "MiB",
    ...(targets && { target: `<= ${targets.memory}`, holds: memory - idle <= targets.memory }),
  });
  printFigure({ name: "  idle, with nothing to check", value: idle, unit: "MiB" });
  await measureApi(service, { admin, when: "meanwhile", ...(targets && { limitMs: targets.api }) });
}

/** The first of the bounds that 99 of 100 are within. */
function mostOf(bounds: readonly number[], shareWithinBound: (bound: number) => number): number {
  return bounds.find((bound) => shareWithinBound(bound) >= 0.99) ?? Infinity;
}

async function measureCpu(service: ServiceProcess, seconds: number) {
  const sample = () => {
    const own = ownCpuSeconds(service.pid);
    const all = processTree(service.pid).reduce((sum, pid) => sum + ownCpuSeconds(pid), 0);
    return { own, others: all - own, at: performance.now() };
  };
  const before = sample();
  await Bun.sleep(seconds * 1000);
  const after = sample();
  const percent = (used: number) => (used / ((after.at - before.at) / 1000)) * 100;
  return { service: percent(after.own - before.own), postgres: percent(after.others - before.others) };
}

function countOf(metrics: string): number {
  return [...metrics.matchAll(/^netatlas_checks_total\{.*\} (\d+)/gm)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );
}

function droppedIn(metrics: string): number {
  return Number(/^netatlas_check_results_dropped_total (\d+)/m.exec(metrics)?.[1] ?? 0);
}

/** What people and scripts ask for, each kind at moments of its own; the slowest kind counts. */
async function measureApi(
  service: ServiceProcess,
  { admin, when, limitMs }: Pick<Steady, "admin"> & { when: string; limitMs?: number },
): Promise<void> {
  const [device] = await admin.get<{ id: number }[]>("/api/v1/topology/devices?limit=1");
  const own = `/api/v1/monitoring/devices/${device?.id ?? 0}`;
  const paths = [
    "/api/v1/auth/me",
    "/api/v1/topology/devices?limit=50",
    ...(device === undefined ? [] : [own, `${own}/history?hours=24`]),
  ];
  const results = await Promise.all(
    paths.map(async (path, place) => {
      const beginsAtMs = (place * 1000) / CALLS / paths.length;
      const order = {
        host: "127.0.0.1",
        port: service.httpPort,
        connections: 4,
        seconds: 30,
        rate: CALLS,
        beginsAtMs,
      };
      return { path, ...(await runHttpLoad({ ...order, path, headers: { "X-API-Key": admin.key } })) };
    }),
  );
  for (const { path, p50, p99, max, failures } of results) {
    const call = path.replace("/api/v1", "").replaceAll(/\d+/g, "N");
    printFigure({ name: `API ${when}, median of ${call}`, value: p50, unit: "ms" });
    printFigure({
      name: `API ${when}, p99 of ${call}`,
      value: p99,
      unit: "ms",
      ...(limitMs !== undefined && { target: `<= ${limitMs}`, holds: p99 <= limitMs && failures === 0 }),
    });
    if (max > 2 * p99) printFigure({ name: "  slowest", value: max, unit: "ms" });
  }
}

/** A page that shows all devices: the whole list once, then what has changed; and small calls meanwhile. */
async function measureWall(service: ServiceProcess, admin: ApiClient): Promise<void> {
  const small: number[] = [];
  const wall: { whole: number; changed: number[] } = { whole: 0, changed: [] };
  const isOver = { value: false };
  const timed = async (path: string) => {
    const started = performance.now();
    await (await admin.fetch(path)).arrayBuffer();
    return performance.now() - started;
  };
  const beside = (async () => {
    while (!isOver.value) {
      small.push(await timed("/api/v1/auth/me"));
      await Bun.sleep(20);
    }
  })();
  wall.whole = await timed("/api/v1/monitoring/devices");
  const cpu = measureCpu(service, 60);
  for (let poll = 0; poll < 6; poll++) {
    await Bun.sleep(WALL_MS);
    const since = new Date(Date.now() - WALL_MS - 12_000).toISOString();
    wall.changed.push(await timed(`/api/v1/monitoring/devices?changed_since=${since}`));
  }
  isOver.value = true;
  await beside;
  const used = await cpu;
  printFigure({ name: "all devices as monitoring sees them", value: wall.whole, unit: "ms" });
  printFigure({ name: "  what changed since, median", value: percentile(wall.changed, 0.5), unit: "ms" });
  printFigure({ name: "  p99 of small calls beside them", value: percentile(small, 0.99), unit: "ms" });
  printFigure({ name: "  slowest of them", value: Math.max(...small), unit: "ms" });
  printFigure({
    name: "  processor meanwhile, all processes",
    value: used.service + used.postgres,
    unit: "% of a core",
  });
}

/** The same echoes by fping, once a minute: three to each address. It keeps no history and confirms nothing. */
async function compareFping({ living, dead, intervalSeconds }: Load, firstAddress: string): Promise<void> {
  const program = Bun.which("fping");
  if (program === null) {
    process.stdout.write("SKIPPED fping: it is not on this machine\n");
    return;
  }
  const addresses = [
    ...Array.from({ length: living }, (_, index) => addressAt(firstAddress, index)),
    ...Array.from({ length: dead }, (_, index) => addressAt("10.9.4.0", index)),
  ];
  const started = performance.now();
  const child = Bun.spawn([program, "-C", "3", "-q", "-i", "1", "-p", "200", "-t", "2000"], {
    stdin: Buffer.from(addresses.join("\n")),
    stdout: "ignore",
    stderr: "pipe",
  });
  const text = await new Response(child.stderr).text();
  await child.exited;
  const used = child.resourceUsage()?.cpuTime.total ?? 0;
  const answered = text.split("\n").filter((line) => / : [\d.]+ [\d.]+ [\d.]+$/.test(line)).length;
  printFigure({
    name: "fping -C 3 -i 1, the same addresses: answered",
    value: answered,
    unit: `of ${addresses.length}`,
  });
  printFigure({ name: "  took", value: (performance.now() - started) / 1000, unit: "s" });
  printFigure({
    name: "  processor, if it ran once an interval",
    value: Number(used) / 1e4 / intervalSeconds,
    unit: "% of a core",
  });
}

const given = process.argv[2];
if (import.meta.main && given !== undefined) {
  const load = Object.values(LOADS).find(({ name }) => name === given);
  if (load === undefined) throw new Error(`no such load: ${given}`);
  await measureLoad(load, "10.128.0.0");
  process.exit(0);
}
