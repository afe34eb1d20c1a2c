import { readdirSync, readFileSync } from "node:fs";

/** Proportional set size in MiB of a process and all its descendants (Linux). */
export function treeMemory(pid: number): number {
  return processTree(pid).reduce((sum, member) => sum + proportionalSetSize(member), 0) / 1024;
}

/** User and system time in seconds that a process and its living descendants have taken. */
export function treeCpuSeconds(pid: number): number {
  return processTree(pid).reduce((sum, member) => sum + cpuSeconds(member), 0);
}

/**
 * User and system time in seconds by thread name of the process, and of its living descendants by program name. Threads that have ended
 * are in the sum of `treeCpuSeconds` only.
 */
export function cpuSecondsByName(pid: number): Map<string, number> {
  const sums = new Map<string, number>();
  const add = (name: string, seconds: number): void => void sums.set(name, (sums.get(name) ?? 0) + seconds);
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    const name = readProc(pid, `task/${task}/comm`).trim();
    add(name, secondsOf(readProc(pid, `task/${task}/stat`)));
  }
  for (const member of processTree(pid)) {
    if (member !== pid) add(readProc(member, "comm").trim(), cpuSeconds(member));
  }
  return sums;
}

function processTree(root: number): number[] {
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

const TICKS_PER_SECOND = 100;

function cpuSeconds(pid: number): number {
  return secondsOf(readProc(pid, "stat"));
}

function secondsOf(stat: string): number {
  const fields = fieldsOf(stat);
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS_PER_SECOND;
}

function proportionalSetSize(pid: number): number {
  return Number(/^Pss:\s+(\d+) kB/m.exec(readProc(pid, "smaps_rollup"))?.[1] ?? 0);
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
