import { expect, test } from "bun:test";
import { TimeBudget } from "../../../../src/features/syslog/watch/budget";

/** Windows of a hundred thousand usual lines; gives what is stopped after each. */
function windows(...costs: (readonly [number, number][])[]): number[][] {
  const budget = new TimeBudget();
  return costs.map((one) =>
    budget.add({
      bytes: 20_000_000,
      micros: one.reduce((sum, [, micros]) => sum + micros, 0),
      costs: [...one],
    }),
  );
}

test("a pattern that takes too much time, again and again, is to stop", () => {
  expect(
    windows(
      [[1, 150_000]],
      [
        [1, 150_000],
        [2, 10],
      ],
    ),
  ).toEqual([[], [1]]);
});

test("one that took too much once goes on", () => {
  expect(windows([[1, 150_000]], [[1, 10]], [[1, 150_000]])).toEqual([[], [], []]);
});

test("where all together take too much, the dearest stop", () => {
  const nine = Array.from({ length: 9 }, (_, key): [number, number] => [key, 50_000 + key]);
  expect(windows(nine, nine)).toEqual([[], [8, 7]]);
});

test("few lines say nothing yet, unless they took very long", () => {
  const budget = new TimeBudget();
  const few = { bytes: 2000, micros: 1000, costs: [[1, 1000]] satisfies [number, number][] };
  for (let index = 0; index < 100; index++) expect(budget.add(few)).toEqual([]);
  const slow = { bytes: 2000, micros: 2_000_000, costs: [[1, 2_000_000]] satisfies [number, number][] };
  expect([budget.add(slow), budget.add(slow)].flat()).toEqual([1]);
});
