import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApiClient, setUpAdmin, signIn, type ApiClient } from "../support/api-client";
import { sharedBrowser } from "../support/browser/chromium";
import { openLive } from "../support/live-client";
import { endRun } from "../support/run-end";
import { freePort } from "../support/free-port";
import { startService, type ServiceProcess } from "../support/service-process";
import { waitFor } from "../support/wait-for";
import { loadLines, replayedLines } from "./event-lines";
import { memoryOf, readTree, secondsOf, sharesBetween, type TreeReading } from "./process-watch";
import { printFigure } from "./report";

const ROOT = join(import.meta.dir, "../..");
const MINUTES = 10;
const LINES_PER_SECOND = 40;
/** Until a service that has started is at rest. */
const SETTLE_MS = 20_000;
const LOOK_MS = 5000;
const FILES_LOOK_MS = 1000;
/** How often the calls of the dashboard are made where no browser makes them. */
const CALLS_EVERY_MS = 3000;
const DEMO_PATIENCE_MS = 180_000;
const SHOWN_SHARES = 16;

type Bounds = { memory: number; share?: number };

/** What is measured: the process at the root of the tree, and where its events are. */
type Watched = { pid: number; dataDirectory: string };

const PARTS: Record<string, (minutes: number) => Promise<void>> = {
  idle: benchIdle,
  lines: benchLines,
  calls: benchCalls,
  demo: benchDemo,
};

/**
 * What the service takes when it has little or nothing to do: memory of all its processes over time, processor time and
 * wake-ups by thread, new files. `bun tests/bench/at-rest.ts [idle|lines|calls|demo] [minutes]`; `calls` are those of
 * the dashboard every three seconds, twenty times as often as a browser makes them.
 */
export async function benchAtRest(args: readonly string[]): Promise<void> {
  const minutes = Number(args.find((arg) => Number(arg) > 0) ?? MINUTES);
  // As `bun start` does.
  await Bun.spawn(["bun", "src/build/main.ts"], { cwd: ROOT }).exited;
  const named = Object.keys(PARTS).filter((name) => args.includes(name));
  for (const name of named.length > 0 ? named : Object.keys(PARTS)) await PARTS[name]?.(minutes);
}

async function benchIdle(minutes: number): Promise<void> {
  const service = await startSettled();
  try {
    await watch("idle", service, { minutes, bounds: { memory: 130, share: 0.5 } });
  } finally {
    await service.remove();
  }
}

async function benchLines(minutes: number): Promise<void> {
  const service = await startSettled();
  const sender = await startLines(service.syslogPort);
  try {
    await watch(`${LINES_PER_SECOND} mixed lines a second`, service, {
      minutes,
      bounds: { memory: 200, share: 2 },
    });
  } finally {
    sender.stop();
    await service.remove();
  }
}

/** The service on a data directory that was used before: its first start makes the database and the administrator. */
async function startSettled(): Promise<ServiceProcess> {
  const options = { fromNothing: true, environment: { LOG_LEVEL: "warning" } };
  const first = await startService(options);
  await setUpAdmin(first.url);
  await first.stop();
  return startService({ ...options, dataDirectory: first.dataDirectory });
}

/** The file's lines where BENCH_REPLAY_FILE names one, else those of the load. */
async function startLines(port: number): Promise<{ stop(): void }> {
  const file = process.env["BENCH_REPLAY_FILE"];
  const lineOf = file === undefined ? loadLines() : replayedLines(file);
  const socket = await Bun.udpSocket({ connect: { hostname: "127.0.0.1", port } });
  let sent = 0;
  const timer = setInterval(() => {
    socket.send(lineOf(sent++, new Date()));
  }, 1000 / LINES_PER_SECOND);
  return {
    stop() {
      clearInterval(timer);
      socket.close();
    },
  };
}

async function benchCalls(minutes: number): Promise<void> {
  await withDemo(async (demo) => {
    const client = await signIn(demo.url, demo.who);
    const { access_token: token } = await createApiClient(demo.url).send<{ access_token: string }>(
      "POST",
      "/api/v1/auth/login",
      demo.who,
    );
    const tail = await openLive(demo.url, [token, { v: 1, filter: {} }]);
    const calls = setInterval(() => void callDashboard(client), CALLS_EVERY_MS);
    try {
      await watch("demo, its dashboard's calls every 3 s, a tail", demo, {
        minutes,
        bounds: { memory: 350 },
      });
    } finally {
      clearInterval(calls);
      tail.close();
    }
  });
}

/** What the dashboard asks for of events, and what it costs nothing to ask. */
async function callDashboard(client: ApiClient): Promise<void> {
  const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();
  const blocked = "verdict:deny,drop,reject";
  const paths = [
    "/dashboard/summary",
    "/monitoring/overview",
    "/syslog/status",
    `/syslog/histogram?step_seconds=60&start_time=${ago(300_000)}`,
    "/syslog/histogram?by=verdict&time_zone=Europe/Berlin",
    "/syslog/top?field=src_ip&limit=6",
    `/syslog/top?field=dst_port&limit=6&q=${blocked}`,
    `/syslog/events?limit=6&q=${blocked}&start_time=${ago(86_400_000)}`,
  ];
  const answers = await Promise.all(paths.map((path) => client.fetch(`/api/v1${path}`)));
  for (const answer of answers) {
    await answer.arrayBuffer();
    if (!answer.ok) process.stderr.write(`${answer.status} ${answer.url}\n`);
  }
}

async function benchDemo(minutes: number): Promise<void> {
  await withDemo(async (demo) => {
    const browser = await (await sharedBrowser()).newContext({ baseURL: demo.url });
    try {
      const signedIn = await browser.request.post("/api/v1/auth/login", { data: demo.who });
      if (!signedIn.ok()) throw new Error(`login answered ${signedIn.status()}`);
      for (const path of ["/", "/syslog", "/syslog/live"]) await (await browser.newPage()).goto(path);
      await watch("demo, a browser on dashboard, search and tail", demo, {
        minutes,
        bounds: { memory: 350 },
      });
    } finally {
      await browser.close();
    }
  });
}

type Demo = Watched & { url: string; who: { username: string; password: string } };

/**
 * The demo as its user starts it, once it has filled itself in. Where there is a kernel that sees to it, it ends with
 * this process, however that ends, and takes its own children along.
 */
async function withDemo(run: (demo: Demo) => Promise<void>): Promise<void> {
  const dataDirectory = mkdtempSync(join(tmpdir(), "netatlas-bench-demo-"));
  const [http, udp, tcp, traps] = [freePort(), freePort(), freePort(), freePort()];
  const setpriv = Bun.which("setpriv");
  const bound = setpriv === null ? [] : [setpriv, "--pdeathsig", "TERM"];
  const child = Bun.spawn([...bound, "bun", "src/demo/main.ts"], {
    cwd: ROOT,
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: process.env["HOME"] ?? "",
      DATA_DIR: dataDirectory,
      LOG_LEVEL: "warning",
      APP_PORT: String(http),
      SYSLOG_UDP_PORT: String(udp),
      SYSLOG_TCP_PORT: String(tcp),
      SNMP_TRAP_PORT: String(traps),
      // What a browser asks for is not limited, these calls are more of them.
      API_KEY_RATE_LIMIT_MAX_CALLS: "1000000",
    },
    stdout: "pipe",
    stderr: "inherit",
  });
  const printed = { text: "" };
  const reading = collect(child.stdout, printed);
  try {
    await waitFor(
      "the demo to be filled in",
      async () => printed.text.includes("Demo: sign in at"),
      DEMO_PATIENCE_MS,
    );
    const password = readFileSync(join(dataDirectory, "demo-password"), "utf8").trim();
    await run({
      pid: child.pid,
      dataDirectory,
      url: `http://127.0.0.1:${http}`,
      who: { username: "admin", password },
    });
  } finally {
    child.kill("SIGTERM");
    await child.exited;
    await reading;
    rmSync(dataDirectory, { recursive: true, force: true });
  }
}

async function collect(stream: ReadableStream<Uint8Array>, into: { text: string }): Promise<void> {
  const decoder = new TextDecoder();
  for await (const chunk of stream) into.text += decoder.decode(chunk, { stream: true });
}

async function watch(
  name: string,
  { pid, dataDirectory }: Watched,
  { minutes, bounds }: { minutes: number; bounds: Bounds },
): Promise<void> {
  await Bun.sleep(SETTLE_MS);
  const files = watchFiles(join(dataDirectory, "events"));
  const readings = [readTree(pid)];
  const end = performance.now() + minutes * 60_000;
  while (performance.now() < end) {
    await Bun.sleep(LOOK_MS);
    readings.push(readTree(pid));
  }
  files.stop();
  report(name, readings, bounds);
  printFigure({ name: "  new files", value: files.count() / minutes, unit: "a minute" });
  printFigure({ name: "  their size", value: files.bytes() / minutes / 1024, unit: "KiB a minute" });
  printFigure({ name: "  files there", value: files.present(), unit: "files" });
}

function report(name: string, readings: readonly TreeReading[], { memory, share }: Bounds): void {
  const [first] = readings;
  const middle = readings[readings.length >> 1];
  const last = readings.at(-1);
  if (first === undefined || middle === undefined || last === undefined) return;
  const seconds = (last.at - first.at) / 1000;
  const highest = readings.reduce((most, reading) => (memoryOf(reading) > memoryOf(most) ? reading : most));
  const peak = memoryOf(highest);
  const perMinute = slopeOf(readings.slice(readings.length >> 1));
  const busy = ((secondsOf(last) - secondsOf(first)) / seconds) * 100;
  process.stdout.write(`\n-- ${name}, ${Math.round(seconds / 60)} minutes\n`);
  printFigure({ name: "memory (PSS): begin", value: memoryOf(first), unit: "MiB" });
  printFigure({
    name: "  middle / end",
    value: memoryOf(middle),
    unit: `/ ${memoryOf(last).toFixed(0)} MiB`,
  });
  printFigure({ name: "  most", value: peak, unit: "MiB", target: `<= ${memory}`, holds: peak <= memory });
  printFigure({ name: "  change in the second half", value: perMinute, unit: "MiB a minute" });
  printFigure({
    name: "processor time",
    value: busy,
    unit: "% of a core",
    ...(share !== undefined && { target: `<= ${share}`, holds: busy <= share }),
  });
  printProcesses({ begin: first, end: last, most: highest });
  for (const part of sharesBetween(first, last).slice(0, SHOWN_SHARES)) {
    const percent = ((part.seconds / seconds) * 100).toFixed(2);
    const wakeUps = (part.wakeUps / seconds).toFixed(1);
    process.stdout.write(
      `    ${`${part.name} (${part.count})`.padEnd(50)} ${percent.padStart(6)} %  ${wakeUps.padStart(7)} wake-ups/s\n`,
    );
  }
}

/** What each process took, MiB, whichever of the readings it was there at. */
function printProcesses(readings: Readonly<Record<"begin" | "end" | "most", TreeReading>>): void {
  const columns = Object.entries(readings);
  process.stdout.write(`    ${"MiB".padEnd(40)}${columns.map(([name]) => name.padStart(7)).join("")}\n`);
  const names = new Map(
    columns.flatMap(([, { processes }]) => processes.map(({ pid, name }) => [pid, name])),
  );
  for (const [pid, name] of names) {
    const taken = columns.map(([, { processes }]) => processes.find((one) => one.pid === pid)?.memory);
    const cells = taken.map((memory) => (memory?.toFixed(0) ?? "").padStart(7));
    process.stdout.write(`    ${name.padEnd(40)}${cells.join("")}\n`);
  }
}

/** MiB a minute, by least squares. */
function slopeOf(readings: readonly TreeReading[]): number {
  const points = readings.map((reading) => ({ minute: reading.at / 60_000, memory: memoryOf(reading) }));
  const mean = (of: (point: (typeof points)[number]) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [minute, memory] = [mean((point) => point.minute), mean((point) => point.memory)];
  const above = mean((point) => (point.minute - minute) * (point.memory - memory));
  return above / mean((point) => (point.minute - minute) ** 2);
}

/** Counts files of events as they appear, whatever becomes of them later. */
function watchFiles(folder: string) {
  const sizes = new Map<string, number>();
  const before = new Set(listSegments(folder));
  let present = before.size;
  const look = () => {
    const files = listSegments(folder);
    present = files.filter((file) => !file.includes("/.")).length;
    for (const file of files) {
      const name = file.replace(/\/\.(.*)\.hidden$/, "/$1");
      if (before.has(file) || before.has(name) || sizes.has(name)) continue;
      sizes.set(name, statSync(join(folder, file), { throwIfNoEntry: false })?.size ?? 0);
    }
  };
  const timer = setInterval(look, FILES_LOOK_MS);
  return {
    stop() {
      look();
      clearInterval(timer);
    },
    count: () => sizes.size,
    bytes: () => [...sizes.values()].reduce((sum, size) => sum + size, 0),
    present: () => present,
  };
}

function listSegments(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true })
      .map(String)
      .filter((name) => /\.parquet(?:\.hidden)?$/.test(name));
  } catch {
    return [];
  }
}

if (import.meta.main) {
  // What it has started ends at its exit, which a signal alone would skip.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
  await benchAtRest(process.argv.slice(2));
  await endRun();
}
