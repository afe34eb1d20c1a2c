import { expect, test } from "bun:test";
import { withExactTotal } from "../../../../src/web/pages/syslog/answered";

const bound = { total: 10_000, total_is_lower_bound: true };

test("a search that counted up to its bound has the number of the histogram, which counted all", () => {
  expect(withExactTotal(bound, { total: 109_442, is_partial: false })).toEqual({
    total: 109_442,
    total_is_lower_bound: false,
  });
});

test.each([
  ["that is not there", undefined],
  ["from which events are missing", { total: 109_442, is_partial: true }],
  ["that is of fewer events, as it was counted earlier", { total: 9000, is_partial: false }],
])("of a histogram %s nothing is taken", (_, histogram) => {
  expect(withExactTotal(bound, histogram)).toEqual(bound);
});

test("what a search has counted by itself stays", () => {
  const exact = { total: 49, total_is_lower_bound: false };
  expect(withExactTotal(exact, { total: 50, is_partial: false })).toEqual(exact);
});
