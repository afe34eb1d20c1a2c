import { expect, test } from "bun:test";
import { parseWatchedCheckSearch, parseWatchedSearch } from "../../../../src/web/pages/watched/search";
import { parseSearch, stringifySearch } from "../../../../src/web/url/search-params";

test("the time and the device come back out of the address", () => {
  const search = { range: "7d", device: 12, around: "2026-11-23T14:03:05.123Z" } as const;
  expect(parseWatchedCheckSearch(parseSearch(stringifySearch(search)))).toEqual(search);
});

test("a day is the usual time, and nonsense is as good as nothing", () => {
  expect(parseWatchedSearch({ range: "24h" })).toEqual({});
  expect(parseWatchedCheckSearch({ range: "9y", device: "-1", around: "then" })).toEqual({});
});
