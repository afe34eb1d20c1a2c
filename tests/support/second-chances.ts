import type { FailedTest } from "./test-output";

/** Tests that may fail beside others and pass alone; where more do, it is not the machine. */
export const MAX_SECOND_CHANCES = 3;

export const describeTest = ({ file, name }: FailedTest) => `${file}: ${name}`;

/** A line for each: who reads only the end of a long run must learn there what failed. */
export const nameFailures = (failed: readonly FailedTest[]) =>
  failed.map((test) => `failed: ${describeTest(test)}`);

type Chances = {
  /** What passed only at its second try, in this run and in the one before it. */
  now: readonly FailedTest[];
  before: readonly FailedTest[];
  listed: readonly FailedTest[];
};

/**
 * The lines that name what needed a second chance, and what is wrong with that: nothing for a few, known or for the
 * first time.
 */
export function judgeSecondChances({ now, before, listed }: Chances): { lines: string[]; faults: string[] } {
  const lines = now.map((test) => `second chance: ${describeTest(test)}`);
  const known = new Set(before.map(describeTest));
  const again = now.filter(
    (test) =>
      known.has(describeTest(test)) &&
      !listed.some(({ file, name }) => file === test.file && test.name.endsWith(name)),
  );
  const faults = again.map((test) => `second chance twice in a row, mend or list it: ${describeTest(test)}`);
  return {
    lines,
    faults:
      now.length > MAX_SECOND_CHANCES
        ? [...faults, `${now.length} second chances, ${MAX_SECOND_CHANCES} at most`]
        : faults,
  };
}
