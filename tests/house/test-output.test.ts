import { expect, test } from "bun:test";
import { failedFiles, readTestOutput, sumOutcomes } from "../support/test-output";

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

 3 pass
 1 fail
 1 error
Ran 4 tests across 3 files. [30.00ms]
`;

test("what a test run printed is told apart by file, with what failed outside of the tests", () => {
  const files = readTestOutput(OUTPUT);
  expect([...files]).toEqual([
    ["tests/a.test.ts", { passed: 2, failed: 0 }],
    ["tests/b.test.ts", { passed: 0, failed: 1 }],
    ["tests/c.test.ts", { passed: 1, failed: 1 }],
  ]);
  expect(failedFiles(files)).toEqual(["tests/b.test.ts", "tests/c.test.ts"]);
  expect(sumOutcomes(files)).toEqual({ passed: 3, failed: 2 });
});
