/**
 * Processor time of all threads, ms, that leaves enough to be worth giving everything back: code that was compiled goes as
 * well, and where it is needed again that takes longer than the collection.
 */
export const WORTH_MS = 10_000;

/** What this process has used so far, all its threads together, ms. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Says at a look that what was used since the last time it said so makes giving everything back worth it. */
export function createWorthWatch(usedMs: () => number = processorMs) {
  let givenBackAtMs = usedMs();
  return {
    isDue(): boolean {
      const now = usedMs();
      if (now - givenBackAtMs < WORTH_MS) return false;
      givenBackAtMs = now;
      return true;
    },
  };
}
