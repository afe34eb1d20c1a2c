import { expect, test } from "bun:test";
import { divideTests } from "../support/test-parts";

test("parts of tests take about as long and hold every file once, one that was never measured too", () => {
  const timings = { files: { slow: 9000, middle: 5000, quick: 3000, tiny: 500 } };
  const parts = divideTests(["quick", "new", "slow", "tiny", "middle"], timings, 2);
  expect(parts).toEqual([
    ["slow", "tiny"],
    ["middle", "quick", "new"],
  ]);
});

test("there are no more parts than files", () => {
  expect(divideTests(["only"], { files: {} }, 3)).toEqual([["only"]]);
});
