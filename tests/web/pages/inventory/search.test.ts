import { expect, test } from "bun:test";
import * as fc from "fast-check";
import {
  FILTERS,
  parseInventorySearch,
  withoutFilters,
  type InventorySearch,
} from "../../../../src/web/pages/inventory/search";
import { parseSearch, stringifySearch } from "../../../../src/web/url/search-params";

const text = fc.string({ minLength: 1 });
const list = fc.array(text, { minLength: 1, maxLength: 4 });
const searches: fc.Arbitrary<InventorySearch> = fc.record({
  q: text,
  sort: text,
  columns: list,
  ...Object.fromEntries(FILTERS.map((name) => [name, list])),
});

test("whatever is filtered, sorted and shown comes back out of the address", () => {
  fc.assert(
    fc.property(searches, (search) => {
      expect(parseInventorySearch(parseSearch(stringifySearch(search)))).toEqual(search);
    }),
  );
});

test("an address without a search shows everything, in the usual columns", () => {
  expect(parseInventorySearch(parseSearch(""))).toEqual({});
});

test("clearing the filters keeps the order and the columns", () => {
  const search = { q: "sw", site: ["Berlin"], sort: "-name", columns: ["name"] };
  expect(withoutFilters(search)).toEqual({ sort: "-name", columns: ["name"] });
});

test("an address that was kept names the states as they were called", () => {
  expect(parseInventorySearch(parseSearch("?status=online,warning,offline")).status).toEqual([
    "up",
    "warning",
    "down",
  ]);
});
