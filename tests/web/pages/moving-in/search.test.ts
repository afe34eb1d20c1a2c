import { expect, test } from "bun:test";
import { parseMovingInSearch } from "../../../../src/web/pages/moving-in/search";
import { parseSearch, stringifySearch } from "../../../../src/web/url/search-params";

test.each([{ source: undefined }, { source: "csv" }])("%j is read from what it prints", (search) => {
  expect(parseMovingInSearch(parseSearch(stringifySearch(search)))).toEqual(search);
});

test("what is no text is as good as nothing", () => {
  expect(parseMovingInSearch({ source: ["csv"] })).toEqual({ source: undefined });
});
