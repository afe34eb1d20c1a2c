import { expect, test } from "bun:test";
import { parameterArguments, quoteListEntry } from "#platform/postgres/parameters";

test("a parameter given wins over the one that every server has", () => {
  expect(parameterArguments({ max_connections: "7" }, true)).toContain("max_connections=7");
  expect(parameterArguments({ max_connections: "7" }, true)).not.toContain("max_connections=40");
});

test("fsync is turned off on demand alone", () => {
  expect(parameterArguments({}, true).join(" ")).not.toMatch(/fsync|synchronous_commit|full_page_writes/);
  expect(parameterArguments({}, false)).toContain("fsync=off");
});

test.each([
  ["/a/b", '"/a/b"'],
  ["/a, b", '"/a, b"'],
  ['/a"b', '"/a""b"'],
])("the folder %p is one entry of a list", (path, entry) => {
  expect(quoteListEntry(path)).toBe(entry);
});
