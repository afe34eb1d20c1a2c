import { Histogram, type Registry } from "prom-client";

/** Each look wakes a process that has nothing to do; more of them would tell no more of what takes long. */
const LOOK_MS = 250;

/**
 * Adds to the metrics how late this thread is for what it has to do: a look every 250 ms, late by as much as something
 * held the thread. A long stall counts for every look that it kept from happening, so that the share of looks is the
 * share of time.
 */
export function watchLoopLag(registry: Registry): { stop(): void } {
  const lag = new Histogram({
    name: "netatlas_event_loop_lag_seconds",
    help: "How late the thread that answers requests is, looked at every 250 ms",
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers: [registry],
  });
  let dueAt = performance.now() + LOOK_MS;
  const timer = setInterval(() => {
    const now = performance.now();
    for (let lateMs = Math.max(0, now - dueAt); ; lateMs -= LOOK_MS) {
      lag.observe(lateMs / 1000);
      if (lateMs < LOOK_MS) break;
    }
    dueAt = now + LOOK_MS;
  }, LOOK_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/** So often a look that somebody asks for looks, and so far apart. */
const LOOKS_NOW = 5;
const LOOK_NOW_MS = 20;

/**
 * How late this thread is for what it has to do, in milliseconds: the most within the next tenth of a second. It wakes
 * nobody but when it is asked.
 */
export async function measureLoopDelay(): Promise<number> {
  let mostMs = 0;
  for (let look = 0; look < LOOKS_NOW; look++) {
    const dueAt = performance.now() + LOOK_NOW_MS;
    await Bun.sleep(LOOK_NOW_MS);
    mostMs = Math.max(mostMs, performance.now() - dueAt);
  }
  return mostMs;
}
