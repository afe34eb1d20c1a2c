import { expect, test } from "bun:test";
import { SPARKLINE, sparklinePath } from "../../../../src/web/components/sparkline/sparkline-path";

test("the line runs from edge to edge, zero at the bottom and the highest at the top", () => {
  const path = sparklinePath([0, 10]);
  expect(path).toBe(`M0 18.5L${SPARKLINE.width} 1.5`);
});

test("what is not known is a gap, and a value between two gaps is still seen", () => {
  const path = sparklinePath([1, null, 1, null, 1, 1]);
  expect(path.match(/M/g)).toHaveLength(3);
  expect(path.match(/h1/g)).toHaveLength(2);
});

test("nothing but zeros is a line at the bottom, and nothing at all is none", () => {
  expect(sparklinePath([0, 0])).toBe(`M0 18.5L${SPARKLINE.width} 18.5`);
  expect(sparklinePath([])).toBe("");
  expect(sparklinePath([null])).toBe("");
});
