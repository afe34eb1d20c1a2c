import { expect, test } from "bun:test";
import { createCompilePolicy } from "#platform/compile-policy";

test("code is compiled late until there is work, as usual while there is, and late again behind it", () => {
  const scales: number[] = [];
  const policy = createCompilePolicy((scale) => scales.push(scale));
  for (const share of [0.01, 0.3, 0.5, 0.9, 1.8, 0.2, 0]) policy.note(share);
  expect(scales).toEqual([8, 1, 8]);
});
