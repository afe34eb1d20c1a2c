import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { basename, join } from "node:path";
import {
  CLAIM_PATTERN,
  findClaims,
  judgeFaults,
  markdownOf,
  readJunit,
  tableOf,
  type Judged,
  type TestResult,
} from "../support/fault-report";
import { withPreparedData } from "../support/prepared-data";
import { runProgram } from "../support/test-process";
import { judgeTime } from "../support/time-limit";
import { FAULTS } from "./table";

/**
 * `bun run test:faults [--write] [name ...]`: the scenarios of this folder, those of these names or all, and where it is all of
 * them the tests of the check that prove a fault too. Ends with the table of the faults and the line `N passed, N failed`;
 * `--write` puts the table into docs/faults.md.
 */

const LIMIT_MINUTES = 90;
const ROOT = join(import.meta.dir, "../..");
const SCENARIO_MS = 3_600_000;

/** Scenarios that last long and ask for little: the ones that are not `ALONE` run beside them. */
const LONG: readonly string[] = ["soak"];

/** Scenarios whose figures hold on a machine that does nothing else. */
const ALONE: readonly string[] = ["overload", "ingest", "kills", "live"];

type Scenario = { name: string; args: string[] };

const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
const isTest = (file: string) => read(file).includes('from "bun:test"');

const words = process.argv.slice(2);
const wanted = words.filter((word) => !word.startsWith("--"));
const scenarios: Scenario[] = readdirSync(import.meta.dir)
  .map((file) => join("tests/faults", file))
  .filter((file) => file.endsWith(".ts") && isTest(file))
  .sort()
  .map((file) => ({ name: basename(file, ".ts"), args: [`./${file}`] }));
const chosen = wanted.length === 0 ? scenarios : scenarios.filter(({ name }) => wanted.includes(name));
const unknown = wanted.filter((name) => !scenarios.some((scenario) => scenario.name === name));
if (unknown.length > 0) throw new Error(`no such scenario: ${unknown.join(", ")}`);

/** Files elsewhere with tests that prove a fault. */
const others = wanted.length > 0 ? [] : findOtherFiles();

function findOtherFiles(): string[] {
  return [...new Bun.Glob("tests/**/*.{ts,tsx}").scanSync({ cwd: ROOT })]
    .filter((file) => !file.startsWith("tests/faults/") && !file.includes("/fixtures/"))
    .filter((file) => isTest(file) && findClaims(file, read(file)).length > 0)
    .sort();
}

/** Those that start the real program load the machine as scenarios do. */
const startsPrograms = (file: string) => /^tests\/(?:system|replicas|stores)\//.test(file);

const ofTheCheck = (name: string, files: string[]): Scenario[] =>
  files.length === 0 ? [] : [{ name, args: ["-t", CLAIM_PATTERN, ...files.map((file) => `./${file}`)] }];

const reports = mkdtempSync(join(tmpdir(), "netatlas-faults-"));
const results: TestResult[] = [];
const broken: string[] = [];

async function runScenario({ name, args }: Scenario): Promise<void> {
  const report = join(reports, `${name}.xml`);
  let isRight = false;
  // Anew for each: what a service may do depends on the age of its database.
  await withPreparedData(async (environment) => {
    const command = ["bun", "test", `--timeout=${SCENARIO_MS}`, "--reporter=junit"];
    ({ isRight } = await runProgram([...command, `--reporter-outfile=${report}`, ...args], {
      heading: name,
      environment,
    }));
  });
  const own = await Bun.file(report)
    .text()
    .then(readJunit, () => []);
  results.push(...own);
  if (!isRight && own.every(({ result }) => result !== "fail")) broken.push(name);
}

async function runInTurn(turn: readonly Scenario[]): Promise<void> {
  for (const scenario of turn) await runScenario(scenario);
}

const long = chosen.filter(({ name }) => LONG.includes(name));
const alone = chosen.filter(({ name }) => ALONE.includes(name));
const beside = chosen.filter((scenario) => !long.includes(scenario) && !alone.includes(scenario));
const pure = others.filter((file) => !startsPrograms(file));
const heavy = others.filter(startsPrograms);
await Promise.all([runInTurn(long), runInTurn([...beside, ...ofTheCheck("tests of the check", pure)])]);
await runInTurn([...alone, ...ofTheCheck("tests of the check that start the program", heavy)]);
rmSync(reports, { recursive: true, force: true });

const claims = [...chosen.flatMap(({ args }) => args), ...others].flatMap((file) =>
  findClaims(file.replace(/^\.\//, ""), read(file)),
);
const judged = judgeFaults(FAULTS, { claims, results });
/** Of a part of the scenarios only the faults that they claim can be judged. */
const shown =
  wanted.length === 0 ? judged : judged.filter(({ number }) => claims.some(({ fault }) => fault === number));
process.stdout.write(`\n${tableOf(shown)}`);
if (words.includes("--write")) await writeReport(judged);

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

async function writeReport(rows: readonly Judged[]): Promise<void> {
  const commit = (await Bun.$`git rev-parse --short HEAD`.cwd(ROOT).text()).trim();
  const count = (result: Judged["result"]) => rows.filter((row) => row.result === result).length;
  const minutes = Math.round(performance.now() / 60_000);
  const text = [
    "# Faults",
    `What \`bun run test:faults --write\` found on ${new Date().toISOString().slice(0, 10)} at ${commit}, on ${cpus().length} cores in ${minutes} minutes: ${count("pass")} pass, ${count("part")} pass in part, ${count("fail")} fail, ${count("skipped")} are skipped.`,
    "A fault passes when a test would fail if its promise were broken. `part`: what its tests assert holds, and the column says what they leave out.",
    markdownOf(rows),
  ].join("\n\n");
  mkdirSync(join(ROOT, "docs"), { recursive: true });
  writeFileSync(join(ROOT, "docs/faults.md"), text);
}
