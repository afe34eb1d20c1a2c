import { describe, expect, test } from "bun:test";
import {
  momentFault,
  shownMoment,
  timeFault,
  toMomentValue,
  toTimeValue,
} from "../../../../src/web/components/moment-input/moment";

describe("a moment that is typed", () => {
  test.each([
    ["2026-11-20 17:12", "2026-11-20T17:12"],
    [" 2026-11-20T17:12:05 ", "2026-11-20T17:12:05"],
    ["2026-1-2 7:05", "2026-01-02T07:05"],
    ["2026-11-20", "2026-11-20T00:00"],
    ["tomorrow", "tomorrow"],
  ])("%p is %p", (text, value) => expect(toMomentValue(text)).toBe(value));

  test("is shown without the letter between day and time", () => {
    expect(shownMoment("2026-11-20T17:12")).toBe("2026-11-20 17:12");
  });

  test.each(["", "2026-11-20T23:59", "2028-02-29T00:00"])("%p is none too many", (value) => {
    expect(momentFault(value)).toBeNull();
  });

  test.each([
    "tomorrow",
    "2026-02-30T10:00",
    "2026-11-20T24:00",
    "2026-11-20T17:60",
    "5:12 PM",
    "20.11.2026",
  ])("%p is refused, and the form is said that is wanted", (value) =>
    expect(momentFault(value)).toEndWith("is no moment, such as 2026-11-20 17:12"),
  );
});

describe("a time of day that is typed", () => {
  test.each([
    ["7:05", "07:05"],
    ["1730", "17:30"],
    ["25:00", "25:00"],
    ["noon", "noon"],
  ])("%p is %p", (text, value) => expect(toTimeValue(text)).toBe(value));

  test.each([
    ["23:59", null],
    ["24:00", "“24:00” is no time of day, such as 17:30"],
    ["5 PM", "“5 PM” is no time of day, such as 17:30"],
  ])("the fault of %p is %p", (value, fault) => expect(timeFault(value)).toBe(fault));
});
