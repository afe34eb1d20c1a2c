import { expect, test } from "bun:test";
import { changesOf } from "../../../../src/web/pages/audit-log/changes";

test("fields stand side by side, changed ones first", () => {
  expect(changesOf({ a: 1, role: "Viewer" }, { a: 1, role: "NetworkAdmin" })).toEqual([
    { field: "role", before: "Viewer", after: "NetworkAdmin", isChanged: true },
    { field: "a", before: "1", after: "1", isChanged: false },
  ]);
});

test("what was made has no before, what was removed no after", () => {
  expect(changesOf(null, { name: "x" })).toEqual([
    { field: "name", before: undefined, after: "x", isChanged: true },
  ]);
  expect(changesOf({ name: "x" }, null)).toEqual([
    { field: "name", before: "x", after: undefined, isChanged: true },
  ]);
  expect(changesOf(null, null)).toEqual([]);
});

test("lists, flags and nothing are told apart", () => {
  const [flag, list, nothing] = changesOf(
    { flag: true, list: ["a", "b"], nothing: null },
    { flag: false, list: ["a"], nothing: "" },
  );
  expect(flag).toMatchObject({ before: "true", after: "false" });
  expect(list).toMatchObject({ before: '["a","b"]', after: '["a"]' });
  expect(nothing).toMatchObject({ before: "–", after: "" });
});
