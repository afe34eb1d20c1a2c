import { expect, test } from "bun:test";
import { parseSignInSearch } from "../../../../src/web/pages/sign-in/search";

test("the way back is a path of this service", () => {
  expect(parseSignInSearch({ to: "/inventory?site=1" }).to).toBe("/inventory?site=1");
});

test.each(["https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)", "inventory"])(
  "%s is no way back",
  (to) => {
    expect(parseSignInSearch({ to }).to).toBeUndefined();
  },
);

test("an unknown reason is none", () => {
  expect(parseSignInSearch({ after: "idle", user: "root" })).toEqual({
    to: undefined,
    user: "root",
    after: "idle",
  });
  expect(parseSignInSearch({ after: "other" }).after).toBeUndefined();
});
