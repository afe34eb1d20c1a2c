import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { cpus, tmpdir } from "node:os";
import { basename, join } from "node:path";
import {
  CLAIM_PATTERN,
  findClaims,
  judgeFaults,
  markdownOf,
  readJunit,
  tableOf,
  type Claim,
  type Fault,
  type Judged,
  type TestResult,
} from "../support/fault-report";
import { withPreparedData } from "../support/prepared-data";
import { ALL_ROUNDS } from "../support/rounds";
import { runProgram, TEST_ENVIRONMENT } from "../support/test-process";
import { judgeTime } from "../support/time-limit";
import { FAULTS } from "./table";

/**
 * `bun run test:faults [--write] [name ...]`: the scenarios of this folder and the tests of the check that prove a
 * fault too (`check`, `programs` that start the service, and `rounds` that try random input), all or those of these
 * names. Ends with the table of the faults and the line `N passed, N failed`. `--write` puts the table into
 * docs/faults.md; what is not run now is in it as it was last run here.
 */

const LIMIT_MINUTES = 90;
const ROOT = join(import.meta.dir, "../..");
const SCENARIO_MS = 3_600_000;
/** The last results of each scenario. */
const MEMORY = join(ROOT, "node_modules/.cache/netatlas/faults");

/** Scenarios that last long and ask for little: the ones that are not `ALONE` run beside them. */
const LONG: readonly string[] = ["soak"];

/** Scenarios whose figures hold on a machine that does nothing else. */
const ALONE: readonly string[] = ["overload", "ingest", "kills", "live", "programs"];

/**
 * What runs beside a long one takes what that leaves of the machine: its figures are of a service, not of its
 * neighbours.
 */
const LATER = ["nice", "-n", "10"];

type Scenario = { name: string; args: string[]; files: string[] };
type Run = { name: string; commit: string; at: string; minutes: number; results: TestResult[] };

const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
/** This file names the module as well, and would begin with itself. */
const isTest = (file: string) => file !== "tests/faults/run.ts" && read(file).includes('from "bun:test"');

const words = process.argv.slice(2);
const wanted = words.filter((word) => !word.startsWith("--"));

const testFiles = [...new Bun.Glob("tests/**/*.{ts,tsx}").scanSync({ cwd: ROOT })]
  .filter((file) => !/^tests\/(?:faults|house)\//.test(file) && !file.includes("/fixtures/"))
  .filter(isTest)
  .sort();

/** Tests that have a part of their rounds in the check. */
const hasRounds = (file: string) => read(file).includes('/support/rounds"');

/** Those that start the real program load the machine as scenarios do. */
const startsPrograms = (file: string) => /^tests\/(?:system|replicas|stores)\//.test(file);

const ofTheCheck = (name: string, files: string[]): Scenario => ({
  name,
  args: ["-t", CLAIM_PATTERN, ...files.map((file) => `./${file}`)],
  files,
});

const others = testFiles.filter((file) => !hasRounds(file) && findClaims(file, read(file)).length > 0);
const random = testFiles.filter(hasRounds);
const scenarios: Scenario[] = [
  ...readdirSync(import.meta.dir)
    .map((file) => join("tests/faults", file))
    .filter((file) => file.endsWith(".ts") && isTest(file))
    .sort()
    .map((file) => ({ name: basename(file, ".ts"), args: [`./${file}`], files: [file] })),
  ofTheCheck(
    "check",
    others.filter((file) => !startsPrograms(file)),
  ),
  ofTheCheck("programs", others.filter(startsPrograms)),
  { name: "rounds", args: random.map((file) => `./${file}`), files: random },
];
const chosen = wanted.length === 0 ? scenarios : scenarios.filter(({ name }) => wanted.includes(name));
const unknown = wanted.filter((name) => !scenarios.some((scenario) => scenario.name === name));
if (unknown.length > 0) throw new Error(`no such scenario: ${unknown.join(", ")}`);

const reports = mkdtempSync(join(tmpdir(), "netatlas-faults-"));
const commit = (await Bun.$`git rev-parse --short HEAD`.cwd(ROOT).text()).trim();
const results: TestResult[] = [];
const broken: string[] = [];

async function runScenario({ name, args }: Scenario, priority: readonly string[] = []): Promise<void> {
  const report = join(reports, `${name}.xml`);
  const startedAt = performance.now();
  let isRight = false;
  // Anew for each: what a service may do depends on the age of its database.
  await withPreparedData(async (environment) => {
    const command = [...priority, "bun", "test", `--timeout=${SCENARIO_MS}`, "--reporter=junit"];
    ({ isRight } = await runProgram([...command, `--reporter-outfile=${report}`, ...args], {
      heading: name,
      environment: { ...TEST_ENVIRONMENT, ...environment, [ALL_ROUNDS]: "1" },
    }));
  });
  const own = await Bun.file(report)
    .text()
    .then(readJunit, () => []);
  results.push(...own);
  const minutes = Math.ceil((performance.now() - startedAt) / 60_000);
  remember({ name, commit, at: new Date().toISOString().slice(0, 10), minutes, results: own });
  if (!isRight && own.every(({ result }) => result !== "fail")) broken.push(name);
}

function remember(run: Run): void {
  mkdirSync(MEMORY, { recursive: true });
  writeFileSync(join(MEMORY, `${run.name}.json`), JSON.stringify(run));
}

function lastRunOf({ name }: Scenario): Run[] {
  const path = join(MEMORY, `${name}.json`);
  return existsSync(path) ? [JSON.parse(readFileSync(path, "utf8"))] : [];
}

async function runInTurn(turn: readonly Scenario[], priority?: readonly string[]): Promise<void> {
  for (const scenario of turn) await runScenario(scenario, priority);
}

// A service that finds no pages builds them, in a process whose memory would count as its own.
const { isRight: isBuilt } = await runProgram(["bun", "run", "build:web"], { heading: "the web UI" });
if (!isBuilt) throw new Error("the web UI cannot be built");
const long = chosen.filter(({ name }) => LONG.includes(name));
const alone = chosen.filter(({ name }) => ALONE.includes(name));
const beside = chosen.filter((scenario) => !long.includes(scenario) && !alone.includes(scenario));
await Promise.all([runInTurn(long), runInTurn(beside, long.length > 0 ? LATER : undefined)]);
await runInTurn(alone);
rmSync(reports, { recursive: true, force: true });

const claimsOf = (some: readonly Scenario[]): Claim[] =>
  some.flatMap(({ files }) => files).flatMap((file) => findClaims(file, read(file)));
const claims = claimsOf(chosen);
/** Of a part of the scenarios only the faults that they claim can be judged. */
const shown = judgeFaults(FAULTS, { claims, results }).filter(
  ({ number }) => wanted.length === 0 || claims.some(({ fault }) => fault === number),
);
process.stdout.write(`\n${tableOf(shown)}`);
if (words.includes("--write")) writeReport(scenarios.flatMap(lastRunOf));

const failures = [
  ...broken.map((name) => `${name} broke off`),
  ...shown.filter(({ result }) => result === "fail").map(({ number, why }) => `fault ${number}: ${why}`),
  ...judgeTime(LIMIT_MINUTES),
];
for (const failure of failures) process.stdout.write(`failed: ${failure}\n`);
const failedTests = results.filter(({ result }) => result === "fail").length;
const failed = Math.max(failures.length, failedTests);
const passed = results.filter(({ result }) => result === "pass").length;
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);

function writeReport(runs: readonly Run[]): void {
  const isRun = ({ name }: Scenario) => runs.some((run) => run.name === name);
  const claims = claimsOf(scenarios.filter(isRun));
  const waiting = claimsOf(scenarios.filter((scenario) => !isRun(scenario)));
  const isClaimed = (some: readonly Claim[], { number }: Fault) => some.some(({ fault }) => fault === number);
  const faults = FAULTS.map((fault) =>
    isClaimed(waiting, fault) && !isClaimed(claims, fault) ? { ...fault, skipped: "not run yet" } : fault,
  );
  const rows = judgeFaults(faults, { claims, results: runs.flatMap((run) => run.results) });
  const count = (result: Judged["result"]) => rows.filter((row) => row.result === result).length;
  const text = [
    "# Faults",
    `What \`bun run test:faults --write\` found on ${cpus().length} cores: ${count("pass")} pass, ${count("part")} pass in part, ${count("fail")} fail, ${count("skipped")} are skipped.`,
    "`fault 7` in a test's name, a comment or a page means the row of that number. A fault passes when a test would fail if its promise were broken. `part`: what its tests assert holds, and the column says what they leave out.",
    markdownOf(rows),
    "The last run of each scenario:",
    `| Scenario | On | Commit | Minutes |\n| --- | --- | --- | --- |\n${runs.map((run) => `| ${run.name} | ${run.at} | ${run.commit} | ${run.minutes} |\n`).join("")}`,
  ].join("\n\n");
  writeFileSync(join(ROOT, "docs/faults.md"), text);
}
