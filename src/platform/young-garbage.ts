import { edenGC } from "bun:jsc";
import { createGrowth } from "./growth";

/** How often it is looked at: what a few people ask for leaves a MiB or two a second. */
const LOOK_MS = 5000;
/**
 * Of so much that was allocated since, what is garbage is collected, bytes. Left to itself the runtime lets it become as
 * much as lives in the heap of a thread, and 32 MiB at least.
 */
const MOST_BYTES = 5 * 1024 * 1024;

/**
 * Keeps what is young and garbage in the heap of this thread small, as long as it has time for its timers. It looks at
 * what was allocated since the last collection only, which takes some ten milliseconds; what has survived one is garbage
 * for a whole collection (memory-rest.ts).
 */
export function collectYoungGarbage({ lookMs = LOOK_MS } = {}): { stop(): void } {
  const young = createYoungWatch(MOST_BYTES);
  const timer = setInterval(() => {
    if (young.isDue(heapBlocks())) edenGC();
  }, lookMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/** What the heap of this thread takes with all garbage in it, bytes; `heapSize()` tells what the last collection left. */
export const heapBlocks = (): number => process.memoryUsage().heapTotal;

/** Says when a heap has grown by more than so many bytes from the least that it was behind the last collection. */
export function createYoungWatch(mostBytes: number) {
  const growth = createGrowth();
  return {
    isDue(bytes: number): boolean {
      if (growth.of(bytes) <= mostBytes) return false;
      growth.restart(bytes);
      return true;
    },
  };
}
