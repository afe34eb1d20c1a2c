import { describe, expect, test } from "bun:test";
import { fieldText, portNumber } from "../../../../../src/features/syslog/parse/values/field-text";

test.each<[string, string | null]>([
  ["eth0", "eth0"],
  ["  eth0  ", "eth0"],
  ["a\tb\u0000c\u007fd", "a b c d"],
  ["\r\n", null],
  ["", null],
  ["-", null],
  [" - ", null],
  ["--", "--"],
  ["Grün", "Grün"],
])("the field %j is %j", (text, expected) => {
  expect(fieldText(text)).toBe(expected);
});

test("a field is cut at its limit, and leaves no blank at the cut", () => {
  expect(fieldText("x".repeat(300))).toHaveLength(255);
  expect(fieldText("abcdef", 3)).toBe("abc");
  expect(fieldText(" ab cdef", 3)).toBe("ab");
});

test.each([
  ["0", 0],
  ["22", 22],
  ["00080", 80],
  ["65535", 65_535],
])("the port %s is %i", (text, port) => {
  expect(portNumber(text)).toBe(port);
});

describe("what is no port is null", () => {
  test.each([[""], ["65536"], ["99999"], ["123456"], ["-1"], ["+1"], ["1.5"], ["0x50"], [" 80"], ["http"]])(
    "%j",
    (text) => {
      expect(portNumber(text)).toBeNull();
    },
  );
});
