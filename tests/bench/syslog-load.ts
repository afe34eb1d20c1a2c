import { setUpAdmin, type ApiClient } from "../support/api-client";
import { overload } from "../support/loss-balance";
import { startService, type ServiceProcess } from "../support/service-process";
import { gapsIn, readStoredSequences } from "../support/stored-events";
import { readStatus } from "../support/syslog-status";
import { waitFor } from "../support/wait-for";
import { cpuSecondsByName, treeCpuSeconds, treeMemory } from "./process-memory";
import { printFigure } from "./report";
import { runTcpLoad } from "./tcp-load";
import { runUdpLoad } from "./udp-load";

const MEMORY_LIMIT = 700;
const COST_LIMIT = 8;
const PATIENCE_MS = 300_000;

const setting = (name: string, fallback: number): number => Number(process.env[name] ?? fallback);

async function withService(
  run: (service: ServiceProcess, client: ApiClient) => Promise<void>,
): Promise<void> {
  const service = await startService({
    environment: {
      LOG_LEVEL: "warning",
      API_KEY_RATE_LIMIT_MAX_CALLS: "1000000",
      SYSLOG_RECEIVER_THREADS: String(setting("BENCH_THREADS", 1)),
    },
  });
  try {
    await run(service, await setUpAdmin(service.url));
  } finally {
    await service.remove();
  }
}

/** UDP at BENCH_RATE (200,000) lines a second for BENCH_SECONDS (60): loss, cost by stage, memory, time to searchable. */
export function benchUdp(): Promise<void> {
  const rate = setting("BENCH_RATE", 200_000);
  const total = rate * setting("BENCH_SECONDS", 60);
  return withService((service, client) => {
    const load = runUdpLoad({ port: service.syslogPort, total, rate });
    return reportLoad({ service, client, load, rate, searchableSeconds: 3 });
  });
}

/** TCP at BENCH_RATE (400,000) lines a second for BENCH_SECONDS (30): nothing may be lost, and all is searchable 60 s after the end. */
export function benchTcp(): Promise<void> {
  const rate = setting("BENCH_RATE", 400_000);
  const total = rate * setting("BENCH_SECONDS", 30);
  return withService((service, client) => {
    const load = runTcpLoad({ port: service.syslogPort, total, rate });
    return reportLoad({ service, client, load, rate, searchableSeconds: 60 });
  });
}

/** BENCH_TOTAL (2,000,000) datagrams faster than capacity: sent = stored + every named loss, to the line, and no line twice. */
export function benchOverload(): Promise<void> {
  return withService(async (service, client) => {
    const total = setting("BENCH_TOTAL", 2_000_000);
    const started = performance.now();
    const { sent, stored, losses, slowestAnswerMs } = await overload(service, client, {
      total,
      rate: 10_000_000,
    });
    const seconds = (performance.now() - started) / 1000;
    printFigure({ name: "datagrams sent", value: sent, unit: "lines" });
    printFigure({ name: "  stored", value: stored, unit: "lines" });
    for (const [reason, count] of Object.entries(losses).filter(([, count]) => count > 0))
      printFigure({ name: `  lost: ${reason}`, value: count, unit: "lines" });
    printFigure({
      name: "  stored a second, until all is searchable",
      value: stored / seconds,
      unit: "lines/s",
    });
    printFigure({
      name: "  slowest answer of the API meanwhile",
      value: slowestAnswerMs,
      unit: "ms",
      target: "1000",
    });
  });
}

type Run = {
  service: ServiceProcess;
  client: ApiClient;
  load: Promise<{ sent: number; seconds: number }>;
  rate: number;
  searchableSeconds: number;
};

async function reportLoad({ service, client, load, rate, searchableSeconds }: Run): Promise<void> {
  const { pid } = service;
  const cpuBefore = treeCpuSeconds(pid);
  const threadsBefore = cpuSecondsByName(pid);
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, treeMemory(pid));
  }, 1000);
  const { sent, seconds } = await load;
  const endedAt = performance.now();
  await waitFor("what was received to be searchable", () => isAllStored(client), PATIENCE_MS);
  const lag = (performance.now() - endedAt) / 1000;
  clearInterval(timer);
  const cost = ((treeCpuSeconds(pid) - cpuBefore) / sent) * 1e6;
  printFigure({ name: "lines sent", value: sent, unit: "lines" });
  printFigure({ name: "  rate", value: Math.round(sent / seconds), unit: "lines/s", target: String(rate) });
  const stored = await readStoredSequences(service.dataDirectory);
  const lost = sent - stored.distinct;
  const { losses } = await readStatus(client);
  const counted = Object.values(losses).reduce((sum, count) => sum + count, 0);
  printFigure({ name: "  lost", value: lost, unit: "lines", target: "0", holds: lost === 0 });
  printFigure({
    name: "  lost and not counted",
    value: lost - counted,
    unit: "lines",
    target: "0",
    holds: lost === counted,
  });
  printFigure({ name: "  gaps", value: gapsIn(stored.sequences).length, unit: "lines" });
  const twice = stored.rows - stored.distinct;
  printFigure({ name: "  stored twice", value: twice, unit: "lines", target: "0", holds: twice === 0 });
  const target = `${searchableSeconds}`;
  printFigure({
    name: "  all searchable after the end",
    value: lag,
    unit: "s",
    target,
    holds: lag <= searchableSeconds,
  });
  printFigure({
    name: "  CPU of all processes",
    value: cost,
    unit: "s per million",
    target: `${COST_LIMIT}`,
    holds: cost <= COST_LIMIT,
  });
  const stages = [...cpuSecondsByName(pid)].map(([name, after]) => ({
    name,
    spent: after - (threadsBefore.get(name) ?? 0),
  }));
  for (const { name, spent } of stages.sort((left, right) => right.spent - left.spent).slice(0, 8))
    printFigure({ name: `    ${name}`, value: (spent / sent) * 1e6, unit: "s per million" });
  printFigure({
    name: "  memory, peak",
    value: peak,
    unit: "MiB",
    target: `${MEMORY_LIMIT}`,
    holds: peak <= MEMORY_LIMIT,
  });
}

async function isAllStored(client: ApiClient): Promise<boolean> {
  const { received_packets: received, stored_events: stored, losses, journal } = await readStatus(client);
  const dropped = Object.entries(losses).reduce(
    (sum, [reason, count]) => sum + (reason === "kernel" ? 0 : count),
    0,
  );
  return journal.messages === 0 && stored + dropped >= received;
}
