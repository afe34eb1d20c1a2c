import { expect, test } from "bun:test";
import { lengthOf, lengthRule } from "../../../../../src/web/pages/ipam/subnet/prefix-length";

test("a prefix length is taken with or without its slash", () => {
  expect([lengthOf("24"), lengthOf(" /24 "), lengthOf("2 4"), lengthOf("")]).toEqual([
    24,
    24,
    undefined,
    undefined,
  ]);
});

test.each(["23", "33", "x", ""])("%p is refused where 24 to 32 are meant", (text) => {
  expect(lengthRule({ least: 24, most: 32 })(text)).toBe("A whole number from 24 to 32");
});
