import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { parseAlertsSearch, parseSilencesSearch } from "../../../../src/web/pages/alerts/search";
import { parseSearch, stringifySearch } from "../../../../src/web/url/search-params";

const id = fc.option(fc.integer({ min: 1 }), { nil: undefined });
const alerts = fc.record({
  tab: fc.constantFrom("history" as const, undefined),
  list: fc.constantFrom("alerts" as const, undefined),
  severity: fc.constantFrom("info" as const, "warning" as const, "critical" as const, undefined),
  device: id,
  incident: id,
});
const silences = fc.record({ new: fc.constantFrom(true as const, undefined), device: id });

test("what is printed is read as it was", () => {
  fc.assert(
    fc.property(alerts, silences, (one, other) => {
      expect(parseAlertsSearch(parseSearch(stringifySearch(one)))).toEqual(one);
      expect(parseSilencesSearch(parseSearch(stringifySearch(other)))).toEqual(other);
    }),
  );
});

test("a wrong value is as good as none", () => {
  const wrong = { tab: "x", list: "y", severity: "grave", device: "0", incident: "1.5" };
  expect(parseAlertsSearch(wrong)).toEqual({});
  expect(parseSilencesSearch({ new: "no", device: "-1" })).toEqual({});
});
