import { PATIENCE_VARIABLE } from "./patience";
import { readTestOutput, type TestOutcome } from "./test-output";

export type TestRun = TestOutcome & { isRight: boolean };

/** Runs a program and prints what it said, on both its outputs, in one piece when it is over. */
export async function runProgram(
  command: readonly string[],
  { heading, environment = {} }: { heading: string; environment?: Record<string, string> },
): Promise<{ isRight: boolean; output: string }> {
  const started = performance.now();
  const child = Bun.spawn(["sh", "-c", 'exec "$@" 2>&1', "sh", ...command], {
    stdout: "pipe",
    env: { ...process.env, ...environment },
  });
  const output = await new Response(child.stdout).text();
  const isRight = (await child.exited) === 0;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`\n== ${heading}\n${output}== ${heading}: ${seconds} s\n`);
  return { isRight, output };
}

/**
 * What `bun test` is started with: as many threads for native work as `bun start` gives the service. By default they
 * are as many as cores, of which two endless queries take all of a small machine.
 */
export const TEST_ENVIRONMENT = {
  UV_THREADPOOL_SIZE: "8",
  // What a test has given back serves the next one; to have it anew from the system is what costs.
  MIMALLOC_PURGE_DELAY: "-1",
};

/** The longest that a test may take on a usual machine, where it does not say so itself. */
const TEST_MS = 30_000;

/** Runs `bun test` with these arguments. */
export async function runTests(
  args: readonly string[],
  { heading, environment }: { heading: string; environment?: Record<string, string> },
): Promise<TestRun> {
  const patience = Number(environment?.[PATIENCE_VARIABLE] ?? "1");
  const { isRight, output } = await runProgram(["bun", "test", `--timeout=${TEST_MS * patience}`, ...args], {
    heading,
    environment: { ...TEST_ENVIRONMENT, ...environment },
  });
  return { ...readTestOutput(output), isRight };
}

/** Several runs as one. */
export function joinRuns(runs: readonly TestRun[]): TestRun {
  const sum = (count: (run: TestRun) => number) => runs.reduce((total, run) => total + count(run), 0);
  return {
    tests: sum(({ tests }) => tests),
    failures: sum(({ failures }) => failures),
    isWhole: runs.every(({ isWhole }) => isWhole),
    isRight: runs.every(({ isRight }) => isRight),
    failed: runs.flatMap(({ failed }) => failed),
  };
}
