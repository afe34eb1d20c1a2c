import { describe, expect, test } from "bun:test";
import type { z } from "@hono/zod-openapi";
import {
  boolean,
  dateTime,
  id,
  integer,
  ipAddress,
  number,
  optionalText,
  toTimestamp,
} from "#platform/http/fields";
import { toValidationIssues } from "#platform/http/issues";

const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;

describe("number", () => {
  const seconds = number({ min: 1, max: 30 });

  test.each([
    [2.5, 2.5],
    ["2.5", 2.5],
    [" +3 ", 3],
    ["1e1", 10],
    [".3e1", 3],
    ["7.", 7],
  ])("%p is %p", (value, number) => {
    expect(seconds.parse(value)).toBe(number);
  });

  test.each([
    [undefined, "missing", "Field required"],
    ["two", "float_parsing", "Input should be a valid number, unable to parse string as a number"],
    ["1e999", "float_parsing", "Input should be a valid number, unable to parse string as a number"],
    [true, "float_type", "Input should be a valid number"],
    [null, "float_type", "Input should be a valid number"],
    [0.5, "greater_than_equal", "Input should be greater than or equal to 1"],
    ["31", "less_than_equal", "Input should be less than or equal to 30"],
  ])("%p is refused as %s", (value, type, msg) => {
    const { error } = seconds.safeParse(value);
    expect(error && toValidationIssues(error, "body", value)).toEqual([{ loc: ["body"], msg, type }]);
  });
});

test("a megabyte of digits that is no number is refused without holding up the process", () => {
  expect(accepts(number({ min: 1, max: 30 }), `${"1".repeat(1_000_000)}x`)).toBe(false);
});

describe("integer", () => {
  const given: [unknown, number][] = [
    [7, 7],
    ["7", 7],
    [" 7 ", 7],
    ["+7", 7],
    ["-7", -7],
    [7.0, 7],
    ["007", 7],
    [-0, -0],
  ];
  test.each(given)("%p is %p", (value, number) => {
    expect(integer().parse(value)).toBe(number);
  });

  test.each([
    [1.5],
    ["1.5"],
    ["1e3"],
    ["0x10"],
    [""],
    [" "],
    ["seven"],
    [null],
    [true],
    [[7]],
    [{}],
    [Number.NaN],
    [Infinity],
  ])("%p is refused", (value) => {
    expect(accepts(integer(), value)).toBe(false);
  });

  test("numbers that JavaScript cannot tell apart are refused, with one issue", () => {
    for (const value of [
      Number.MAX_SAFE_INTEGER + 1,
      "9007199254740993",
      "1".repeat(400),
      `-${"9".repeat(30)}`,
    ]) {
      expect(integer().safeParse(value).error?.issues).toHaveLength(1);
    }
    expect(id.parse("9007199254740991")).toBe(Number.MAX_SAFE_INTEGER);
  });

  test("limits are inclusive", () => {
    const limited = integer({ min: 1, max: 500 });
    expect([0, 1, 500, 501].map((value) => accepts(limited, value))).toEqual([false, true, true, false]);
  });
});

describe("boolean", () => {
  const given: [unknown, boolean][] = [
    [true, true],
    [false, false],
    ["true", true],
    ["FALSE", false],
    [" True ", true],
    ["1", true],
    ["0", false],
    [1, true],
    [0, false],
  ];
  test.each(given)("%p is %p", (value, meant) => {
    expect(boolean().parse(value)).toBe(meant);
  });

  test.each([["yes"], [""], ["2"], [2], [-1], [null], [[]], [{}]])("%p is refused", (value) => {
    expect(accepts(boolean(), value)).toBe(false);
  });
});

describe("optionalText", () => {
  const given: [unknown, string | null][] = [
    ["a", "a"],
    ["  a b  ", "a b"],
    ["", null],
    [" \t\n", null],
    [null, null],
  ];
  test.each(given)("%p is %p", (value, text) => {
    expect(optionalText(10).parse(value)).toBe(text);
  });

  test("is at most so long, and a string", () => {
    expect([
      accepts(optionalText(3), "abc"),
      accepts(optionalText(3), "abcd"),
      accepts(optionalText(3), 5),
    ]).toEqual([true, false, false]);
  });
});

describe("dateTime: any offset; none means UTC", () => {
  const given: [text: string, utc: string][] = [
    ["2026-11-21T10:50:00Z", "2026-11-21T10:50:00.000Z"],
    ["2026-11-21T10:50:00.123456Z", "2026-11-21T10:50:00.123Z"],
    ["2026-11-21T10:50:00", "2026-11-21T10:50:00.000Z"],
    ["2026-11-21 10:50:00", "2026-11-21T10:50:00.000Z"],
    ["2026-11-21t10:50z", "2026-11-21T10:50:00.000Z"],
    ["2026-11-21", "2026-11-21T00:00:00.000Z"],
    ["2026-11-21T10:50:00+02:00", "2026-11-21T08:50:00.000Z"],
    ["2026-11-21T10:50:00-0330", "2026-11-21T14:20:00.000Z"],
    ["2026-11-21T00:30:00+14:00", "2026-11-20T10:30:00.000Z"],
    ["2026-11-21T10:50:00 02:00", "2026-11-21T08:50:00.000Z"],
    ["2026-11-21 10:50:00 Z", "2026-11-21T10:50:00.000Z"],
    [" 2026-11-21T10:50:00Z ", "2026-11-21T10:50:00.000Z"],
    ["2024-02-29T23:59:59Z", "2024-02-29T23:59:59.000Z"],
    ["2000-02-29", "2000-02-29T00:00:00.000Z"],
    ["1970-01-01T00:00:00Z", "1970-01-01T00:00:00.000Z"],
    ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"],
  ];
  test.each(given)("%s is %s", (text, utc) => {
    expect(toTimestamp(dateTime().parse(text))).toBe(utc);
  });

  test.each([
    ["2026-02-29"],
    ["2100-02-29T00:00:00Z"],
    ["2026-04-31"],
    ["2026-13-01"],
    ["0000-01-01T00:00:00Z"],
    ["0001-01-01T00:00:00+14:00"],
    ["9999-12-31T23:59:59-14:00"],
    ["2026-00-10"],
    ["2026-01-00"],
    ["2026-11-21T25:00:00Z"],
    ["2026-11-21T10:60:00Z"],
    ["2026-11-21T10:50:61Z"],
    ["2026-11-21T10"],
    ["2026-11-21Z10:50"],
    ["2026-11-21T10:50:00+25:00"],
    ["2026-11-21T10:50:00+02"],
    ["21.11.2026"],
    ["11/21/2026"],
    ["yesterday"],
    ["now()"],
    [""],
    [" "],
    ["1795258200"],
    ["2026-11-21T10:50:00Z; DROP TABLE users"],
    [1_795_258_200],
    [null],
  ])("%p is refused", (value) => {
    expect(accepts(dateTime(), value)).toBe(false);
  });
});

describe("ipAddress", () => {
  const given: [text: string, canonical: string][] = [
    ["192.0.2.10", "192.0.2.10"],
    [" 192.0.2.10 ", "192.0.2.10"],
    ["2001:DB8:0:0:0:0:0:1", "2001:db8::1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
  ];
  test.each(given)("%p is %s", (text, canonical) => {
    expect(ipAddress().parse(text)).toBe(canonical);
  });

  test("anything else is refused with the text that clients know", () => {
    const { error } = ipAddress().safeParse("192.0.2");
    expect(error?.issues[0]?.message).toBe("'192.0.2' does not appear to be an IPv4 or IPv6 address");
  });
});
