import { expect, test } from "bun:test";
import { createCompilePolicy } from "#platform/compile-policy";

function scalesOf(spans: readonly [workMs: number, spanMs: number][]): number[] {
  const scales: number[] = [];
  const policy = createCompilePolicy((scale) => scales.push(scale));
  for (const [workMs, spanMs] of spans) policy.note(workMs, spanMs);
  return scales;
}

test("code is compiled late until there is much work, as usual while there is, and late again behind it", () => {
  const work = [300, 9000, 15_000, 27_000, 54_000, 6000, 100].map((ms): [number, number] => [ms, 30_000]);
  expect(scalesOf(work)).toEqual([8, 1, 8]);
});

test("a burst is not much work, however near the last one was", () => {
  expect(
    scalesOf([
      [90, 100],
      [400, 400],
    ]),
  ).toEqual([8]);
});
