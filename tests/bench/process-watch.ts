import { readdirSync, readFileSync } from "node:fs";
import { processTree, proportionalSetSize } from "./process-memory";

/** A process of a tree: what it takes now, and what it and its ended children have taken since they began. */
export type ProcessReading = {
  pid: number;
  name: string;
  /** Proportional set size, MiB. */
  memory: number;
  /** User and system time, seconds, with that of children that have ended. */
  seconds: number;
  threads: ThreadReading[];
};

export type ThreadReading = { id: number; name: string; seconds: number; wakeUps: number };

/** The whole tree at one moment; `at` by `performance.now()`. */
export type TreeReading = { at: number; processes: ProcessReading[] };

/** Reads a process and all its descendants from /proc (Linux). One that ends meanwhile is left out. */
export function readTree(root: number): TreeReading {
  const processes = processTree(root).flatMap((pid) => readProcess(pid) ?? []);
  return { at: performance.now(), processes };
}

export const memoryOf = ({ processes }: TreeReading): number =>
  processes.reduce((sum, { memory }) => sum + memory, 0);

export const secondsOf = ({ processes }: TreeReading): number =>
  processes.reduce((sum, { seconds }) => sum + seconds, 0);

/** What each kind of process and of thread took between two readings, by its name. */
export type Share = { name: string; count: number; seconds: number; wakeUps: number };

/** Threads by process and name, and what ended in between by process alone; those first that took the most time. */
export function sharesBetween(before: TreeReading, after: TreeReading): Share[] {
  const earlier = new Map(
    before.processes.flatMap(({ pid, threads }) =>
      threads.map((thread) => [`${pid}/${thread.id}`, thread] as const),
    ),
  );
  const shares = new Map<string, Share>();
  const add = (name: string, { seconds, wakeUps }: Pick<Share, "seconds" | "wakeUps">): void => {
    const share = shares.get(name) ?? { name, count: 0, seconds: 0, wakeUps: 0 };
    share.count += 1;
    share.seconds += seconds;
    share.wakeUps += wakeUps;
    shares.set(name, share);
  };
  for (const { pid, name: program, threads, seconds: whole } of after.processes) {
    let ended = whole - (before.processes.find((process) => process.pid === pid)?.seconds ?? 0);
    for (const { id, name: own, ...now } of threads) {
      const first = earlier.get(`${pid}/${id}`);
      const seconds = now.seconds - (first?.seconds ?? 0);
      add(`${program} / ${own}`, { seconds, wakeUps: now.wakeUps - (first?.wakeUps ?? 0) });
      ended -= seconds;
    }
    add(`${program} / ended threads and children`, { seconds: ended, wakeUps: 0 });
  }
  return [...shares.values()].sort((left, right) => right.seconds - left.seconds);
}

const TICKS_PER_SECOND = 100;
/** Places in /proc/<pid>/stat behind the program's name: utime, stime, and both of ended children (proc(5)). */
const OWN_TIMES = [11, 12];
const ALL_TIMES = [11, 12, 13, 14];

function readProcess(pid: number): ProcessReading | undefined {
  const folder = `/proc/${pid}`;
  const stat = readText(`${folder}/stat`);
  if (stat === "") return undefined;
  const threads = listTasks(pid).flatMap((id) => readThread(`${folder}/task/${id}`, Number(id)) ?? []);
  return {
    pid,
    name: programOf(readText(`${folder}/cmdline`)),
    memory: proportionalSetSize(pid) / 1024,
    seconds: timesIn(stat, ALL_TIMES),
    threads,
  };
}

function readThread(folder: string, id: number): ThreadReading | undefined {
  const stat = readText(`${folder}/stat`);
  if (stat === "") return undefined;
  const wakeUps = /^voluntary_ctxt_switches:\s+(\d+)/m.exec(readText(`${folder}/status`))?.[1];
  const name = stat.slice(stat.indexOf("(") + 1, stat.lastIndexOf(")"));
  return { id, name, seconds: timesIn(stat, OWN_TIMES), wakeUps: Number(wakeUps ?? 0) };
}

function timesIn(stat: string, places: readonly number[]): number {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return places.reduce((sum, place) => sum + Number(fields[place] ?? 0), 0) / TICKS_PER_SECOND;
}

/** PostgreSQL's processes say what they are; of ours it is the script that tells. */
function programOf(commandLine: string): string {
  const words = commandLine.split("\0").filter((word) => word !== "");
  const [first = "?"] = words;
  if (first.startsWith("postgres:"))
    return first
      .replace(/^postgres: (?:\S+: )?/, "pg ")
      .split(" ")
      .slice(0, 2)
      .join(" ");
  const script = words.find((word) => /\.[jt]s$/.test(word));
  return (script ?? first).split("/").slice(-2).join("/");
}

function listTasks(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
