import { createHash } from "node:crypto";
import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import type { Logger } from "../log";
import { codeOf } from "../error-code";

type ClusterProcess = { readonly pid: number; readonly command: string };

/** Every process of a server that we start carries this name, in its arguments or its title. */
const ANY_CLUSTER_NAME = /netatlas-[0-9a-f]{12}/;

/** The `cluster_name` of the server on this folder: it tells its processes apart by their command lines. */
export function clusterName(cluster: string): string {
  return `netatlas-${createHash("sha256").update(realpathSync(cluster)).digest("hex").slice(0, 12)}`;
}

/**
 * The living processes of any server of ours on this very folder: a postmaster, or the children of one that was killed.
 * A process counts by its working folder, which a server and its children never leave, or, where the system hides that,
 * by its command line; a process id alone, such as that of a stale postmaster.pid, never counts.
 */
export function findClusterProcesses(cluster: string): ClusterProcess[] {
  return process.platform === "linux" ? findInProc(cluster) : findByCommand(cluster);
}

function findInProc(cluster: string): ClusterProcess[] {
  const name = clusterName(cluster);
  const { dev, ino } = statSync(cluster, { bigint: true });
  const found: ClusterProcess[] = [];
  for (const entry of readdirSync("/proc")) {
    if (!/^\d+$/.test(entry)) continue;
    const folder = workingFolder(entry);
    if (folder === "gone" || (folder !== "hidden" && (folder.dev !== dev || folder.ino !== ino))) continue;
    const command = commandLine(entry);
    const isOurs = folder === "hidden" ? command.includes(name) : ANY_CLUSTER_NAME.test(command);
    if (isOurs) found.push({ pid: Number(entry), command });
  }
  return found;
}

function workingFolder(pid: string): { dev: bigint; ino: bigint } | "hidden" | "gone" {
  try {
    return statSync(`/proc/${pid}/cwd`, { bigint: true });
  } catch (error) {
    const isHidden = ["EACCES", "EPERM"].includes(codeOf(error) ?? "");
    return isHidden ? "hidden" : "gone";
  }
}

/** Empty for a process that is gone or waits to be reaped. */
function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
}

function findByCommand(cluster: string): ClusterProcess[] {
  const name = clusterName(cluster);
  const listing = Bun.spawnSync(["ps", "-axww", "-o", "pid=,command="]).stdout.toString();
  return listing.split("\n").flatMap((line) => {
    const match = /^\s*(\d+) (.*)$/.exec(line);
    const command = match?.[2] ?? "";
    return command.includes(name) ? [{ pid: Number(match?.[1]), command }] : [];
  });
}

/** A postmaster still has its arguments; the title of a child is `postgres: <cluster name>: <what it is>`. */
function isPostmaster({ command }: ClusterProcess): boolean {
  return !command.startsWith("postgres: ");
}

type Step = { readonly signal: NodeJS.Signals | undefined; readonly waitMs: number };

/** A fast shutdown, then an immediate one (postgres(1), "Notes"); the kernel's way only when neither helped. */
const POSTMASTER_STEPS: readonly Step[] = [
  { signal: "SIGINT", waitMs: 15_000 },
  { signal: "SIGQUIT", waitMs: 6_000 },
];
/** Children see the death of their postmaster by themselves as soon as they wait for anything. */
const ORPHAN_STEPS: readonly Step[] = [
  { signal: undefined, waitMs: 300 },
  { signal: "SIGQUIT", waitMs: 1_000 },
  { signal: "SIGKILL", waitMs: 2_000 },
];

/**
 * Ends every server process that an earlier service left on this folder, within 25 s, and returns when none is alive.
 * Safe only under the data directory's lock. Throws where a process cannot be ended.
 */
export async function stopClusterProcesses(cluster: string, log: Logger): Promise<void> {
  const postmaster = findClusterProcesses(cluster).find(isPostmaster);
  if (postmaster !== undefined) {
    log.warn({ pid: postmaster.pid }, "a database server that outlived its service is stopped first");
    await endBySteps(cluster, POSTMASTER_STEPS, isPostmaster);
  }
  await endBySteps(cluster, ORPHAN_STEPS, () => true);
  const [survivor] = findClusterProcesses(cluster);
  if (survivor !== undefined)
    throw new Error(`cannot stop process ${survivor.pid}, which still uses the database in ${cluster}`);
}

async function endBySteps(
  cluster: string,
  steps: readonly Step[],
  concerns: (process: ClusterProcess) => boolean,
): Promise<void> {
  for (const { signal, waitMs } of steps) {
    if (signal !== undefined) sendSignal(findClusterProcesses(cluster).filter(concerns), signal);
    const deadline = performance.now() + waitMs;
    while (findClusterProcesses(cluster).some(concerns)) {
      if (performance.now() > deadline) break;
      await Bun.sleep(10);
    }
    if (!findClusterProcesses(cluster).some(concerns)) return;
  }
}

function sendSignal(processes: readonly ClusterProcess[], signal: NodeJS.Signals): void {
  for (const { pid } of processes) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      const isGone = codeOf(error) === "ESRCH";
      if (!isGone) throw new Error(`cannot stop the database server's process ${pid}`, { cause: error });
    }
  }
}
