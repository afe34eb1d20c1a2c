import { setTimeout as wait } from "node:timers/promises";

/** Waits. @throws the signal's reason as soon as it is aborted. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  try {
    await wait(milliseconds, undefined, { signal });
  } catch (error) {
    // The library wraps the reason in an error of its own.
    signal.throwIfAborted();
    throw error;
  }
}

/** Waits so long, or until the signal fires, and is content with either. */
export async function pauseUnlessStopped(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await wait(milliseconds, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
