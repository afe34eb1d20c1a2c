/** A test that failed, or what failed outside of the tests of its file. */
export type FailedTest = { file: string; name: string };

/** What `bun test` printed of a run. */
export type TestOutcome = {
  /** Of all tests that ran, and of those that failed, errors outside the tests among them. */
  tests: number;
  failures: number;
  /** The run came to its end, right or wrong. */
  isWhole: boolean;
  failed: FailedTest[];
};

/** What stands for the name of a test where a file does not load or a hook fails. */
export const OUTSIDE_TESTS = "(outside the tests)";

const HEADING = /^(\S+\.tsx?):$/;
const FAILED = /^\(fail\) (.*?)(?: \[\d+(?:\.\d+)?ms\])?$/;
const BETWEEN_TESTS = "# Unhandled error between tests";
/** At the end a long run repeats what failed, below no heading. */
const REPEATED = /^\d+ tests? failed:$/;

/**
 * Reads the text that `bun test` prints: a heading for each file, a line for each test, the sums. An error outside the
 * tests (a file that does not load, a hook) counts as a failure of its file: the JUnit report, which would be easier to
 * read, leaves it out.
 */
export function readTestOutput(output: string): TestOutcome {
  const failed = new Map<string, FailedTest>();
  let file: string | undefined;
  for (const line of output.split("\n")) {
    if (REPEATED.test(line)) file = undefined;
    else file = HEADING.exec(line)?.[1] ?? file;
    const name = line === BETWEEN_TESTS ? OUTSIDE_TESTS : FAILED.exec(line)?.[1];
    if (file !== undefined && name !== undefined) failed.set(`${file}\n${name}`, { file, name });
  }
  const sum = (pattern: RegExp) => Number(pattern.exec(output)?.[1] ?? 0);
  return {
    tests: sum(/^Ran (\d+) tests? across/m),
    failures: sum(/^ *(\d+) fail$/m) + sum(/^ *(\d+) errors?$/m),
    isWhole: /^Ran \d+ tests? across/m.test(output),
    failed: [...failed.values()],
  };
}
