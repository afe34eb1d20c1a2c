import { codeOf } from "#platform/error-code";
import { processTree } from "../bench/process-memory";
import { postmasterOf } from "./postgres-service";

/**
 * Ends a data directory's database server as by kill -9, with all its processes: one that works goes on for a while
 * without the first one, and comes to its end. False: none runs.
 */
export function killDatabase(dataDirectory: string): boolean {
  try {
    for (const pid of processTree(postmasterOf(dataDirectory))) process.kill(pid, "SIGKILL");
    return true;
  } catch (error) {
    if (codeOf(error) !== "ESRCH" && codeOf(error) !== "ENOENT") throw error;
    return false;
  }
}
