/**
 * How many times as often code has to run, in a thread that has little to do, before the runtime compiles it. With a
 * browser the demo takes 20 to 30 MiB less by that: of compiled code, of what compiling leaves, and of the compilers' own.
 */
const RELUCTANT = 8;
const USUAL = 1;
/** Of a processor: from so much on what is compiled soon pays for itself. */
const BUSY_SHARE = 0.5;
/** A burst is shorter. */
const LEAST_SPAN_MS = 1000;

type PolicyOptions = { isLate: boolean; setScale?: (scale: number) => void };

/** Lets the runtime compile code of this thread late. What runs often all the same is compiled as ever. */
export function compileLate(): void {
  Bun.unsafe.setJITPolicy(RELUCTANT);
}

/**
 * Lets the runtime compile code of this thread as usual while there is much work, and late behind it. `isLate`: whether it
 * begins with the latter (`compileLate`).
 */
export function createCompilePolicy({ isLate, setScale = Bun.unsafe.setJITPolicy }: PolicyOptions) {
  let scale = isLate ? RELUCTANT : USUAL;
  return {
    /** In a span of time so much of it was worked, or will be, ms. */
    note(workMs: number, spanMs: number): void {
      const due = workMs / Math.max(spanMs, LEAST_SPAN_MS) >= BUSY_SHARE ? USUAL : RELUCTANT;
      if (due === scale) return;
      scale = due;
      setScale(scale);
    },
  };
}
