import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { addDays } from "../../../../src/web/format/calendar";
import { parseMaintenanceSearch } from "../../../../src/web/pages/maintenance/search";
import { parseSearch, stringifySearch } from "../../../../src/web/url/search-params";

const search = fc.record({
  view: fc.constantFrom("calendar" as const, undefined),
  span: fc.constantFrom("week" as const, undefined),
  day: fc.option(
    fc.nat(3650).map((count) => addDays("2026-01-01", count)),
    { nil: undefined },
  ),
});

test("what is printed is read as it was", () => {
  fc.assert(
    fc.property(search, (given) => {
      expect(parseMaintenanceSearch(parseSearch(stringifySearch(given)))).toEqual(given);
    }),
  );
});

test("a wrong value is as good as none", () => {
  expect(parseMaintenanceSearch({ view: "x", span: "month", day: "2026-02-30" })).toEqual({});
});
