import { expect, test } from "bun:test";
import { divideTests, renewTimings, type Timings } from "../support/test-parts";

test("parts of tests take about as long and hold every file once, one that was never measured too", () => {
  const timings = { files: { slow: 9000, middle: 5000, quick: 3000, tiny: 500 } };
  const parts = divideTests(["quick", "new", "slow", "tiny", "middle"], timings, [1, 1]);
  expect(parts).toEqual([
    ["slow", "tiny"],
    ["middle", "quick", "new"],
  ]);
});

test("a part with a greater share takes as much longer", () => {
  const files = Array.from({ length: 30 }, (_, place) => `file ${place}`);
  const times = Object.fromEntries(files.map((file) => [file, 1000]));
  const parts = divideTests(files, { files: times }, [4, 1, 1]);
  expect(parts.map(({ length }) => length)).toEqual([20, 5, 5]);
});

test("there are no more parts than files", () => {
  expect(divideTests(["only"], { files: {} }, [1, 1, 1])).toEqual([["only"]]);
});

test("a run renews the times of what it ran, keeps those of others, and forgets files that are gone", () => {
  const before = { files: { gone: 900, kept: 400, slow: 90_000 } };
  const measured: Timings[] = [{ files: { slow: 17_840 } }, { files: { new: 3 } }];
  expect(renewTimings(before, { measured, files: ["kept", "new", "slow"] })).toEqual({
    files: { kept: 400, new: 100, slow: 17_800 },
  });
});
