import { FFIType } from "bun:ffi";
import { openCLibrary } from "../receive/c-library";

/** Of setpriority(2): this process, where its number is 0. */
const PRIO_PROCESS = 0;
const NICE = 10;
/** Of prctl(2). */
const PR_SET_PDEATHSIG = 1;
const SIGKILL = 9;

/** Lets every other process go before this one where both want a processor, and ends it with its parent, however that ends. Only on Linux. */
export function becomeModest(): void {
  const library = openCLibrary({
    setpriority: { args: [FFIType.i32, FFIType.u32, FFIType.i32], returns: FFIType.i32 },
    prctl: { args: [FFIType.i32, FFIType.u64], returns: FFIType.i32 },
  });
  library?.symbols.setpriority(PRIO_PROCESS, 0, NICE);
  library?.symbols.prctl(PR_SET_PDEATHSIG, SIGKILL);
  library?.close();
}
