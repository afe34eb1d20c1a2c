import { FFIType } from "bun:ffi";
import { openCLibrary } from "../receive/c-library";

/** Of setpriority(2): one thread, where its number is 0 the one that asks. */
const PRIO_PROCESS = 0;
const NICE = 10;

/** Lets every other thread go before this one, for good, where both want a processor. Without effect where the system is not Linux. */
export function lowerPriority(): void {
  const library = openCLibrary({
    setpriority: { args: [FFIType.i32, FFIType.u32, FFIType.i32], returns: FFIType.i32 },
  });
  library?.symbols.setpriority(PRIO_PROCESS, 0, NICE);
  library?.close();
}
