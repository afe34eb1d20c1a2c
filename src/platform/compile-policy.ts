/**
 * How many times as often code has to run, in a thread that has little to do, before the runtime compiles it. With a
 * browser the demo takes 30 to 50 MiB less by that: of compiled code, of what compiling leaves, and of the compilers' own.
 */
const RELUCTANT = 8;
const USUAL = 1;
/** Of a processor: from so much on what is compiled soon pays for itself. */
const BUSY_SHARE = 0.5;
const LOOK_MS = 5000;

/** Lets the runtime compile code of this thread late. What runs often all the same is compiled as ever. */
export function compileLate(): void {
  Bun.unsafe.setJITPolicy(RELUCTANT);
}

/** Lets the runtime compile code of this thread late until it is told of more work, and again behind that. */
export function createCompilePolicy(setScale: (scale: number) => void = Bun.unsafe.setJITPolicy) {
  let scale = RELUCTANT;
  setScale(scale);
  return {
    /** Which share of a processor the work took lately, or will take. */
    note(share: number): void {
      const due = share >= BUSY_SHARE ? USUAL : RELUCTANT;
      if (due === scale) return;
      scale = due;
      setScale(scale);
    },
  };
}

/** The same for the main thread, by what the whole process takes, looked at every five seconds. */
export function compileByWork(): { stop(): void } {
  const policy = createCompilePolicy();
  let last = readWork();
  const timer = setInterval(() => {
    const now = readWork();
    policy.note((now.cpuMs - last.cpuMs) / (now.atMs - last.atMs));
    last = now;
  }, LOOK_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

function readWork(): { atMs: number; cpuMs: number } {
  const { user, system } = process.cpuUsage();
  return { atMs: performance.now(), cpuMs: (user + system) / 1000 };
}
