import { expect, test } from "bun:test";
import * as fc from "fast-check";
import {
  FILTERS,
  parseMonitoringSearch,
  withoutFilters,
  type MonitoringSearch,
} from "../../../../src/web/pages/monitoring/search";
import { parseSearch, stringifySearch } from "../../../../src/web/url/search-params";

const text = fc.string({ minLength: 1 });
const list = fc.array(text, { minLength: 1, maxLength: 4 });
const searches: fc.Arbitrary<MonitoringSearch> = fc.record({
  tab: fc.constantFrom("services", "monitors"),
  view: fc.constant("wall"),
  by: fc.constantFrom("site", "type"),
  q: text,
  sort: text,
  columns: list,
  ...Object.fromEntries(FILTERS.map((name) => [name, list])),
});

test("whatever is shown, filtered and sorted comes back out of the address", () => {
  fc.assert(
    fc.property(searches, (search) => {
      expect(parseMonitoringSearch(parseSearch(stringifySearch(search)))).toEqual(search);
    }),
  );
});

test("an address without a search shows the devices, the worst first", () => {
  expect(parseMonitoringSearch(parseSearch(""))).toEqual({});
  expect(parseMonitoringSearch({ tab: "devices", view: "list", by: "group" })).toEqual({});
});

test("clearing the filters keeps the list, its order and its columns", () => {
  const search = { tab: "monitors", q: "shop", state: ["down"], sort: "-name" } as const;
  expect(withoutFilters({ ...search, state: ["down"] })).toMatchObject({ tab: "monitors", sort: "-name" });
  expect(withoutFilters({ ...search, state: ["down"] })).not.toContainKeys(["q", "state"]);
});
