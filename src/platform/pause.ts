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

/**
 * What the work gives, if it does so before the signal fires; late work goes on, and nobody hears of its end.
 * @throws the work's error, or the signal's reason.
 */
export async function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  work.catch(() => undefined);
  signal.throwIfAborted();
  const { promise: end, reject } = Promise.withResolvers<never>();
  const leave = () => reject(signal.reason);
  signal.addEventListener("abort", leave, { once: true });
  try {
    return await Promise.race([work, end]);
  } finally {
    signal.removeEventListener("abort", leave);
  }
}

/**
 * What the work gives, if it does so in time; late work goes on, and nobody hears of its end.
 * @throws the work's error, or the one that `late` makes.
 */
export async function withinTime<Result>(
  milliseconds: number,
  work: Promise<Result>,
  late: () => Error,
): Promise<Result> {
  return orLate(milliseconds, work, () => {
    throw late();
  });
}

/**
 * The same; undefined where it comes too late, and that is no mistake.
 * @throws the work's error, where that comes in time.
 */
export async function ifInTime<Result>(
  milliseconds: number,
  work: Promise<Result>,
): Promise<Result | undefined> {
  return orLate(milliseconds, work, () => undefined);
}

async function orLate<Result, Late>(
  milliseconds: number,
  work: Promise<Result>,
  late: () => Late,
): Promise<Result | Late> {
  const isOver = new AbortController();
  const deadline = pause(Math.max(0, milliseconds), isOver.signal).then(late);
  try {
    return await Promise.race([work, deadline]);
  } finally {
    isOver.abort();
  }
}
