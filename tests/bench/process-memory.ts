import { readdirSync, readFileSync } from "node:fs";

/** Proportional set size in MiB of a process and all its descendants (Linux). */
export function treeMemory(pid: number): number {
  return processTree(pid).reduce((sum, member) => sum + proportionalSetSize(member), 0) / 1024;
}

/** User and system time in seconds that a process and its living descendants have taken. */
export function treeCpuSeconds(pid: number): number {
  return processTree(pid).reduce((sum, member) => sum + cpuSeconds(member), 0);
}

/** User and system time of a process in seconds, with that of its children that have ended. */
export function ownCpuSeconds(pid: number): number {
  const stat = readProc(pid, "stat");
  const [ended = 0, endedSystem = 0] = fieldsOf(stat).slice(13, 15).map(Number);
  return secondsOf(stat) + (ended + endedSystem) / TICKS_PER_SECOND;
}

export type StageSeconds = {
  receive: number;
  parse: number;
  /** The runtime's thread pool, on which DuckDB checks segments and searches. */
  duckdb: number;
  /** The process that merges segments. */
  merge: number;
  /** The main thread, with the runtime's collectors and compilers, and what ended between two samples. */
  main: number;
  postgres: number;
};

/**
 * User and system time in seconds of the service by what it was for, as the kernel keeps it: by thread, and by process
 * for PostgreSQL. Idle threads end and take their account with them, so `sample` is to be called every second.
 */
export function createStageClock(pid: number): { sample(): StageSeconds } {
  const threads = new Map<string, { name: string; seconds: number }>();
  const mergers = new Map<number, number>();
  return {
    sample() {
      for (const task of readdirSync(`/proc/${pid}/task`)) {
        const stat = readProc(pid, `task/${task}/stat`);
        // One that has just ended keeps what it had.
        if (stat === "") continue;
        const name = stat.slice(stat.indexOf("(") + 1, stat.lastIndexOf(")"));
        threads.set(task, { name, seconds: secondsOf(stat) });
      }
      const sum = (prefix: string): number =>
        [...threads.values()].reduce(
          (total, { name, seconds }) => total + (name.startsWith(prefix) ? seconds : 0),
          0,
        );
      const [receive, parse, duckdb] = [sum("receiver-"), sum("Worker"), sum("Bun Pool")];
      const whole = cpuSeconds(pid);
      const main = Math.max(0, whole - receive - parse - duckdb);
      const children = processTree(pid).filter((member) => readProc(member, "cmdline").includes(MERGER));
      for (const child of children) mergers.set(child, cpuSeconds(child));
      const merge = [...mergers.values()].reduce((total, seconds) => total + seconds, 0);
      const postgres =
        treeCpuSeconds(pid) - whole - children.reduce((total, child) => total + cpuSeconds(child), 0);
      return { receive, parse, duckdb, merge, main, postgres };
    },
  };
}

/** A process and all its descendants. */
export function processTree(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync("/proc")) {
    const pid = Number(name);
    const parent = Number.isInteger(pid) ? statFields(pid)[1] : undefined;
    if (parent !== undefined) children.set(Number(parent), [...(children.get(Number(parent)) ?? []), pid]);
  }
  const tree: number[] = [];
  const queue = [root];
  for (let pid = queue.pop(); pid !== undefined; pid = queue.pop()) {
    tree.push(pid);
    queue.push(...(children.get(pid) ?? []));
  }
  return tree;
}

/** The fields of /proc/<pid>/stat behind the program's name: state, parent, ... (proc(5)). */
function statFields(pid: number): string[] {
  return fieldsOf(readProc(pid, "stat"));
}

function fieldsOf(stat: string): string[] {
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

/** Of the command of the process that merges segments. */
const MERGER = "merge-segments";
const TICKS_PER_SECOND = 100;

/** Its own, and that of its children that have ended. */
function cpuSeconds(pid: number): number {
  const fields = statFields(pid);
  const ended = Number(fields[13] ?? 0) + Number(fields[14] ?? 0);
  return secondsOf(readProc(pid, "stat")) + ended / TICKS_PER_SECOND;
}

function secondsOf(stat: string): number {
  const fields = fieldsOf(stat);
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS_PER_SECOND;
}

/** Proportional set size of a process, KiB; 0 where it is gone. */
export function proportionalSetSize(pid: number): number {
  return Number(/^Pss:\s+(\d+) kB/m.exec(readProc(pid, "smaps_rollup"))?.[1] ?? 0);
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
