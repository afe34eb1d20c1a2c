import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import {
  parseTopologySearch,
  parseViewport,
  printViewport,
  type TopologySearch,
} from "../../../../src/web/pages/topology/search";
import { parseSearch, stringifySearch } from "../../../../src/web/url/search-params";

const number = fc.integer({ min: 1 });
const search: fc.Arbitrary<TopologySearch> = fc.record(
  {
    layout: number,
    view: fc.constantFrom("devices" as const, "links" as const),
    id: fc.oneof(
      number.map((id) => `device-${id}`),
      number.map((id) => `link-${id}`),
    ),
    q: fc.string({ minLength: 1 }),
    near: number,
    at: fc
      .record({
        x: fc.integer({ min: -100_000, max: 100_000 }),
        y: fc.integer({ min: -100_000, max: 100_000 }),
        zoom: fc.constantFrom(0.01, 0.25, 1, 1.234, 4),
      })
      .map(printViewport),
    edit: fc.constant(true as const),
    sort: fc.constantFrom("name", "-address"),
  },
  { requiredKeys: [] },
);

describe("the URL of the map", () => {
  test("says all that it was given", () => {
    fc.assert(
      fc.property(search, (given) => {
        const read = parseTopologySearch(parseSearch(stringifySearch(given)));
        expect(Object.entries(read).filter(([, value]) => value !== undefined)).toEqual(
          expect.arrayContaining(Object.entries(given)),
        );
      }),
    );
  });

  test.each([
    ["layout", "0"],
    ["layout", "first"],
    ["view", "globe"],
    ["id", "site-3"],
    ["id", "device-"],
    ["near", "-1"],
    ["at", "1,2"],
    ["at", "1,2,0"],
    ["at", "1,2,-1"],
    ["at", "1,,1"],
    ["at", "1,2,3,4"],
    ["edit", "1"],
  ])("takes %s=%s for nothing", (name, value) => {
    expect(
      Object.values(parseTopologySearch({ [name]: value })).filter((kept) => kept !== undefined),
    ).toEqual([]);
  });
});

test("a window is printed in whole pixels and comes back", () => {
  expect(printViewport({ x: -12.4, y: 7.6, zoom: 0.123456 })).toBe("-12,8,0.1235");
  expect(parseViewport("-12,8,0.1235")).toEqual({ x: -12, y: 8, zoom: 0.1235 });
});
