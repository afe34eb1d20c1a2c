import { expect, test } from "bun:test";
import { neighbourFilter, parseNeighboursSearch } from "../../../../src/web/pages/neighbours/search";
import { parseSearch, stringifySearch } from "../../../../src/web/url/search-params";

test("what the address says is read and printed again", () => {
  for (const search of [{}, { tab: "scans" }, { state: "lost", q: "core 1" }])
    expect(parseNeighboursSearch(parseSearch(stringifySearch(search)))).toMatchObject(search);
  expect(parseNeighboursSearch({ state: "nonsense", tab: "x", q: "" })).toEqual({});
});

test("the service is asked for what is not dismissed, unless that is wanted", () => {
  expect(neighbourFilter({})).toEqual({ dismissed: false });
  expect(neighbourFilter({ state: "lost", q: "sw" })).toEqual({ dismissed: false, is_seen: false, q: "sw" });
  expect(neighbourFilter({ state: "dismissed" })).toEqual({ state: "dismissed" });
});
