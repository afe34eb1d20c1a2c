import { FFIType } from "bun:ffi";
import { writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { openCLibrary } from "./c-library";

const NICENESS = 10;
/** Of prctl(2). */
const PR_SET_PDEATHSIG = 1;
const SIGKILL = 9;
/** Of setrlimit(2). */
const RLIMIT_CPU = 0;

/** Of proc_pid_oom_score_adj(5): as if it took half of all memory besides. */
const OOM_SCORE = "500";

/**
 * Lets every other process go before this one where both want a processor, and ends it with its parent, however that
 * ends, and before all others where memory is short. Only on Linux.
 */
export function lowerPriority(): void {
  if (process.platform !== "linux") return;
  setPriority(NICENESS);
  const library = openCLibrary({
    prctl: { args: [FFIType.i32, FFIType.u64], returns: FFIType.i32 },
  });
  library?.symbols.prctl(PR_SET_PDEATHSIG, SIGKILL);
  library?.close();
  try {
    writeFileSync("/proc/self/oom_score_adj", OOM_SCORE);
  } catch {
    // Where /proc cannot be written, the system chooses as it likes.
  }
}

/** Has the system end this process when it has used so many seconds of a processor. Only on Linux. */
export function limitProcessorTime(seconds: number): void {
  const library = openCLibrary({
    setrlimit: { args: [FFIType.i32, FFIType.ptr], returns: FFIType.i32 },
  });
  library?.symbols.setrlimit(RLIMIT_CPU, new BigUint64Array([BigInt(seconds), BigInt(seconds)]));
  library?.close();
}
