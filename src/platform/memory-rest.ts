/** How often it is looked whether there is something to give back. */
const LOOK_MS = 30_000;
/**
 * Processor time since the last time, of all threads, that leaves enough garbage to be worth it, ms. Code that was
 * compiled goes as well, and where it is needed again that takes longer than the collection.
 */
const WORTH_MS = 10_000;
/** A start leaves more garbage than other work, and little of its code is needed again. */
const START_WORTH_MS = 500;
/** The process rests where it took no more than this share of a processor since the last look. */
const REST_SHARE = 0.1;

/** Processor time of this process so far, ms. */
type ReadCpu = () => number;

/**
 * Gives the memory of what is over back to the system while the process rests: the runtime collects garbage as it needs
 * room, and not because a burst has ended. That holds the thread for 50 to 80 ms.
 */
export function giveBackAtRest({ giveBack = collect, readCpuMs = readCpuTime, lookMs = LOOK_MS } = {}): {
  stop(): void;
} {
  const rest = createRestWatch(readCpuMs, lookMs);
  const timer = setInterval(() => {
    if (rest.isWorthIt()) giveBack();
  }, lookMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/** Says at each look whether the process rests and has worked before. */
export function createRestWatch(readCpuMs: ReadCpu, lookMs: number): { isWorthIt(): boolean } {
  let [lookedAt, givenBackAt, worthMs] = [readCpuMs(), 0, START_WORTH_MS];
  return {
    isWorthIt() {
      const now = readCpuMs();
      const isResting = now - lookedAt <= lookMs * REST_SHARE;
      lookedAt = now;
      if (!isResting || now - givenBackAt < worthMs) return false;
      [givenBackAt, worthMs] = [now, WORTH_MS];
      return true;
    },
  };
}

function collect(): void {
  Bun.gc(true);
  Bun.shrink();
}

function readCpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
