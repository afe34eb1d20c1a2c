import { join } from "node:path";
import { readTestOutput, type TestOutcome } from "./support/test-output";

/** Everything that must hold before a change lands: `bun run check`. Ends with the line `N passed, N failed`. */

type Step = { name: string; command: string[]; expects?: string };

/** Two processes, each with a database server of its own: many tests wait for a process, a hash or a disk. */
const SHARDS = [1, 2];

/** Test files; where more fail, it is not the machine. */
const MOST_SECOND_CHANCES = 5;

const bin = (name: string) => join("node_modules", ".bin", name);

const STEPS: Step[] = [
  { name: "format", command: ["bun", "fmt", "--check"] },
  { name: "lint", command: ["bun", bin("oxlint"), "--type-aware", "--deny-warnings"] },
  { name: "types", command: ["bun", "check", "--no-script"] },
  { name: "types of the web UI", command: ["bun", "check", "--no-script", "--project", "src/web"] },
  { name: "the web UI and its size", command: ["bun", "run", "build:web"] },
  { name: "dead code", command: ["bun", bin("knip")] },
  {
    name: "migrations are generated",
    command: ["bun", bin("drizzle-kit"), "generate"],
    expects: "No schema changes",
  },
];

async function run({ command, expects }: Step): Promise<boolean> {
  const child = Bun.spawn(command, { stdout: "pipe", stderr: "inherit" });
  let output = "";
  const decoder = new TextDecoder();
  for await (const chunk of child.stdout) {
    process.stdout.write(chunk);
    output += decoder.decode(chunk, { stream: true });
  }
  return (await child.exited) === 0 && (expects === undefined || output.includes(expects));
}

type TestRun = TestOutcome & { isRight: boolean };

/** Runs `bun test` with these arguments; what it printed comes out in one piece. */
async function runTestProcess(...args: string[]): Promise<TestRun> {
  const command = ["bun", "test", "--timeout=30000", ...args];
  const child = Bun.spawn(["sh", "-c", 'exec "$@" 2>&1', "sh", ...command], { stdout: "pipe" });
  const output = await new Response(child.stdout).text();
  process.stdout.write(output);
  return { ...readTestOutput(output), isRight: (await child.exited) === 0 };
}

/** The tests of one shard, as long as the other's by the times that `bun test --update-timings` measured. */
const runShard = (shard: number) =>
  runTestProcess("--randomize", `--shard=${shard}/${SHARDS.length}`, "--timings=tests/timings.json");

/**
 * All tests, in shards. Files that fail get a second chance with the machine to themselves, as real browsers, sockets
 * and processes share two cores before; what needed it is named, so that nobody takes it for a clean run.
 */
async function runTests(): Promise<TestRun> {
  const shards = await Promise.all(SHARDS.map(runShard));
  const all: TestRun = {
    tests: shards.reduce((sum, { tests }) => sum + tests, 0),
    failures: shards.reduce((sum, { failures }) => sum + failures, 0),
    isWhole: shards.every(({ isWhole }) => isWhole),
    isRight: shards.every(({ isRight }) => isRight),
    failedFiles: shards.flatMap(({ failedFiles }) => failedFiles),
  };
  const { failedFiles } = all;
  if (!all.isWhole || failedFiles.length === 0 || failedFiles.length > MOST_SECOND_CHANCES) return all;
  process.stdout.write(`\n== once more, alone: ${failedFiles.join(", ")}\n`);
  const again = await runTestProcess(...failedFiles.map((file) => `./${file}`));
  if (again.isRight) process.stdout.write(`\nunsteady, passed alone: ${failedFiles.join(", ")}\n`);
  return { ...again, tests: all.tests };
}

async function timed(name: string, work: () => Promise<boolean>): Promise<boolean> {
  const started = performance.now();
  process.stdout.write(`\n== ${name}\n`);
  const isRight = await work();
  process.stdout.write(`== ${name}: ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
  return isRight;
}

async function workTree(): Promise<string> {
  return Bun.$`git status --porcelain`.nothrow().quiet().text();
}

const before = await workTree();
const failed: string[] = [];
for (const step of STEPS) if (!(await timed(step.name, () => run(step)))) failed.push(step.name);
const outcome: { tests?: TestRun } = {};
await timed("tests", async () => {
  outcome.tests = await runTests();
  return outcome.tests.isRight;
});
const { tests = 0, failures = 0, isRight = false, isWhole = false } = outcome.tests ?? {};
if (!isRight && (!isWhole || failures === 0)) failed.push("tests");
if ((await workTree()) !== before) failed.push("the checks leave the work tree as it was");

if (failed.length > 0) process.stdout.write(`\nfailed: ${failed.join(", ")}\n`);
const passedSteps = STEPS.filter(({ name }) => !failed.includes(name)).length;
process.stdout.write(`\n${tests - failures + passedSteps} passed, ${failures + failed.length} failed\n`);
process.exit(isRight && failed.length === 0 ? 0 : 1);
