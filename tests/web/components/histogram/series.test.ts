import { expect, test } from "bun:test";
import { stackVerdicts } from "../../../../src/web/components/histogram/series";

const KNOWN = [{ id: "allow" }, { id: "deny" }, { id: "none" }];

test("verdicts that occur are stacked in their order, and what is not stored stays a gap", () => {
  const buckets: { counts: Record<string, number>; total: number | null }[] = [
    { counts: { deny: 2 }, total: 2 },
    { counts: {}, total: null },
    { counts: { none: 1, deny: 1 }, total: 2 },
  ];
  expect(stackVerdicts(buckets, KNOWN)).toEqual([
    { id: "deny", values: [2, null, 1] },
    { id: "none", values: [0, null, 1] },
  ]);
});

test("without any event there is one series of zeros", () => {
  expect(stackVerdicts([{ counts: {}, total: 0 }], KNOWN)).toEqual([{ id: "allow", values: [0] }]);
});
