import { expect, test } from "bun:test";
import { createGrowth } from "#platform/growth";

test("growth is counted from the least since the last collection", () => {
  const growth = createGrowth();
  expect([30, 34, 20, 26, 21].map((bytes) => growth.of(bytes))).toEqual([0, 4, 0, 6, 1]);
});

test("behind a collection it is counted from what that has left, though it was less before", () => {
  const growth = createGrowth();
  growth.of(20);
  growth.restart(26);
  expect([29, 25, 28].map((bytes) => growth.of(bytes))).toEqual([3, 0, 3]);
});

test("it may begin with what is known already", () => {
  expect(createGrowth(10).of(14)).toBe(4);
});
