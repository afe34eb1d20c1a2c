import { expect, test } from "bun:test";
import { judgeGroup, type MembersInState } from "../../../../src/features/monitoring/group/rule";

const of = (...names: string[]): MembersInState => ({ count: names.length, names });

test.each([
  ["all are up", "all", { up: of("a", "b") }, "up", null, null],
  ["one is down", "all", { up: of("a"), down: of("b") }, "down", "1 of 2 down: b", null],
  ["one is unreachable", "all", { up: of("a"), unreachable: of("b") }, "down", "1 of 2 down: b", null],
  ["one is down, one unknown", "all", { unknown: of("a"), down: of("b") }, "down", "1 of 2 down: b", null],
  ["one is unknown", "all", { up: of("a"), unknown: of("b") }, "unknown", "1 of 2 unknown: b", null],
  ["one is left out", "all", { up: of("a"), maintenance: of("b"), paused: of("c") }, "up", null, null],
  ["one is up", "any", { up: of("a"), down: of("b"), unknown: of("c") }, "up", null, "1 of 3 down: b"],
  [
    "none is up, one unknown",
    "any",
    { down: of("a"), unknown: of("b") },
    "unknown",
    "1 of 2 unknown: b",
    null,
  ],
  ["none is up", "any", { down: of("a"), unreachable: of("b") }, "down", "2 of 2 down: a, b", null],
  ["what is up is left out", "any", { down: of("a"), maintenance: of("b") }, "down", "1 of 1 down: a", null],
  [
    "nobody counts",
    "all",
    { paused: of("a"), maintenance: of("b") },
    "unknown",
    "No member counts: all are paused or in maintenance",
    null,
  ],
  [
    "nobody counts",
    "any",
    { paused: of("a") },
    "unknown",
    "No member counts: all are paused or in maintenance",
    null,
  ],
  ["there is no member", "all", {}, "unknown", "No member is watched", null],
] as const)("%s (%s)", (_, mode, members, status, error, message) => {
  expect(judgeGroup(mode, members)).toEqual({ status, error, message });
});

test("the words stay short however many members there are, and however long their names", () => {
  const long = "x".repeat(255);
  const { error } = judgeGroup("all", { down: { count: 10_000, names: [long, long, long] } });
  expect(error).toStartWith("10000 of 10000 down: xxx");
  expect(error).toEndWith("x… and 9997 more");
  expect(error?.length).toBeLessThanOrEqual(255);
});
