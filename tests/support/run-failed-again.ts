import { describeTest, MAX_SECOND_CHANCES } from "./second-chances";
import type { FailedTest } from "./test-output";
import { runTests, type TestRun } from "./test-process";

/**
 * A few tests that failed get a second chance with the machine to themselves, as real browsers, sockets and processes
 * share its cores before. What passes then is given back, so that nobody takes it for a clean run.
 */
export async function runFailedAgain(
  run: TestRun,
  environment: Record<string, string>,
): Promise<{ run: TestRun; secondChances: FailedTest[] }> {
  const { failed } = run;
  if (!run.isWhole || failed.length === 0 || failed.length > MAX_SECOND_CHANCES)
    return { run, secondChances: [] };
  const files = new Set(failed.map(({ file }) => file));
  const again = await runTests(
    [...files].map((file) => `./${file}`),
    { heading: "once more, alone", environment },
  );
  const stillFailed = new Set(again.failed.map(describeTest));
  return {
    run: { ...again, tests: run.tests },
    secondChances: again.isWhole ? failed.filter((test) => !stillFailed.has(describeTest(test))) : [],
  };
}
