import { expect, test } from "bun:test";
import { WHITE_SPACE, withoutEnd } from "../../../../../src/features/syslog/parse/values/text-end";

test.each([
  ['to host "[', "to host"],
  ["to host", "to host"],
  ["((((((((", "(("],
  ["", ""],
])("up to six marks at the end of %j are left out", (text, expected) => {
  expect(withoutEnd(text, `"[( `, 6)).toBe(expected);
});

test("white space is what a form takes for it", () => {
  const all = Array.from({ length: 0x1_00_00 }, (_, code) => String.fromCharCode(code));
  expect(all.filter((character) => /\s/.test(character)).toSorted()).toEqual(
    Array.from(WHITE_SPACE).toSorted(),
  );
});
