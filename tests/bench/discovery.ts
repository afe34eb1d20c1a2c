import { readFileSync } from "node:fs";
import pino from "pino";
import { openReachability } from "#platform/echo/reachability";
import { createWorkerPool } from "#platform/workers";
import type { SweepKind } from "../../src/features/discovery/sweep/models";
import { dotted } from "../../src/features/discovery/sweep/places";
import { sweep } from "../../src/features/discovery/sweep/sweep";
import { canMakeNetworks, runInNetwork } from "../support/network-namespace";
import { benchDiscoveryApi } from "./discovery-api";
import { routedNetwork, segmentOf } from "./discovery-network";
import { calibrate, percentile, printFigure } from "./report";

type Scene = {
  name: string;
  /** The first address, as a number, and how many there are. */
  first: number;
  count: number;
  hosts: number;
  kind: SweepKind;
  ports: number[];
  packetsPerSecond: number;
  names: boolean;
  targetSeconds: number;
  /** What others find the same with, where they are on this machine. */
  others: string[][];
};

const HOSTS = 400;
/** How often this process is looked at. */
const LOOK_MS = 20;
const MEMORY_MS = 250;
/** Of one run of another program. */
const OTHERS_LIMIT_MS = 300_000;
/** The most common ports, as a scan of them asks for. */
const PORTS = [
  80, 23, 443, 21, 22, 25, 3389, 110, 445, 139, 143, 53, 135, 3306, 8080, 1723, 111, 995, 993, 5900,
];
const SEGMENT = {
  first: 0x0a_1e_00_00,
  count: 1024,
  hosts: HOSTS + 1,
  targetSeconds: 20,
  packetsPerSecond: 1000,
};

const PARTS: Record<string, () => Promise<void>> = {
  segment: benchSegment,
  routed: benchRouted,
  api: benchDiscoveryApi,
};

/**
 * `bun tests/bench/discovery.ts [segment|routed|api]`: how long sweeps take and what they find, in networks of their
 * own, beside nmap and fping.
 */
export async function benchDiscovery(): Promise<void> {
  if (!canMakeNetworks) {
    process.stdout.write("SKIPPED discovery: needs root, unshare and ip\n");
    return;
  }
  for (const part of Object.values(PARTS)) await part();
}

async function benchSegment(): Promise<void> {
  const setup = segmentOf(HOSTS);
  await runScene(setup, {
    ...SEGMENT,
    name: "/22 on the segment, 401 hosts, who is there, names",
    kind: "ping",
    ports: [],
    names: true,
    others: [
      ["nmap", "-sn", "-n", "-oG", "-", "10.30.0.0/22"],
      ["fping", "-g", "-a", "-q", "-r", "1", "-i", "1", "10.30.0.0/22"],
    ],
  });
  await runScene(setup, {
    ...SEGMENT,
    name: "/22 on the segment, 401 hosts, 20 ports, names",
    kind: "basic_ports",
    ports: PORTS,
    names: true,
    others: [["nmap", "-sT", "-n", "-oG", "-", "-p", PORTS.join(), "10.30.0.0/22"]],
  });
}

async function benchRouted(): Promise<void> {
  await runScene(routedNetwork(), {
    name: "routed /16, 4,096 hosts among silence, one port",
    first: 0x0a_42_00_00,
    count: 65_536,
    hosts: 4096,
    kind: "basic_ports",
    ports: [4242],
    packetsPerSecond: 2500,
    names: false,
    targetSeconds: 120,
    others: [
      ["nmap", "-sn", "-n", "-oG", "-", "10.66.0.0/16"],
      ["fping", "-g", "-a", "-q", "-r", "1", "-i", "1", "10.66.0.0/16"],
    ],
  });
}

/** In a process of its own, as the network is. */
async function runScene(setup: readonly string[], scene: Scene): Promise<void> {
  const command = [process.execPath, import.meta.path, "scene", JSON.stringify(scene)];
  process.stdout.write(await runInNetwork(setup, { command }));
}

async function playScene(scene: Scene): Promise<void> {
  process.stdout.write(`${scene.name}, ${scene.packetsPerSecond} packets/s\n`);
  const reachability = await openReachability({ log: pino({ level: "silent" }) });
  const pool = createWorkerPool({ threads: 1 });
  const watch = watchProcess();
  const startedAt = performance.now();
  const found = new Set<string>();
  const summary = await sweep(
    { reachability, pool },
    {
      addresses: addressesOf(scene),
      count: scene.count,
      kind: scene.kind,
      ports: scene.ports,
      packetsPerSecond: scene.packetsPerSecond,
      limitMs: 600_000,
      names: scene.names,
      signal: new AbortController().signal,
    },
    { onFind: ({ address }) => void found.add(address), onProgress: () => undefined },
  );
  const seconds = (performance.now() - startedAt) / 1000;
  const { grownMiB, laterMiB, lateMs, cpuSeconds } = watch.stop();
  const { targetSeconds, hosts } = scene;
  printFigure({
    name: "our sweep",
    value: seconds,
    unit: "s",
    target: `<= ${targetSeconds} s`,
    holds: seconds <= targetSeconds,
  });
  printFigure({
    name: "  found",
    value: found.size,
    unit: "",
    target: `${hosts}`,
    holds: found.size === hosts,
  });
  printFigure({ name: "  memory at its most above the beginning", value: grownMiB, unit: "MiB" });
  printFigure({
    name: "    of that in the second half of the time",
    value: Math.max(0, laterMiB),
    unit: "MiB",
  });
  printFigure({ name: "  processor", value: (cpuSeconds / seconds) * 100, unit: "% of a core" });
  printFigure({
    name: "  main thread late, 99th percentile",
    value: lateMs,
    unit: "ms",
    target: "<= 50 ms",
    holds: lateMs <= 50,
  });
  process.stdout.write(`  by ${summary.methods.join("; ")}\n`);
  await Promise.all([pool.close(), reachability.close()]);
  for (const command of scene.others) await playOther(command);
}

function* addressesOf({ first, count }: Scene): Generator<string> {
  for (let index = 0; index < count; index++) yield dotted(first + index);
}

/** What another program takes for the same, and how many hosts it finds. */
async function playOther([name = "", ...options]: readonly string[]): Promise<void> {
  const program = Bun.which(name);
  if (program === null) {
    process.stdout.write(`SKIPPED ${name}: it is not on this machine\n`);
    return;
  }
  await Bun.spawn(["ip", "neigh", "flush", "all"], { stderr: "ignore" }).exited;
  const startedAt = performance.now();
  const child = Bun.spawn([program, ...options], {
    stdout: "pipe",
    stderr: "ignore",
    timeout: OTHERS_LIMIT_MS,
  });
  const [output] = await Promise.all([new Response(child.stdout).text(), child.exited]);
  const seconds = (performance.now() - startedAt) / 1000;
  const lines = output
    .split("\n")
    .filter((line) => (name === "nmap" ? line.includes("Status: Up") : line !== ""));
  const ended = child.signalCode === null ? "" : ", stopped";
  printFigure({ name: `${name} ${options[0]}${ended}`, value: seconds, unit: "s" });
  printFigure({ name: "  found", value: lines.length, unit: "" });
}

/** Memory, processor time and delay of this process. */
function watchProcess() {
  const cpu = process.cpuUsage();
  const [memory, late]: [number[], number[]] = [[residentMiB()], []];
  let dueAt = performance.now() + LOOK_MS;
  const timers = [
    setInterval(() => {
      late.push(Math.max(0, performance.now() - dueAt));
      dueAt = performance.now() + LOOK_MS;
    }, LOOK_MS),
    setInterval(() => memory.push(residentMiB()), MEMORY_MS),
  ];
  return {
    stop() {
      for (const timer of timers) clearInterval(timer);
      const { user, system } = process.cpuUsage(cpu);
      const [before = 0] = memory;
      const half = Math.floor(memory.length / 2);
      return {
        grownMiB: Math.max(...memory) - before,
        laterMiB: Math.max(...memory) - Math.max(...memory.slice(0, half)),
        lateMs: percentile(late, 0.99),
        cpuSeconds: (user + system) / 1e6,
      };
    },
  };
}

/** Asking the runtime for it holds the thread up for longer. */
function residentMiB(): number {
  const pages = Number(readFileSync("/proc/self/statm", "utf8").split(" ")[1] ?? 0);
  return (pages * 4096) / 1024 ** 2;
}

if (import.meta.main) {
  const [first, scene] = process.argv.slice(2);
  if (first === "scene" && scene !== undefined) {
    await playScene(JSON.parse(scene));
    process.exit(0);
  }
  const wanted = process.argv.slice(2);
  const unknown = wanted.filter((name) => PARTS[name] === undefined);
  if (unknown.length > 0) throw new Error(`no such part: ${unknown.join(", ")}`);
  const score = calibrate();
  printFigure({ name: "calibration: a fixed loop on this machine, now", value: score, unit: "M steps/s" });
  for (const [name, part] of Object.entries(PARTS))
    if (wanted.length === 0 || wanted.includes(name)) await part();
  process.exit(0);
}
