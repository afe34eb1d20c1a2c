import { readdirSync } from "node:fs";
import { processTree } from "../bench/process-memory";

export type ProcessCensus = {
  /** Open descriptors of the process itself. */
  descriptors: number;
  /** Threads of the process itself. */
  threads: number;
  /** Processes below it: PostgreSQL with a process for each connection, and what merges. */
  descendants: number;
};

/** What a process holds at this moment (Linux). */
export function takeCensus(pid: number): ProcessCensus {
  return {
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    threads: readdirSync(`/proc/${pid}/task`).length,
    descendants: processTree(pid).length - 1,
  };
}
