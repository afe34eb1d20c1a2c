import { expect, test } from "bun:test";
import { assert, property, record, string } from "fast-check";
import { parseStatusSearch } from "../../../../src/web/pages/syslog-status/search";
import { parseSearch, stringifySearch } from "../../../../src/web/url/search-params";

test("what is printed is read again", () => {
  const search = record({ sort: string({ minLength: 1 }) }, { requiredKeys: [] });
  assert(
    property(search, (view) => {
      expect(parseStatusSearch(parseSearch(stringifySearch(view)))).toEqual({ sort: view.sort });
    }),
  );
});
