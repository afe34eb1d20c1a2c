import { expect, test } from "bun:test";
import { parseTrashSearch, type TrashSearch } from "../../../../src/web/pages/trash/search";
import { parseSearch, stringifySearch } from "../../../../src/web/url/search-params";

test.each<TrashSearch>([
  { q: undefined, kind: undefined },
  { q: "core 1", kind: "device" },
])("%j is read from what it prints", (search) => {
  expect(parseTrashSearch(parseSearch(stringifySearch(search)))).toEqual(search);
});

test("what is no text is as good as nothing", () => {
  expect(parseTrashSearch({ q: ["a"], kind: 7 })).toEqual({ q: undefined, kind: undefined });
});
