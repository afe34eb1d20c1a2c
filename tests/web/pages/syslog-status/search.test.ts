import { expect, test } from "bun:test";
import { assert, property, record, string, stringMatching } from "fast-check";
import { parseStatusSearch } from "../../../../src/web/pages/syslog-status/search";
import { parseSearch, stringifySearch } from "../../../../src/web/url/search-params";

test("what is printed is read again", () => {
  const collector = stringMatching(/^[0-9a-f]{12}$/);
  const search = record({ sort: string({ minLength: 1 }), collector }, { requiredKeys: [] });
  assert(
    property(search, (view) => {
      expect(parseStatusSearch(parseSearch(stringifySearch(view)))).toEqual({
        sort: view.sort,
        collector: view.collector,
      });
    }),
  );
});

test("a collector that is none is as good as no collector", () => {
  expect(parseStatusSearch({ collector: "../x" })).toEqual({ sort: undefined, collector: undefined });
});
