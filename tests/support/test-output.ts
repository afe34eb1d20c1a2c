/** What `bun test` printed of a run. */
export type TestOutcome = {
  /** Of all tests that ran, and of those that failed, errors outside the tests among them. */
  tests: number;
  failures: number;
  /** The run came to its end, right or wrong. */
  isWhole: boolean;
  failedFiles: string[];
};

const HEADING = /^(\S+\.test\.tsx?):$/;
const BETWEEN_TESTS = "# Unhandled error between tests";
/** At the end a long run repeats what failed, below no heading. */
const REPEATED = /^\d+ tests? failed:$/;

/**
 * Reads the text that `bun test` prints: a heading for each file, a line for each test, the sums. An error outside the tests (a
 * file that does not load, a hook) counts as a failure of its file: the JUnit report, which would be easier to read, leaves it out.
 */
export function readTestOutput(output: string): TestOutcome {
  const failedFiles = new Set<string>();
  let file: string | undefined;
  for (const line of output.split("\n")) {
    if (REPEATED.test(line)) file = undefined;
    else file = HEADING.exec(line)?.[1] ?? file;
    if (file !== undefined && (line.startsWith("(fail) ") || line === BETWEEN_TESTS)) failedFiles.add(file);
  }
  const sum = (pattern: RegExp) => Number(pattern.exec(output)?.[1] ?? 0);
  return {
    tests: sum(/^Ran (\d+) tests? across/m),
    failures: sum(/^ *(\d+) fail$/m) + sum(/^ *(\d+) errors?$/m),
    isWhole: /^Ran \d+ tests? across/m.test(output),
    failedFiles: [...failedFiles],
  };
}
