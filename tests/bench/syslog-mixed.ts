import { setUpAdmin, type ApiClient } from "../support/api-client";
import { startService, type ServiceProcess } from "../support/service-process";
import { readStoredSequences } from "../support/stored-events";
import { readStatus } from "../support/syslog-status";
import { holdMerging } from "./merge-hold";
import { runMixedLoad } from "./mixed-load";
import { createStageClock, type StageSeconds, treeMemory } from "./process-memory";
import { printFigure, printLosses, setting } from "./report";
import { runUdpLoad, type UdpLoad, type UdpLoadResult } from "./udp-load";
import { untilSearchable } from "./until-searchable";

const RATE = setting("BENCH_RATE", 40_000);
const MILLIONS = setting("BENCH_MILLIONS", 3);
const LINES = setting("BENCH_LINES", 1_000_000);
const FILE = process.env["BENCH_REPLAY_FILE"];
const SEARCHABLE_SECONDS = 5;
const MAX_FIRST_RATIO = 2;
const MAX_LATER_RATIO = 1.5;

/** Processor seconds a million lines by stage, of the first million of a service and of those behind it, if there are any. */
type Costs = { first: StageSeconds; later: StageSeconds | null };
type Load = (load: UdpLoad) => Promise<UdpLoadResult>;

/**
 * Lines of many vendors (those of BENCH_REPLAY_FILE, else our own) and of filterlog, each BENCH_MILLIONS (3) times
 * BENCH_LINES (1,000,000) at BENCH_RATE (40,000) a second to a service of its own: what they cost, and in what ratio.
 * Merging is held back. Of three millions the first is told apart, as a service compiles in it what it runs.
 */
export async function benchMixed(): Promise<void> {
  const filterlog = await costsOf("filterlog", (load) => runUdpLoad(load));
  const mixed = await costsOf("mixed", (load) => runMixedLoad(load, FILE));
  printRatio("first million", [mixed.first, filterlog.first], MAX_FIRST_RATIO);
  if (mixed.later !== null && filterlog.later !== null)
    printRatio("millions behind it", [mixed.later, filterlog.later], MAX_LATER_RATIO);
}

function printRatio(name: string, [mixed, filterlog]: [StageSeconds, StageSeconds], most: number): void {
  const value = totalOf(mixed) / totalOf(filterlog);
  printFigure({
    name: `mixed to filterlog, ${name}`,
    value,
    unit: "times",
    target: `<= ${most}`,
    holds: value <= most,
  });
}

async function costsOf(name: string, load: Load): Promise<Costs> {
  const service = await startService({
    environment: { LOG_LEVEL: "warning", API_KEY_RATE_LIMIT_MAX_CALLS: "1000000" },
  });
  try {
    const client = await setUpAdmin(service.url);
    const merging = await holdMerging(service.dataDirectory);
    const costs = await measure(name, { service, client, load });
    await merging.close();
    return costs;
  } finally {
    await service.remove();
  }
}

async function measure(
  name: string,
  { service, client, load }: { service: ServiceProcess; client: ApiClient; load: Load },
): Promise<Costs> {
  const { pid, syslogPort: port } = service;
  const clock = createStageClock(pid);
  const samples = [clock.sample()];
  let memory = 0;
  const timer = setInterval(() => {
    clock.sample();
    memory = Math.max(memory, treeMemory(pid));
  }, 1000);
  let lag = 0;
  for (let million = 0; million < MILLIONS; million++) {
    await load({ port, total: LINES, rate: RATE, first: million * LINES });
    const ended = performance.now();
    await untilSearchable(client, (million + 1) * LINES);
    lag = Math.max(lag, (performance.now() - ended) / 1000);
    samples.push(clock.sample());
  }
  clearInterval(timer);
  const [start, first, last] = [samples[0], samples[1], samples.at(-1)];
  if (start === undefined || first === undefined || last === undefined)
    throw new Error("nothing was measured");
  const later = MILLIONS === 1 ? null : costOf(first, last, LINES * (MILLIONS - 1));
  const costs = { first: costOf(start, first, LINES), later };
  const { distinct, rows } = await readStoredSequences(service.dataDirectory);
  const lost = MILLIONS * LINES - distinct;
  printFigure({ name: `${name}: lines`, value: rows, unit: "stored" });
  printFigure({ name: "  lost", value: lost, unit: "lines", target: "0", holds: lost === 0 });
  printLosses((await readStatus(client)).losses);
  printFigure({
    name: "  all searchable after the end, the slowest million",
    value: lag,
    unit: "s",
    target: `<= ${SEARCHABLE_SECONDS}`,
    holds: lag <= SEARCHABLE_SECONDS,
  });
  printFigure({ name: "  memory, peak", value: memory, unit: "MiB" });
  printCosts("first million", costs.first);
  if (costs.later !== null) printCosts("millions behind it", costs.later);
  return costs;
}

function printCosts(name: string, costs: StageSeconds): void {
  printFigure({ name: `  CPU, ${name}`, value: totalOf(costs), unit: "s per million" });
  printFigure({ name: "    of it parsing and row groups", value: costs.parse, unit: "s per million" });
}

function costOf(before: StageSeconds, after: StageSeconds, lines: number): StageSeconds {
  const spent = (stage: keyof StageSeconds): number => ((after[stage] - before[stage]) / lines) * 1e6;
  return {
    receive: spent("receive"),
    parse: spent("parse"),
    duckdb: spent("duckdb"),
    merge: spent("merge"),
    main: spent("main"),
    postgres: spent("postgres"),
  };
}

function totalOf(costs: StageSeconds): number {
  return Object.values(costs).reduce((sum, seconds) => sum + seconds, 0);
}
