import { expect, test } from "bun:test";
import * as fc from "fast-check";
import {
  parseDiscoverySearch,
  TYPES,
  type DiscoverySearch,
} from "../../../../src/web/pages/discovery/search";
import { toBody, valuesOf } from "../../../../src/web/pages/discovery/schedule-values";
import { parseSearch, stringifySearch } from "../../../../src/web/url/search-params";

const optional = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined });

test("what is printed into the address is read back", () => {
  const searches: fc.Arbitrary<DiscoverySearch> = fc.record({
    view: optional(fc.constantFrom("observations", "schedules")),
    scan: optional(fc.integer({ min: 1 })),
    status: optional(fc.constantFrom("acknowledged", "ignored", "resolved", "all")),
    type: optional(fc.constantFrom(...TYPES)),
    schedule: optional(fc.integer({ min: 1 })),
    id: optional(fc.integer({ min: 1 })),
    sort: optional(fc.constantFrom("address", "-seen")),
  });
  fc.assert(
    fc.property(searches, (search) => {
      expect(parseDiscoverySearch(parseSearch(stringifySearch(search)))).toEqual(search);
    }),
    { seed: 31 },
  );
});

test("an empty form of a schedule tells nobody and has no quiet hours", () => {
  const body = toBody({ ...valuesOf(undefined), name: "Office", target: "10.0.0.0/24" }, "Europe/Berlin");
  expect(body).toMatchObject({ notification_targets: [], quiet_hours: null, interval_minutes: 1440 });
});
