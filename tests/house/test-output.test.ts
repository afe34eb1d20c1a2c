import { expect, test } from "bun:test";
import { readTestOutput } from "../support/test-output";

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
(fail) (unnamed) [0.07ms]


1 tests failed:
(fail) (unnamed) [0.07ms]

 3 pass
 1 fail
 1 error
Ran 4 tests across 3 files. [30.00ms]
`;

test("what a test run printed tells which files failed, also outside of their tests", () => {
  expect(readTestOutput(OUTPUT)).toEqual({
    tests: 4,
    failures: 2,
    isWhole: true,
    failedFiles: ["tests/b.test.ts", "tests/c.test.ts"],
  });
});

test("what is repeated at the end does not fail the last file", () => {
  const passed = OUTPUT.replace(
    "\n\n1 tests failed:",
    "\n\ntests/last.test.ts:\n(pass) four\n\n1 tests failed:",
  );
  expect(readTestOutput(passed).failedFiles).not.toContain("tests/last.test.ts");
});

test("a run that broke off is not whole", () => {
  expect(readTestOutput(OUTPUT.slice(0, OUTPUT.indexOf("Ran "))).isWhole).toBe(false);
});
