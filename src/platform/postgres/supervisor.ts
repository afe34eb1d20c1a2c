import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "../log";
import { ifInTime, pause } from "../pause";
import type { PostgresBinaries } from "./binaries";
import { parameterArguments, quoteListEntry, type ServerParameters } from "./parameters";
import { clusterName, stopClusterProcesses } from "./processes";
import { spawnServer, type ServerAccount, type ServerProcess } from "./program";
import { ServerLog } from "./server-log";
import { SOCKET_PORT, type SocketFolder } from "./socket-folder";
import { codeOf } from "../error-code";

/** `restarting`: the server ended by itself and is being started again; connections fail meanwhile. */
export type PostgresState = "starting" | "ready" | "restarting" | "stopped";

/** What is needed to run PostgreSQL's programs on a cluster. */
export type ClusterTools = {
  readonly binaries: PostgresBinaries;
  readonly account: ServerAccount;
  readonly socketFolder: SocketFolder;
  readonly log: Logger;
  /** False only in tests: nothing is fsynced. */
  readonly syncToDisk: boolean;
};

/** Recovery after a power cut may replay all of max_wal_size; a server that is still not ready then never will be. */
const READY_TIMEOUT_MS = 300_000;
const STILL_STARTING_MS = 10_000;
const READY_POLL_MS = 4;

/** A server that ran this long did not die of its own start: the next one is tried at once again. */
const STABLE_AFTER_MS = 60_000;
const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 10_000;

/** A fast shutdown, an immediate one, the kernel's (postgres(1), "Notes"). */
const STOP_STEPS = [
  { signal: "SIGINT", waitMs: 5_000 },
  { signal: "SIGQUIT", waitMs: 2_000 },
  { signal: "SIGKILL", waitMs: 1_000 },
] as const;

const LEFT_FILE = "File exists";

/** Keeps one PostgreSQL server running on one cluster, from start() to stop(). */
export class PostgresSupervisor {
  readonly #tools: ClusterTools;
  readonly #cluster: string;
  readonly #argv: readonly string[];
  readonly #restartListeners = new Set<() => void>();
  /** Aborted by stop(): ends every wait. */
  readonly #stopping = new AbortController();
  #state: PostgresState = "starting";
  #child: ServerProcess | undefined;
  /** Settles when the supervisor has given up its server for good. */
  #watching: Promise<void> | undefined;

  /** `parameters` come on top of those that every server of ours has. */
  constructor(tools: ClusterTools, cluster: string, parameters: ServerParameters = {}) {
    this.#tools = tools;
    this.#cluster = cluster;
    const own = {
      unix_socket_directories: quoteListEntry(tools.socketFolder.path),
      port: String(SOCKET_PORT),
      cluster_name: clusterName(cluster),
      ...parameters,
    };
    this.#argv = [tools.binaries.postgres, "-D", cluster, ...parameterArguments(own, tools.syncToDisk)];
  }

  get state(): PostgresState {
    return this.#state;
  }

  /**
   * Calls `listener` each time a server that had ended by itself accepts connections again; gives back the way to stop
   * that.
   */
  onRestart(listener: () => void): () => void {
    this.#restartListeners.add(listener);
    return () => this.#restartListeners.delete(listener);
  }

  /**
   * Resolves when the server accepts connections. Throws, with the server's own last complaint, when it ends instead.
   */
  async start(): Promise<void> {
    const child = await this.#launch().catch((error: unknown) => this.#launchAgain(error));
    this.#state = "ready";
    this.#watching = this.#watch(child);
  }

  /** Ends the server, open transactions rolled back: gently, within 5 s, else by force, within 8 s. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const { signal, waitMs } of STOP_STEPS) {
      if (this.#child === undefined || hasEnded(this.#child)) break;
      this.#child.kill(signal);
      await ifInTime(waitMs, this.#child.exited);
    }
    await this.#watching;
    this.#state = "stopped";
  }

  /**
   * PostgreSQL 18 ends its start where it was killed while the table of a transaction that did not come to its end was
   * going, an unlogged one: it wants to make a file that is there still. At its next try it has removed that.
   */
  #launchAgain(error: unknown): Promise<ServerProcess> {
    if (!(error instanceof Error) || !error.message.includes(LEFT_FILE)) throw error;
    this.#tools.log.warn(
      { err: error },
      "the database server is started again, as it has a file of a table that was going",
    );
    return this.#launch();
  }

  async #watch(first: ServerProcess): Promise<void> {
    let child = first;
    let failures = 0;
    for (;;) {
      const startedAt = performance.now();
      await child.exited;
      if (this.#stopping.signal.aborted) return;
      this.#state = "restarting";
      this.#tools.log.error(
        { exitCode: child.exitCode, signal: child.signalCode },
        "the database server ended by itself; it is started again",
      );
      failures = performance.now() - startedAt > STABLE_AFTER_MS ? 0 : failures;
      const next = await this.#relaunch(failures);
      if (next === undefined) return;
      child = next;
      failures += 1;
      this.#state = "ready";
      this.#tools.log.info("the database server accepts connections again");
      for (const listener of this.#restartListeners) listener();
    }
  }

  /** Tries until a server is ready; undefined when stop() came first. */
  async #relaunch(failures: number): Promise<ServerProcess | undefined> {
    for (let attempt = failures; ; attempt += 1) {
      try {
        await pause(restartDelayMs(attempt), this.#stopping.signal);
        return await this.#launch();
      } catch (error) {
        if (this.#stopping.signal.aborted) return undefined;
        this.#tools.log.error({ err: error }, "the database server does not start; it is tried again");
      }
    }
  }

  async #launch(): Promise<ServerProcess> {
    const { account, socketFolder, log } = this.#tools;
    await stopClusterProcesses(this.#cluster, log);
    this.#stopping.signal.throwIfAborted();
    // No server of ours lives, whoever the process ids in these files are now.
    rmSync(join(this.#cluster, "postmaster.pid"), { force: true });
    socketFolder.clear();
    const child = spawnServer(account, this.#argv);
    this.#child = child;
    const serverLog = new ServerLog(child.stderr, log);
    if (await this.#becomesReady(child)) return child;
    throw new Error(
      `PostgreSQL does not start: ${(await serverLog.lastComplaint()) ?? `exit code ${child.exitCode}`}`,
    );
  }

  async #becomesReady(child: ServerProcess): Promise<boolean> {
    const startedAt = performance.now();
    let hasReported = false;
    while (!hasEnded(child)) {
      if (isReady(this.#cluster, child.pid)) return true;
      await Bun.sleep(READY_POLL_MS);
      const elapsedMs = performance.now() - startedAt;
      if (elapsedMs > STILL_STARTING_MS && !hasReported) {
        this.#tools.log.info("the database server is still starting; after a crash it recovers first");
        hasReported = true;
      }
      if (elapsedMs > READY_TIMEOUT_MS) child.kill("SIGQUIT");
    }
    return false;
  }
}

/** Line 1 of postmaster.pid is the process id, line 8 the state (PostgreSQL's pidfile.h). */
function isReady(cluster: string, pid: number): boolean {
  let lines: string[];
  try {
    lines = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return false;
    throw error;
  }
  return lines[0]?.trim() === String(pid) && lines[7]?.trim() === "ready";
}

/** How long to wait before a start, ms: none at first, then twice as long each time, 10 s at most. */
export function restartDelayMs(failures: number): number {
  return failures === 0 ? 0 : Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - 1));
}

function hasEnded(child: ServerProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
