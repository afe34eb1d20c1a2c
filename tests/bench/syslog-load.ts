import { setUpAdmin, type ApiClient } from "../support/api-client";
import { overload } from "../support/loss-balance";
import { startService, type ServiceProcess } from "../support/service-process";
import { gapsIn, readStoredSequences } from "../support/stored-events";
import { readStatus } from "../support/syslog-status";
import { holdMerging } from "./merge-hold";
import { createStageClock, type StageSeconds, treeCpuSeconds, treeMemory } from "./process-memory";
import { printFigure, printLosses, printRepeats, setting } from "./report";
import { runTcpLoad } from "./tcp-load";
import { runUdpLoad } from "./udp-load";
import { untilSearchable } from "./until-searchable";

const MEMORY_LIMIT = 700;
const INGEST_COST_LIMIT = 8;
const MERGE_COST_LIMIT = 3;

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

/** BENCH_MERGING=during: merging goes on under the load, as in life, and cannot be told from ingest. */
const mergesDuring = process.env["BENCH_MERGING"] === "during";

/**
 * UDP at BENCH_RATE (200,000) lines a second for BENCH_SECONDS (60): loss, cost by stage, memory, time to searchable.
 */
export function benchUdp(): Promise<void> {
  const rate = setting("BENCH_RATE", 200_000);
  const total = rate * setting("BENCH_SECONDS", 60);
  return withService((service, client) => {
    const load = () => runUdpLoad({ port: service.syslogPort, total, rate });
    return reportLoad({ service, client, load, rate, searchableSeconds: 3 });
  });
}

/**
 * TCP at BENCH_RATE (400,000) lines a second for BENCH_SECONDS (30): nothing may be lost, and all is searchable 60 s
 * after the end.
 */
export function benchTcp(): Promise<void> {
  const rate = setting("BENCH_RATE", 400_000);
  const total = rate * setting("BENCH_SECONDS", 30);
  return withService((service, client) => {
    const load = () => runTcpLoad({ port: service.syslogPort, total, rate });
    return reportLoad({ service, client, load, rate, searchableSeconds: 60 });
  });
}

/**
 * BENCH_TOTAL (2,000,000) datagrams faster than capacity: sent = stored + every named loss, to the line, and no line
 * twice.
 */
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
    printLosses(losses);
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
  load: () => Promise<{ sent: number; seconds: number }>;
  rate: number;
  searchableSeconds: number;
};

async function reportLoad(run: Run): Promise<void> {
  const { service, client, load, rate, searchableSeconds } = run;
  const { pid } = service;
  const merging = mergesDuring ? undefined : await holdMerging(service.dataDirectory);
  const clock = createStageClock(pid);
  const before = clock.sample();
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, treeMemory(pid));
    clock.sample();
  }, 1000);
  const { sent, seconds } = await load();
  const endedAt = performance.now();
  await untilSearchable(client, sent);
  const lag = (performance.now() - endedAt) / 1000;
  const after = clock.sample();
  printFigure({ name: "lines sent", value: sent, unit: "lines" });
  printFigure({ name: "  rate", value: Math.round(sent / seconds), unit: "lines/s", target: String(rate) });
  await reportLoss(run, sent);
  printFigure({
    name: "  all searchable after the end",
    value: lag,
    unit: "s",
    target: `${searchableSeconds}`,
    holds: lag <= searchableSeconds,
  });
  printCost(before, after, { sent, hasMerging: merging === undefined });
  if (merging !== undefined) {
    await reportMerging({ pid, sent }, merging);
    await merging.close();
  }
  clearInterval(timer);
  printFigure({
    name: "  memory, peak",
    value: peak,
    unit: "MiB",
    target: `${MEMORY_LIMIT}`,
    holds: peak <= MEMORY_LIMIT,
  });
}

/** Gaps and repeats are counted in the files, and compared with what the service says. */
async function reportLoss({ service, client }: Run, sent: number): Promise<void> {
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
  printLosses(losses);
  printFigure({ name: "  gaps", value: gapsIn(stored.sequences).length, unit: "lines" });
  printRepeats(stored);
}

function printCost(
  before: StageSeconds,
  after: StageSeconds,
  { sent, hasMerging }: { sent: number; hasMerging: boolean },
): void {
  const spent = (stage: keyof StageSeconds) => ((after[stage] - before[stage]) / sent) * 1e6;
  const stages: [stage: keyof StageSeconds, name: string][] = [
    ["receive", "receiving and journal"],
    ["parse", "parsing"],
    ["duckdb", "writing of segments"],
    ["merge", "merging of segments"],
    ["main", "main thread and runtime"],
    ["postgres", "PostgreSQL"],
  ];
  const total = stages.reduce((sum, [stage]) => sum + spent(stage), 0);
  const limit = hasMerging ? INGEST_COST_LIMIT + MERGE_COST_LIMIT : INGEST_COST_LIMIT;
  printFigure({
    name: hasMerging ? "  CPU, merging included" : "  CPU up to searchable segments",
    value: total,
    unit: "s per million",
    target: `${limit}`,
    holds: total <= limit,
  });
  for (const [stage, name] of stages)
    printFigure({ name: `    ${name}`, value: spent(stage), unit: "s per million" });
}

async function reportMerging(
  { pid, sent }: { pid: number; sent: number },
  merging: Awaited<ReturnType<typeof holdMerging>>,
): Promise<void> {
  const before = treeCpuSeconds(pid);
  const files = await merging.release();
  const cost = ((treeCpuSeconds(pid) - before) / sent) * 1e6;
  printFigure({
    name: `  CPU of merging ${files} files`,
    value: cost,
    unit: "s per million",
    target: `${MERGE_COST_LIMIT}`,
    holds: cost <= MERGE_COST_LIMIT,
  });
}
