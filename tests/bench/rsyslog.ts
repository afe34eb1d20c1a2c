import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setUpAdmin, type ApiClient } from "../support/api-client";
import { freePort } from "../support/free-port";
import { startService, type ServiceProcess } from "../support/service-process";
import { readStoredSequences } from "../support/stored-events";
import { readStatus } from "../support/syslog-status";
import { holdMerging } from "./merge-hold";
import { treeCpuSeconds } from "./process-memory";
import { printFigure, printLosses, setting } from "./report";
import { runUdpLoad } from "./udp-load";
import { untilSearchable } from "./until-searchable";

const RATE = setting("BENCH_RATE", 50_000);
const MILLIONS = setting("BENCH_MILLIONS", 3);
const LINES = setting("BENCH_LINES", 1_000_000);
const MAX_RATIO = 1.2;
/** Octets, if the kernel lets it have them. */
const RECEIVE_BUFFER = 64 * 1024 * 1024;

/** One that takes lines from a socket, and the processor time of all of its processes. */
type Collector = { load: (million: number) => Promise<number>; close: () => Promise<void> };

/**
 * The same lines of the load (mostly filterlog), BENCH_MILLIONS (3) times BENCH_LINES (1,000,000) at BENCH_RATE (50,000)
 * a second, to Debian's rsyslog, which writes them to a flat file, and to the service until they are searchable, in
 * turns. The first million of each is left out: there the service compiles what it runs. Skipped without rsyslogd.
 */
export async function benchRsyslog(): Promise<void> {
  const program = Bun.which("rsyslogd", { PATH: `${process.env["PATH"] ?? ""}:/usr/sbin` });
  if (program === null) {
    process.stdout.write("skipped: there is no rsyslogd here (apt-get install rsyslog)\n");
    return;
  }
  const rsyslog = await startRsyslog(program);
  const service = await startOurs();
  try {
    const costs = { rsyslog: 0, service: 0 };
    for (let million = 0; million < MILLIONS; million++) {
      const [theirs, ours] = [await rsyslog.load(million), await service.load(million)];
      if (million === 0) continue;
      costs.rsyslog += theirs / (MILLIONS - 1);
      costs.service += ours / (MILLIONS - 1);
    }
    printFigure({ name: "rsyslog: CPU", value: costs.rsyslog, unit: "s per million" });
    printFigure({ name: "the service: CPU", value: costs.service, unit: "s per million" });
    const ratio = costs.service / costs.rsyslog;
    printFigure({
      name: "  the service to rsyslog",
      value: ratio,
      unit: "times",
      target: `<= ${MAX_RATIO}`,
      holds: ratio <= MAX_RATIO,
    });
  } finally {
    await rsyslog.close();
    await service.close();
  }
}

async function startOurs(): Promise<Collector> {
  const service = await startService({
    environment: { LOG_LEVEL: "warning", API_KEY_RATE_LIMIT_MAX_CALLS: "1000000" },
  });
  const client = await setUpAdmin(service.url);
  const merging = await holdMerging(service.dataDirectory);
  return {
    load: (million) => loadOurs(service, client, million),
    close: async () => {
      const { distinct } = await readStoredSequences(service.dataDirectory);
      printLost("the service", MILLIONS * LINES - distinct);
      printLosses((await readStatus(client)).losses);
      await merging.close();
      await service.remove();
    },
  };
}

async function loadOurs(service: ServiceProcess, client: ApiClient, million: number): Promise<number> {
  const { pid, syslogPort: port } = service;
  const before = treeCpuSeconds(pid);
  await runUdpLoad({ port, total: LINES, rate: RATE, first: million * LINES });
  await untilSearchable(client, (million + 1) * LINES);
  return ((treeCpuSeconds(pid) - before) / LINES) * 1e6;
}

/** With its usual format of a line in the file, and room for what comes in bursts, as it loses lines by default. */
async function startRsyslog(program: string): Promise<Collector> {
  const folder = mkdtempSync(join(tmpdir(), "rsyslog-"));
  const [port, file, settings] = [freePort(), join(folder, "all.log"), join(folder, "rsyslog.conf")];
  writeFileSync(
    settings,
    [
      `global(workDirectory="${folder}")`,
      `main_queue(queue.type="LinkedList" queue.size="1000000")`,
      `module(load="imudp")`,
      `input(type="imudp" address="127.0.0.1" port="${port}" rcvbufSize="${RECEIVE_BUFFER}")`,
      `*.* action(type="omfile" file="${file}")`,
    ].join("\n"),
  );
  const child = Bun.spawn([program, "-n", "-f", settings, "-i", join(folder, "pid")], {
    stdout: "inherit",
    stderr: "inherit",
  });
  let written = 0;
  return {
    load: async (million) => {
      const before = treeCpuSeconds(child.pid);
      await runUdpLoad({ port, total: LINES, rate: RATE, first: million * LINES });
      await waitUntilQuiet(file);
      const [seconds, lines] = [treeCpuSeconds(child.pid) - before, await linesIn(file)];
      const cost = (seconds / (lines - written)) * 1e6;
      written = lines;
      return cost;
    },
    close: async () => {
      child.kill();
      await child.exited;
      printLost("rsyslog", MILLIONS * LINES - written);
      rmSync(folder, { recursive: true });
    },
  };
}

/** Until a file has not grown for two looks. */
async function waitUntilQuiet(file: string): Promise<void> {
  let size = -1;
  for (let quiet = 0; quiet < 2;) {
    await Bun.sleep(500);
    const now = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    quiet = now === size ? quiet + 1 : 0;
    size = now;
  }
}

async function linesIn(file: string): Promise<number> {
  let lines = 0;
  for await (const part of Bun.file(file).stream()) for (const octet of part) if (octet === 0x0a) lines++;
  return lines;
}

function printLost(name: string, lost: number): void {
  printFigure({ name: `${name}: lost`, value: lost, unit: "lines", target: "0", holds: lost === 0 });
}
