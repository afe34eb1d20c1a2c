import { expect, test } from "bun:test";
import { stackValues, summarise, summariseLines } from "../../../../src/web/components/chart/stack";

test("each series stands on those before it, and what nobody knows stays a gap", () => {
  expect(
    stackValues([
      [1, null, 0],
      [2, null, null],
    ]),
  ).toEqual([
    [1, null, 0],
    [3, null, 0],
  ]);
});

test("the summary names totals and the highest moment", () => {
  const series = [
    { label: "Allow", values: [1, 2] },
    { label: "Deny", values: [0, 5] },
  ];
  const words = { format: String, describeTime: (index: number) => `minute ${index}` };
  expect(summarise(series, words)).toBe("Allow 3, Deny 5. Most at minute 1: 7.");
  expect(summarise([{ label: "Allow", values: [null] }], words)).toBe("Allow 0.");
});

test("of lines it is said between which figures they lie, and which are not known", () => {
  const series = [
    { label: "p50", values: [2, null, 9] },
    { label: "p95", values: [null, null, null] },
  ];
  expect(summariseLines(series, (value) => `${value} ms`)).toBe("p50 2 ms to 9 ms, p95 not known.");
});
