import { installChdb } from "./clickhouse/install";
import { measureSlowness } from "./machine-speed";
import { PATIENCE_VARIABLE } from "./patience";
import { runFailedAgain } from "./run-failed-again";
import { describeTest, nameFailures } from "./second-chances";
import { joinRuns, runTests, type TestRun } from "./test-process";
import { judgeTime } from "./time-limit";

/**
 * What is waited for here are whole services, databases and their restarts, of which several share the processors with
 * whatever else the machine does. A test that is right waits no longer for it.
 */
const LEAST_PATIENCE = 3;

/**
 * Runs the tests of a room and ends the process: judges the time, without that of the installation, and prints the line
 * `N passed, N failed`.
 */
export async function runRoom(
  minutes: number,
  run: (environment: Record<string, string>) => Promise<readonly TestRun[]>,
): Promise<never> {
  installChdb();
  const waitedMs = performance.now();
  const slowness = await measureSlowness();
  const patience = Math.max(LEAST_PATIENCE, Math.ceil(slowness));
  const {
    tests,
    failures,
    failed: failedTests,
    isRight,
  } = joinRuns(await run({ [PATIENCE_VARIABLE]: String(patience) }));
  const late = judgeTime(minutes, { slowness, waitedMs });
  const notes = [...nameFailures(failedTests), ...late.map((fault) => `failed: ${fault}`)];
  process.stdout.write(notes.map((line) => `${line}\n`).join(""));
  const failed = Math.max(failures, isRight ? 0 : 1) + late.length;
  process.stdout.write(`\n${tests - failures} passed, ${failed} failed\n`);
  process.exit(failed === 0 ? 0 : 1);
}

/** Runs some of a room's tests; a few that fail get a second chance, which is told. */
export async function runRoomTests(
  files: readonly string[],
  options: { heading: string; environment: Record<string, string> },
): Promise<TestRun> {
  const first = await runTests(files, options);
  const { run, secondChances } = await runFailedAgain(first, options.environment);
  for (const test of secondChances) process.stdout.write(`second chance: ${describeTest(test)}\n`);
  return run;
}
