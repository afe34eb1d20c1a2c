import { expect, test } from "bun:test";
import { createCompilePolicy } from "#platform/compile-policy";

/** What is set behind spans of which each had so much work. */
function scalesOf(isLate: boolean, spans: readonly [workMs: number, spanMs: number][]): number[] {
  const scales: number[] = [];
  const policy = createCompilePolicy({ isLate, setScale: (scale) => scales.push(scale) });
  for (const [workMs, spanMs] of spans) policy.note(workMs, spanMs);
  return scales;
}

test("code is compiled late until there is much work, as usual while there is, and late again behind it", () => {
  const work = [300, 9000, 15_000, 27_000, 54_000, 6000, 100].map((ms): [number, number] => [ms, 30_000]);
  expect(scalesOf(true, work)).toEqual([1, 8]);
});

test("a burst is not much work, however near the last one was", () => {
  expect(
    scalesOf(true, [
      [90, 100],
      [400, 400],
    ]),
  ).toEqual([]);
});

test("a thread that begins with work compiles as usual until that is over", () => {
  expect(
    scalesOf(false, [
      [Infinity, 0],
      [700, 900],
      [20, 600],
    ]),
  ).toEqual([8]);
});
