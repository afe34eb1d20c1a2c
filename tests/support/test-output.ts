/** What `bun test` printed, told apart by file. */
export type FileOutcome = { passed: number; failed: number };

const HEADING = /^(\S+\.test\.tsx?):$/;
const BETWEEN_TESTS = "# Unhandled error between tests";

/**
 * Outcomes by test file, from the text that `bun test` prints: a heading for each file, then a line for each test. An
 * error outside the tests (a file that does not load, a hook) counts as a failure of its file: the JUnit report, which
 * would be easier to read, leaves it out.
 */
export function readTestOutput(output: string): Map<string, FileOutcome> {
  const files = new Map<string, FileOutcome>();
  let current: FileOutcome = { passed: 0, failed: 0 };
  for (const line of output.split("\n")) {
    const file = HEADING.exec(line)?.[1];
    if (file !== undefined) {
      current = { passed: 0, failed: 0 };
      files.set(file, current);
    } else if (line.startsWith("(pass) ")) current.passed++;
    else if (line.startsWith("(fail) ") || line === BETWEEN_TESTS) current.failed++;
  }
  return files;
}

export function failedFiles(files: ReadonlyMap<string, FileOutcome>): string[] {
  return [...files].filter(([, { failed }]) => failed > 0).map(([file]) => file);
}

export function sumOutcomes(files: ReadonlyMap<string, FileOutcome>): FileOutcome {
  let sum: FileOutcome = { passed: 0, failed: 0 };
  for (const { passed, failed } of files.values()) {
    sum = { passed: sum.passed + passed, failed: sum.failed + failed };
  }
  return sum;
}
