import { describe, expect, test } from "bun:test";
import {
  absoluteRange,
  describeRange,
  readRange,
  resolveRange,
  shiftRange,
  widenRange,
} from "../../../src/web/format/range";

const NOW = Date.parse("2026-11-21T15:00:00.000Z");

describe("what a URL says", () => {
  test.each([
    ["nothing", undefined, undefined, { from: "-15m" }],
    ["a relative beginning", "-6h", undefined, { from: "-6h" }],
    ["a relative beginning has no end", "-6h", "2026-11-21T15:00:00Z", { from: "-6h" }],
    ["no time at all", "-0m", undefined, { from: "-15m" }],
    ["an unknown unit", "-5y", undefined, { from: "-15m" }],
    ["no moment", "2026-13-41T00:00:00Z", undefined, { from: "-15m" }],
    ["a moment without an end", "2026-11-21T10:00:00Z", undefined, { from: "2026-11-21T10:00:00Z" }],
    [
      "an end before its beginning",
      "2026-11-21T10:00:00Z",
      "2026-11-21T09:00:00Z",
      { from: "2026-11-21T10:00:00Z" },
    ],
  ])("%s", (_, from, to, expected) => {
    expect(readRange(from, to)).toEqual(expected);
  });
});

test("a relative range ends now, and a beginning in the future gives an empty window", () => {
  expect(resolveRange({ from: "-15m" }, NOW)).toEqual({
    start: "2026-11-21T14:45:00.000Z",
    end: "2026-11-21T15:00:00.000Z",
  });
  expect(resolveRange({ from: "2027-01-01T00:00:00Z" }, NOW)).toEqual({
    start: "2026-11-21T15:00:00.000Z",
    end: "2026-11-21T15:00:00.000Z",
  });
});

test("the window before has the same length, and wider is twice as long but not in the future", () => {
  expect(shiftRange({ from: "-1h" }, -1, NOW)).toEqual({
    from: "2026-11-21T13:00:00.000Z",
    to: "2026-11-21T14:00:00.000Z",
  });
  expect(widenRange({ from: "-1h" }, NOW)).toEqual({
    from: "2026-11-21T13:30:00.000Z",
    to: "2026-11-21T15:00:00.000Z",
  });
});

test("a range that is drawn from right to left is the same, and never empty", () => {
  expect(absoluteRange(NOW, NOW - 1000)).toEqual(absoluteRange(NOW - 1000, NOW));
  expect(absoluteRange(NOW, NOW)).toEqual({
    from: "2026-11-21T15:00:00.000Z",
    to: "2026-11-21T15:00:00.001Z",
  });
});

test.each([
  [{ from: "-15m" }, "Last 15 min"],
  [{ from: "-3d" }, "Last 3 days"],
])("%p is called %p", (range, words) => {
  expect(describeRange(range)).toBe(words);
});
