import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { unpackBrowser } from "./support/browser/executable";
import { withPreparedServer } from "./support/database";
import { withPreparedData } from "./support/prepared-data";
import { withScratchFolder } from "./support/scratch-folder";
import { withServiceBundle } from "./support/service-bundle";
import { runFailedAgain } from "./support/run-failed-again";
import { judgeSecondChances, nameFailures } from "./support/second-chances";
import type { FailedTest } from "./support/test-output";
import { divideTests } from "./support/test-parts";
import { createTimedRuns, readTimings } from "./support/timed-runs";
import { measureSlowness } from "./support/machine-speed";
import { PATIENCE_VARIABLE } from "./support/patience";
import { joinRuns, runProgram, type TestRun } from "./support/test-process";
import { readRoomCounts, type RoomCounts } from "./support/room-counts";
import { judgeTime } from "./support/time-limit";
import { UNSTEADY } from "./unsteady";

/**
 * What must hold of a change: `bun tests/check.ts [check|browser|everything] [--time]`. `check` is what its author waits
 * for, `everything` what lands. Ends with the line `N passed, N failed`. With `--time` it renews the times by which tests
 * are divided into parts.
 */

type Step = { name: string; command: string[]; expects?: string };

type Room = {
  minutes: number;
  hasSteps: boolean;
  holds: (file: string) => boolean;
  /** Scripts that run behind it, one after the other, and count with it. */
  roomsBehind: readonly string[];
};

/** In the browser it shows all the pages once; what they do, click by click, has a room of its own. */
const isInBrowserRoom = (file: string) =>
  file.startsWith("tests/browser/") && file !== "tests/browser/every-page.test.ts";

/**
 * Whole services that are played, killed or waited for, networks of our own, restores, and what is tried in many random
 * ways: they take long, a change is seldom about them, and lands only after they have run.
 */
const BEFORE_LANDING: ReadonlySet<string> = new Set([
  "tests/clients/examples.test.ts",
  "tests/clients/package.test.ts",
  "tests/contract/by-key.test.ts",
  "tests/contract/dry-run.test.ts",
  "tests/contract/fuzz.test.ts",
  "tests/contract/lint.test.ts",
  "tests/demo/watched.test.ts",
  "tests/deploy/proxies.test.ts",
  "tests/features/alerts/week/engine.test.ts",
  "tests/features/backups/before-migration.test.ts",
  "tests/features/backups/events.test.ts",
  "tests/features/backups/move.test.ts",
  "tests/features/backups/restore.test.ts",
  "tests/features/backups/trials.test.ts",
  "tests/features/configuration/random-states.test.ts",
  "tests/features/discovery/sweep/network.test.ts",
  "tests/features/exports/firewall-export.test.ts",
  "tests/features/imports/database.test.ts",
  "tests/features/monitoring/engine/chosen-dependencies.test.ts",
  "tests/features/monitoring/engine/engine.test.ts",
  "tests/features/monitoring/engine/hanging.test.ts",
  "tests/features/monitoring/engine/takeover.test.ts",
  "tests/features/monitoring/group/group.test.ts",
  "tests/features/monitoring/probes/descriptors.test.ts",
  "tests/features/monitoring/probes/network.test.ts",
  "tests/features/monitoring/push/push.test.ts",
  "tests/features/operations/stream.test.ts",
  "tests/features/syslog/live/slow-reader.test.ts",
  "tests/features/syslog/receive/faults.test.ts",
  "tests/features/syslog/segments/ingest/compression-choice.test.ts",
  "tests/features/syslog/segments/ingest/rest.test.ts",
  "tests/features/syslog/segments/merge/rows.test.ts",
  "tests/features/syslog/watch/stored-matches.test.ts",
  "tests/features/tools/active.test.ts",
  "tests/features/tools/dns.test.ts",
  "tests/features/tools/traceroute.test.ts",
  "tests/features/undo/random-kinds.test.ts",
  "tests/features/undo/random-order.test.ts",
  "tests/features/undo/set-up.test.ts",
  "tests/platform/echo/network.test.ts",
  "tests/platform/http/viewers.test.ts",
  "tests/platform/postgres-server-crash.test.ts",
  "tests/platform/postgres/service-role.test.ts",
  "tests/spec/early-refusals.test.ts",
  "tests/spec/slow-requests.test.ts",
  "tests/system/alert-kills.test.ts",
  "tests/system/cli.test.ts",
  "tests/system/configuration.test.ts",
  "tests/system/container.test.ts",
  "tests/system/crash.test.ts",
  "tests/system/database.test.ts",
  "tests/system/delivery-kill.test.ts",
  "tests/system/first-run.test.ts",
  "tests/system/import-kills.test.ts",
  "tests/system/operations.test.ts",
  "tests/system/relay-way.test.ts",
  "tests/system/relay.test.ts",
  "tests/system/tour.test.ts",
  "tests/system/upgrade.test.ts",
]);

const ROOMS: Record<string, Room> = {
  check: {
    minutes: 7,
    hasSteps: true,
    holds: (file) => !isInBrowserRoom(file) && !BEFORE_LANDING.has(file),
    roomsBehind: [],
  },
  browser: { minutes: 7, hasSteps: false, holds: isInBrowserRoom, roomsBehind: [] },
  everything: {
    minutes: 24,
    hasSteps: true,
    holds: () => true,
    roomsBehind: ["test:stores", "test:replicas", "test:processes"],
  },
};

/**
 * Processes at the same time, each with a database server of its own: many tests wait for a page, a process, a hash or
 * a disk.
 */
const PROCESSES = 3;

/**
 * Parts of the tests, which the processes take one after the other, by how long they take: those at the end are short, so
 * that no process is done long before the others, and there are few, as each begins with loading the service and a
 * database server.
 */
const PARTS = [4, 4, 4, 2, 2, 2, 1, 1, 1];

/**
 * Tests that the others would disturb, as they start and kill the service under load, or hold it to a time: groups that
 * run one after the other, of two processes each, of which one leaves a core free or waits most of its time.
 */
const ALONE = [
  [["tests/system/crash.test.ts", "tests/system/tour.test.ts"], ["tests/system/database.test.ts"]],
  [
    [
      "tests/features/auth/address-limit.test.ts",
      "tests/features/auth/lock-outs.test.ts",
      "tests/features/topology/import/load.test.ts",
      "tests/features/syslog/search/fairness.test.ts",
      "tests/spec/login-timing.test.ts",
      "tests/spec/call-limits.test.ts",
    ],
    ["tests/spec/slow-requests.test.ts"],
  ],
];

/** What the last run of the room gave a second chance. */
const lastSecondChances = (room: string) =>
  join("node_modules", ".cache", "netatlas", `second-chances-${room}.json`);

const TIMINGS = "tests/timings.json";

const bin = (name: string) => join("node_modules", ".bin", name);

/** Needed by the tests. */
const FIRST_STEPS: Step[] = [{ name: "the web UI and its size", command: ["bun", "run", "build:web"] }];

/**
 * Go, of which the tools that know types are, collects at twice of what is alive by default. Memory is there, and the
 * processor is what the tests beside them wait for.
 */
const FEWER_COLLECTIONS = { GOGC: "400" };

/** These run beside the tests. */
const STEPS: Step[] = [
  { name: "format", command: ["bun", "fmt", "--check"] },
  { name: "types", command: ["bun", "check", "--no-script"] },
  { name: "types of the web UI", command: ["bun", "check", "--no-script", "--project", "src/web"] },
  { name: "dead code", command: ["bun", bin("knip")] },
  {
    name: "migrations are generated",
    command: ["bun", bin("drizzle-kit"), "generate"],
    expects: "No schema changes",
  },
  { name: "lint", command: ["bun", bin("oxlint"), "--type-aware", "--deny-warnings"] },
];

/** Runs the steps one after the other and gives the names of those that failed. */
async function runSteps(steps: Step[]): Promise<string[]> {
  const failed: string[] = [];
  for (const { name, command, expects } of steps) {
    const { isRight, output } = await runProgram(command, { heading: name, environment: FEWER_COLLECTIONS });
    if (!isRight || (expects !== undefined && !output.includes(expects))) failed.push(name);
  }
  return failed;
}

/** Those of the other event store install its library, and have a room of their own. */
const isOfStores = (file: string) => file.startsWith("tests/stores/");

function findTests({ holds }: Room): string[] {
  const files = [...new Bun.Glob("tests/**/*.test.{ts,tsx}").scanSync()];
  return files.filter((file) => holds(file) && !isOfStores(file)).sort();
}

const withDot = (files: readonly string[]) => files.map((file) => `./${file}`);

/** The tests that may share the machine, in parts that take about as long. */
async function runShared(room: Room, environment: Record<string, string>): Promise<TestRun[]> {
  const timings = readTimings(TIMINGS);
  const alone = new Set(ALONE.flat(2));
  const files = findTests(room).filter((file) => !alone.has(file));
  const waiting = [...divideTests(files, timings, PARTS).entries()];
  const runs: TestRun[] = [];
  async function takeParts(): Promise<void> {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, part] = next;
      const heading = `tests, part ${index + 1} of ${PARTS.length}`;
      runs.push(await timed.runTests(["--randomize", ...withDot(part)], { heading, environment }));
    }
  }
  await Promise.all(Array.from({ length: PROCESSES }, takeParts));
  return runs;
}

async function runAlone({ holds }: Room, environment: Record<string, string>): Promise<TestRun[]> {
  const runs: TestRun[] = [];
  for (const group of ALONE) {
    const held = group.map((files) => files.filter(holds)).filter((files) => files.length > 0);
    const processes = held.map((files) =>
      timed.runTests(withDot(files), { heading: `alone: ${files.join(", ")}`, environment }),
    );
    runs.push(...(await Promise.all(processes)));
  }
  return runs;
}

function exchangeSecondChances(path: string, now: FailedTest[]): FailedTest[] {
  const before: FailedTest[] = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : [];
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(now));
  return before;
}

/** They judge their own time. */
async function runRoomsBehind(scripts: readonly string[]): Promise<RoomCounts> {
  const sum: RoomCounts = { passed: 0, failed: 0, notes: [] };
  for (const script of scripts) {
    const { isRight, output } = await runProgram(["bun", "run", "--silent", script], {
      heading: script,
      environment: { MINUTES: "" },
    });
    const { passed, failed, notes } = readRoomCounts(output, isRight);
    sum.passed += passed;
    sum.failed += failed;
    sum.notes.push(...notes.map((note) => `${script}: ${note}`));
  }
  return sum;
}

async function workTree(): Promise<string> {
  return Bun.$`git status --porcelain`.nothrow().quiet().text();
}

const [wanted = "check", ...choices] = process.argv.slice(2);
const timed = createTimedRuns({ isTimed: choices.includes("--time") });
const room = ROOMS[wanted];
if (room === undefined)
  throw new Error(`no such room: ${wanted}; there are ${Object.keys(ROOMS).join(", ")}`);
const before = await workTree();
const slowness = await measureSlowness();
const besides = room.hasSteps ? STEPS : [];
const steps = runSteps(besides);
const failed = await runSteps(FIRST_STEPS);
let tests: TestRun = { tests: 0, failures: 0, isWhole: false, isRight: false, failed: [] };
let secondChances: FailedTest[] = [];
await withScratchFolder(() =>
  withPreparedServer((server) =>
    withPreparedData((data) =>
      withServiceBundle(async (bundle) => {
        const patience = { [PATIENCE_VARIABLE]: String(Math.ceil(slowness)) };
        const environment = { ...server, ...data, ...bundle, ...patience };
        await unpackBrowser();
        const shared = await runShared(room, environment);
        failed.push(...(await steps));
        const alone = await runAlone(room, environment);
        ({ run: tests, secondChances } = await runFailedAgain(joinRuns([...shared, ...alone]), environment));
      }),
    ),
  ),
);
if (!tests.isRight && (!tests.isWhole || tests.failures === 0)) failed.push("tests");
if ((await workTree()) !== before) failed.push("the checks leave the work tree as it was");
const chances = judgeSecondChances({
  now: secondChances,
  before: exchangeSecondChances(lastSecondChances(wanted), secondChances),
  listed: UNSTEADY,
});
failed.push(...chances.faults, ...judgeTime(room.minutes, { slowness }));
timed.keepTimings(TIMINGS);
const behind = await runRoomsBehind(room.roomsBehind);

const passedSteps = [...FIRST_STEPS, ...besides].filter(({ name }) => !failed.includes(name)).length;
const notes = [
  ...chances.lines,
  ...nameFailures(tests.failed),
  ...failed.map((name) => `failed: ${name}`),
  ...behind.notes,
];
process.stdout.write(`\n${notes.map((line) => `${line}\n`).join("")}`);
process.stdout.write(
  `${tests.tests - tests.failures + passedSteps + behind.passed} passed, ${tests.failures + failed.length + behind.failed} failed\n`,
);
process.exit(tests.isRight && failed.length === 0 && behind.failed === 0 ? 0 : 1);
