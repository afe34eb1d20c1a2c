import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { parseDeviceSearch, rangeOf, type DeviceSearch } from "../../../../src/web/pages/device/search";
import { parseSearch, stringifySearch } from "../../../../src/web/url/search-params";

const searches: fc.Arbitrary<DeviceSearch> = fc.record({
  tab: fc.constantFrom("ports", "addresses", "events", "audit", undefined),
  port: fc.option(fc.integer({ min: 1, max: 2 ** 40 }), { nil: undefined }),
  range: fc.constantFrom("7d", "30d", undefined),
  state: fc.constantFrom("up", "down", undefined),
  q: fc.option(fc.string({ minLength: 1 }), { nil: undefined }),
  merge: fc.option(fc.integer({ min: 1 }), { nil: undefined }),
  from: fc.constantFrom(undefined, "-15m", "-7d", "2026-11-20T16:12:59.037Z"),
});

test("tab, query and time come back out of the address", () => {
  fc.assert(
    fc.property(searches, (search) => {
      expect(parseDeviceSearch(parseSearch(stringifySearch(search)))).toEqual({ ...search, to: undefined });
    }),
  );
});

test("what is no tab and no time is as good as none", () => {
  expect(parseDeviceSearch({ tab: "nonsense", from: "yesterday", to: "never" })).toEqual({});
});

test("events are those of the last day unless another time is chosen", () => {
  expect(rangeOf({})).toEqual({ from: "-24h" });
  expect(parseDeviceSearch({ from: "-24h" })).toEqual({});
  expect(rangeOf({ from: "-7d" })).toEqual({ from: "-7d" });
});
