import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readRoomCounts } from "../support/room-counts";
import { judgeSecondChances, MAX_SECOND_CHANCES, nameFailures } from "../support/second-chances";
import { OUTSIDE_TESTS, readTestOutput } from "../support/test-output";
import { UNSTEADY } from "../unsteady";

const ROOT = join(import.meta.dir, "../..");

const OUTPUT = `bun test v1.4.5

tests/a.test.ts:
(pass) one > holds [0.05ms]
(pass) two

tests/b.test.ts:

# Unhandled error between tests
-------------------------------
error: cannot be loaded
-------------------------------

tests/c.test.ts:
(pass) three [5.00ms]
error: late
      at <anonymous> (tests/c.test.ts:4:59)
(fail) four > in 20 ms [0.07ms]


1 tests failed:
(fail) four > in 20 ms [0.07ms]

 3 pass
 1 fail
 1 error
Ran 4 tests across 3 files. [30.00ms]
`;

describe("what a test run printed", () => {
  test("tells which tests failed, and which files outside of their tests", () => {
    expect(readTestOutput(OUTPUT)).toEqual({
      tests: 4,
      failures: 2,
      isWhole: true,
      failed: [
        { file: "tests/b.test.ts", name: OUTSIDE_TESTS },
        { file: "tests/c.test.ts", name: "four > in 20 ms" },
      ],
    });
  });

  test("repeats failures at its end, which does not fail the last file", () => {
    const passed = OUTPUT.replace(
      "\n\n1 tests failed:",
      "\n\ntests/last.test.ts:\n(pass) four\n\n1 tests failed:",
    );
    expect(readTestOutput(passed).failed.map(({ file }) => file)).not.toContain("tests/last.test.ts");
  });

  test("is not whole when it broke off", () => {
    expect(readTestOutput(OUTPUT.slice(0, OUTPUT.indexOf("Ran "))).isWhole).toBe(false);
  });

  test("is read as Bun prints it today", () => {
    const { exitCode, stderr } = Bun.spawnSync(["bun", "test", "./tests/house/fixtures/one-fails.ts"], {
      cwd: ROOT,
      env: { ...process.env, CLAUDECODE: "", AGENT: "" },
      stdout: "pipe",
      stderr: "pipe",
    });
    expect(exitCode).toBe(1);
    expect(readTestOutput(stderr.toString())).toMatchObject({
      tests: 2,
      failures: 1,
      isWhole: true,
      failed: [{ file: "tests/house/fixtures/one-fails.ts", name: "a group > fails" }],
    });
  });
});

describe("second chances", () => {
  const given = (...names: string[]) => names.map((name) => ({ file: "tests/a.test.ts", name }));

  test("are named, and a few of them are no fault", () => {
    expect(judgeSecondChances({ now: given("a > b"), before: [], listed: [] })).toEqual({
      lines: ["second chance: tests/a.test.ts: a > b"],
      faults: [],
    });
  });

  test("fail the check where there are more than three", () => {
    const now = given("1", "2", "3", "4");
    expect(now).toHaveLength(MAX_SECOND_CHANCES + 1);
    expect(judgeSecondChances({ now, before: [], listed: [] }).faults).toEqual([
      "4 second chances, 3 at most",
    ]);
    expect(judgeSecondChances({ now: now.slice(1), before: [], listed: [] }).faults).toEqual([]);
  });

  test("twice in a row fail it too, unless the test is listed", () => {
    const now = given("a group > is late", "other");
    const before = given("a group > is late");
    expect(judgeSecondChances({ now, before, listed: [] }).faults).toEqual([
      "second chance twice in a row, mend or list it: tests/a.test.ts: a group > is late",
    ]);
    expect(judgeSecondChances({ now, before, listed: given("is late") }).faults).toEqual([]);
  });
});

test("every test that is listed as unsteady is there, and has a reason", () => {
  const wrong = UNSTEADY.filter(({ file, name, reason }) => {
    const path = join(ROOT, file);
    return reason === "" || !existsSync(path) || !readFileSync(path, "utf8").includes(name);
  });
  expect(wrong).toEqual([]);
});

test("a room counts by its last line; one that breaks off is a failure", () => {
  expect(readRoomCounts("time: 3.1 of 10 minutes\n\n137 passed, 0 failed\n", true)).toEqual({
    passed: 137,
    failed: 0,
    notes: [],
  });
  expect(readRoomCounts("failed: time\n\n5 passed, 2 failed\n", false)).toMatchObject({
    passed: 5,
    failed: 2,
  });
  expect(readRoomCounts("4 passed, 0 failed\n", false)).toMatchObject({ passed: 4, failed: 1 });
  expect(readRoomCounts("1 passed, 0 failed\nand then nothing", false)).toMatchObject({
    passed: 0,
    failed: 1,
  });
});

test("what failed in a room, and what needed a second chance there, is told once more at the end", () => {
  const output = [
    "tests/replicas/a.test.ts:",
    "(fail) one > holds",
    "second chance: tests/replicas/b.test.ts: two",
    "failed: tests/replicas/a.test.ts: one > holds",
    "",
    "5 passed, 1 failed",
    "",
  ].join("\n");
  expect(readRoomCounts(output, false).notes).toEqual([
    "second chance: tests/replicas/b.test.ts: two",
    "failed: tests/replicas/a.test.ts: one > holds",
  ]);
  expect(nameFailures([{ file: "tests/a.test.ts", name: "one > holds" }])).toEqual([
    "failed: tests/a.test.ts: one > holds",
  ]);
});
