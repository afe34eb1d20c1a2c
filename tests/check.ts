import { tmpdir } from "node:os";
import { join } from "node:path";

/** Everything that must hold before a change lands: `bun run check`. Ends with the line `N passed, N failed`. */

type Step = { name: string; command: string[]; expects?: string };

/** Two processes, each with a database server of its own: many tests wait for a process, a hash or a disk. */
const SHARDS = [1, 2];

const bin = (name: string) => join("node_modules", ".bin", name);
const junitFile = (shard: number) => join(tmpdir(), `netatlas-tests-${process.pid}-${shard}.xml`);

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

/** The tests of one shard, of about the same length as the other's; what it printed comes out in one piece. */
async function runShard(shard: number): Promise<boolean> {
  const options = [
    "--timings=tests/timings.json",
    "--reporter=junit",
    `--reporter-outfile=${junitFile(shard)}`,
  ];
  const command = [
    "bun",
    "test",
    "--randomize",
    "--timeout=30000",
    `--shard=${shard}/${SHARDS.length}`,
    ...options,
  ];
  const child = Bun.spawn(["sh", "-c", 'exec "$@" 2>&1', "sh", ...command], { stdout: "pipe" });
  const output = await new Response(child.stdout).text();
  process.stdout.write(output);
  return (await child.exited) === 0;
}

async function runTests(): Promise<boolean> {
  const outcomes = await Promise.all(SHARDS.map(runShard));
  return outcomes.every(Boolean);
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

async function countTests(shard: number): Promise<{ tests: number; failures: number }> {
  const report = await Bun.file(junitFile(shard))
    .text()
    .catch(() => "");
  const attribute = (name: string) =>
    Number(new RegExp(`<testsuites[^>]* ${name}="(\\d+)"`).exec(report)?.[1] ?? 0);
  return { tests: attribute("tests") - attribute("skipped"), failures: attribute("failures") };
}

const before = await workTree();
const failed: string[] = [];
for (const step of STEPS) if (!(await timed(step.name, () => run(step)))) failed.push(step.name);
if (!(await timed("tests", runTests))) failed.push("tests");
if ((await workTree()) !== before) failed.push("the checks leave the work tree as it was");

const counts = await Promise.all(SHARDS.map(countTests));
const tests = counts.reduce((sum, count) => sum + count.tests, 0);
const failures = counts.reduce((sum, count) => sum + count.failures, 0);
const failedSteps = failed.filter((name) => name !== "tests" || failures === 0);
if (failed.length > 0) process.stdout.write(`\nfailed: ${failed.join(", ")}\n`);
const passedSteps = STEPS.length + 1 - failed.length;
process.stdout.write(`\n${tests - failures + passedSteps} passed, ${failures + failedSteps.length} failed\n`);
process.exit(failed.length === 0 ? 0 : 1);
