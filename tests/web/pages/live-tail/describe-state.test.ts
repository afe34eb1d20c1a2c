import { expect, test } from "bun:test";
import { describeState } from "../../../../src/web/pages/live-tail/describe-state";

const view = { rows: [], isPaused: false, newCount: 0, notKept: 0, addressLengths: {} };

test.each([
  [0, "live · less than 1/s"],
  [0.4, "live · less than 1/s"],
  [0.8, "live · 1/s"],
  [1012, "live · 1,012/s"],
])("at %d lines a second a tail is %j", (rate, words) => {
  expect(describeState({ kind: "live" }, { ...view, rate }).words).toBe(words);
});
